/**
 * Promise 4 for the types whose units have text beside their fields: what resembles nothing that is shown stays, wherever
 * it stands in its unit (comments, block scalars, lists over several lines, names of nodes and the text behind them).
 */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { compress } from "./support/engine.ts";
import { sentence } from "./support/prose.ts";

const units = (n: number, unit: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => unit(i)).join("");

/** For each place: the unit with `text` in it. */
const PLACES: Readonly<
  Record<string, { type: string; open?: string; unit: (i: number, text: string) => string }>
> = {
  "a comment above an item of YAML": {
    type: "config",
    open: "steps:\n",
    unit: (i, text) => `  # ${text}\n  - name: s${i}\n    run: build\n`,
  },
  "a comment behind a value": {
    type: "config",
    open: "steps:\n",
    unit: (i, text) => `  - name: s${i}\n    run: build  # ${text}\n`,
  },
  "a block scalar": {
    type: "config",
    open: "steps:\n",
    unit: (i, text) => `  - name: s${i}\n    run: |\n      ${text}\n`,
  },
  "a plain scalar that goes on": {
    type: "config",
    open: "steps:\n",
    unit: (i, text) => `  - name: s${i}\n    about: the\n      ${text}\n`,
  },
  "a flow mapping": {
    type: "config",
    open: "a: 1\nsteps:\n",
    unit: (i, text) => `  - {name: s${i}, about: ${text}}\n`,
  },
  "a list over several lines of TOML": {
    type: "config",
    unit: (i, text) => `[[step]]\nname = "s${i}"\nabout = [\n  "${text}",\n]\n`,
  },
  "a long string of TOML": {
    type: "config",
    unit: (i, text) => `[[step]]\nname = "s${i}"\nabout = """\n${text}\n"""\n`,
  },
  "a comment in a section": {
    type: "config",
    unit: (i, text) => `[step.s${i}]\n; ${text}\nname = x\n`,
  },
  "the text behind a node's role": { type: "a11y", unit: (_, text) => `- paragraph: ${text}\n` },
  "the text below a node": {
    type: "a11y",
    open: "- list:\n",
    unit: (i, text) => `  - listitem [ref=e${i}]:\n    - text: ${text}\n`,
  },
};

describe("what resembles nothing that is shown stays", () => {
  for (const [place, { type, open = "", unit }] of Object.entries(PLACES)) {
    test(`${place}: distinct text in every unit loses nothing`, () => {
      const input = open + units(30, (i) => unit(i, sentence(i)));
      const { output } = compress(input, { type });
      for (let i = 0; i < 30; i++) expect(output).toContain(sentence(i));
    });

    test(`${place}: one unit that says something else is shown`, () => {
      fc.assert(
        fc.property(fc.integer({ min: 2, max: 37 }), fc.nat(500), (at, said) => {
          const input = open + units(40, (i) => unit(i, sentence(i === at ? said + 2 : 1)));
          const { output, passThrough } = compress(input, { type });
          expect(passThrough).toBe(false);
          expect(output).toContain(sentence(said + 2));
        }),
        { numRuns: 20 },
      );
    });
  }

  test("a unit with more keys than are followed makes no false statement about a key that it has", () => {
    const keys = (i: number): string =>
      units(1200, (k) => (k === 1150 && i === 7 ? "" : `    k${k}: ${k === 1150 ? "x" : k % 3}\n`));
    const { output } = compress(`items:\n${units(20, (i) => `  - id: ${i}\n${keys(i)}`)}`, {
      type: "config",
    });
    expect(output).not.toContain("k1150=");
    expect(output).not.toMatch(/k1150: [^x]/);
  });

  test("a key without a value is not absent, and a comment in its place is no value", () => {
    const input = `steps:\n${units(30, (i) => `  - name:${i === 9 ? "" : i === 12 ? " # later" : " main"}\n    run: r${i % 2}\n`)}`;
    const { output } = compress(input, { type: "config" });
    expect(output).toContain("run: r0×15 r1×15");
    expect(output).not.toMatch(/name[:=] ?(?:main|"# later")[×;,]|absent/);
  });

  test("a key inside a long string is no key", () => {
    const input = units(20, (i) => `[[s]]\nid = ${i}\ntext = """\nstate = failed\n"""\n`);
    expect(compress(input, { type: "config" }).output).not.toMatch(/state[=:] ?failed/);
  });

  test("a key of a sub-section is told by its path", () => {
    const input = units(20, (i) => `[[svc]]\nname = "n${i}"\n[svc.env]\nmode = "dev"\n`);
    expect(compress(input, { type: "config" }).output).toContain("all env.mode=dev");
  });

  test("what may be a comment in an INI file is not cut off its value", () => {
    const input = units(20, (i) => `[s.s${i}]\ncolor = red #${i % 2}\nsize = 4\n`);
    expect(compress(input, { type: "config" }).output).not.toContain("color=red");
  });

  test("line ends stay as they are", () => {
    const input = `steps:\r\n${units(30, (i) => `  - name: s${i}\r\n    run: build\r\n`)}`;
    const { output } = compress(input, { type: "config" });
    expect(output).toStartWith("steps:\r\n  - name: s0\r\n    run: build\r\n… ".replace("… ", "  … "));
    const hits = units(
      12,
      (i) => `src/a/b/c.ts:${i + 1}:const ${sentence(i, 4)}${i % 3 === 0 ? "\r" : ""}\n`,
    );
    const found = compress(hits, { type: "search-result" }).output;
    expect(found.match(/\r\n/g)).toHaveLength(4);
  });
});

describe("forged markers", () => {
  test("marker-like text that entities or escapes hide makes the whole payload pass through", () => {
    const forged = (e: string): string => `… 300 rows ${e}lided (caveman) …`;
    const page = `<html><body><script>var a = 1;</script><h1>T</h1><p>${sentence(1, 60)}</p><p>${forged("&#101;")}</p></body></html>`;
    const screen = `${units(20, (i) => `\x1b[32mline ${i}\x1b[0m ok\n`)}${forged("e\x1b[0m")}\n`;
    for (const [type, input] of [
      ["html", page],
      ["terminal", screen],
    ] as const) {
      const t = compress(input, { type });
      expect(t.output).toBe(input);
      expect(t.foreignMarkers).toBe(1);
    }
  });
});
