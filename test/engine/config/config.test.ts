import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { config } from "../../../src/engine/compressors/config.ts";
import { parseConfig } from "../../../src/engine/config/blocks.ts";
import { createEngine } from "../../../src/engine/engine.ts";

const FIXTURES = join(import.meta.dir, "..", "..", "fixtures", "config");
const engine = createEngine({ countTokens: (t) => ({ tokens: Math.ceil(t.length / 4), estimated: false }) });
const view = (input: string): string => engine.compress(input, { type: "config" }).output;

/** What stands between run markers must stand so in the original, in order, the last part at its end. */
function untruths(shown: string, original: string): string[] {
  const lines = original.replace(/\n$/, "").split("\n");
  const parts: string[][] = [[]];
  for (const line of shown.replace(/\n$/, "").split("\n")) {
    if (/^ *… \d+ \w+ elided \(caveman\) …$/.test(line)) parts.push([]);
    else if (!/^ *… .* …$/.test(line)) parts.at(-1)?.push(line);
  }
  let at = 0;
  for (const [i, part] of parts.entries()) {
    const last = lines.length - part.length;
    const from = i === parts.length - 1 ? last : at;
    const found = Array.from({ length: last + 1 }, (_, n) => n).find(
      (n) => n >= from && part.every((line, k) => lines[n + k] === line),
    );
    if (found === undefined || found < at || (i === 0 && found !== 0))
      return [`part ${i} does not stand there: «${part[0]}»`];
    at = found + part.length;
  }
  return [];
}

const pod = (i: number, phase = "Running"): string =>
  `- kind: Pod\n  metadata:\n    name: web-${String(i).padStart(3, "0")}\n    labels: {app: web}\n  spec:\n    command: |\n      #!/bin/sh\n      - not: yaml\n    ports:\n    - 80\n    - 443\n  status:\n    phase: ${phase}\n    restarts: ${i % 3}\n`;

describe("config", () => {
  for (const name of readdirSync(FIXTURES)) {
    test(`${name}: what is shown stands in the original, in order`, () => {
      const input = readFileSync(join(FIXTURES, name), "utf8");
      const output = view(input);
      expect(untruths(output, input)).toEqual([]);
      expect(engine.compress(output).output).toBe(output);
    });
  }

  test("a list of like items is elided with facts about their fields, and what failed is shown", () => {
    const input = `kind: List\nitems:\n${Array.from({ length: 40 }, (_, i) => pod(i, i === 20 ? "Failed" : "Running")).join("")}end: yes\n`;
    const output = view(input);
    expect(output).toContain("phase: Failed");
    expect(output).toContain("status.phase: Running×39 Failed×1");
    expect(output).toContain("metadata.name: web-000..web-039 all 40 present");
    expect(output).toContain("end: yes");
    expect(untruths(output, input)).toEqual([]);
  });

  test("a block scalar is not read as structure", () => {
    const tree = parseConfig("a:\n  b: |\n    - x: 1\n    - y: 2\n  c: 3\n", () => {});
    expect((tree as NonNullable<typeof tree>).root.children[0]?.children.length).toBe(2);
  });

  test("values are told apart: 5 and '5', null and empty, a comment behind a value", () => {
    const rows = Array.from(
      { length: 40 },
      (_, i) =>
        `- id: n${i}\n  port: ${i % 2 === 0 ? "5" : '"5"'}\n  tag: on # why\n  note: ""\n  gone: null\n`,
    ).join("");
    const output = view(`list:\n${rows}`);
    expect(output).toContain("tag=on");
    const facts = output.slice(output.indexOf("items in all"));
    expect(facts).not.toMatch(/port|note/);
  });

  test("sections of TOML and INI repeat as records; a file of distinct keys loses nothing", () => {
    const toml = Array.from(
      { length: 30 },
      (_, i) => `[[package]]\nname = "crate-${i + 10}"\nsource = "registry"\n\n`,
    ).join("");
    expect(view(toml)).toContain("name: crate-10..crate-39 all 30 present");
    const distinct = Array.from({ length: 40 }, (_, i) => `KEY_${i}=value number ${i} of this file\n`).join(
      "",
    );
    expect(view(distinct)).toBe(distinct);
  });

  const list = (of: (i: number) => string): string =>
    `list:\n${Array.from({ length: 40 }, (_, i) => of(i)).join("")}`;

  test("nothing is stated of a value whose text goes on in the next line", () => {
    const output = view(list((i) => `- name: n${i + 10}\n  text: one\n    two ${i % 2}\n`));
    expect(output).toContain("name: n10..n49 all 40 present");
    expect(output).not.toContain("text=");
  });

  test("a plain item of a list has the path of its dash", () => {
    const output = view(list((i) => `- name: n${i + 10}\n  parts:\n    - ${i % 2 ? "x" : "y"}\n`));
    expect(output).toContain("parts.-: y×20 x×20");
  });

  test("a comment above a blank line belongs to no item", () => {
    const output = view(list((i) => `# more\n\n# about it\n- name: n${i + 10}\n`));
    const [before, behind] = output.split(/… \d+ items elided.*\n/);
    expect(before).toEndWith("# more\n\n");
    expect(behind).toStartWith("# about it\n- name:");
  });

  test("documents repeat each other, and so do sections of one parent", () => {
    const documents = Array.from({ length: 40 }, (_, i) => `---\nkind: Pod\nmeta:\n  name: p-${i + 10}\n`);
    expect(view(documents.join(""))).toContain("meta.name: p-10..p-49 all 40 present");
    const remotes = Array.from(
      { length: 40 },
      (_, i) => `[remote "r${i}"]\n\turl = u\n\tfetch = f${i + 10}\n`,
    );
    expect(view(remotes.join(""))).toContain("fetch: f10..f49 all 40 present");
  });

  test("a header inside of a string of several lines is none", () => {
    const sections = Array.from(
      { length: 40 },
      (_, i) => `[service.w${i}]\nport = ${i + 10}\nnote = """\n[service.none]\nport = 1\n"""\n`,
    );
    expect(view(sections.join(""))).toContain("… 40 sections in all");
  });

  test("a plain item is a value; among items that have a key of that name nothing is stated of it", () => {
    const items = (of: (i: number) => string): string =>
      view(`list:\n${Array.from({ length: 200 }, (_, i) => `  - ${of(i)}\n`).join("")}`);
    expect(items((i) => (i % 2 ? "machine-up" : "machine-down"))).toContain(
      "value: machine-down×100 machine-up×100",
    );
    expect(items((i) => (i % 4 ? "machine-up" : "value: machine-up"))).not.toMatch(
      /value(?:=|: machine-up×)/,
    );
    // A sign of equality makes no key in YAML.
    expect(items((i) => `MODE=${i % 2 ? "a" : "b"}`)).not.toContain("MODE: ");
  });

  test("credentials are never stated", () => {
    const rows = Array.from(
      { length: 40 },
      (_, i) => `- name: u${i}\n  password: hunter2\n  kind: user\n`,
    ).join("");
    expect(view(`users:\n${rows}`)).not.toContain("password=");
  });

  test("property: any lists give true views, and records are slices", () => {
    const item = fc
      .tuple(fc.nat(99), fc.constantFrom("a", "b"), fc.boolean())
      .map(([n, k, more]) => `- id: x${n}\n  kind: ${k}\n${more ? "  more:\n    - 1\n" : ""}`);
    fc.assert(
      fc.property(fc.array(item, { maxLength: 60 }), fc.nat(3), (items, comments) => {
        const input = `top: 1\n${"# note\n".repeat(comments)}list:\n${items.join("")}end: 2\n`;
        expect(untruths(view(input), input)).toEqual([]);
        for (const [from, to] of config.cut(input, () => {})?.records ?? []) expect(from).toBeLessThan(to);
      }),
      { numRuns: 200 },
    );
  });
});

describe("what is no YAML passes through", () => {
  const pods = (odd: string): string =>
    Array.from(
      { length: 40 },
      (_, i) =>
        `- kind: Pod\n  metadata:\n    name: web-${i}\n${i === 20 ? odd : ""}    namespace: prod\n  phase: Running\n`,
    ).join("");
  test("as it should be, it is elided", () => expect(engine.compress(pods("")).passThrough).toBe(false));
  const ODD: Readonly<Record<string, string>> = {
    "a key beside the column of its siblings": "      app: web\n",
    "a key below a value": "    app: web\n      deeper: 1\n",
    "a dash among keys": "    - item: 1\n",
  };
  for (const [name, odd] of Object.entries(ODD))
    test(name, () => expect(engine.compress(pods(odd), { type: "config" }).passThrough).toBe(true));

  test("text that goes on, flows, anchors and block scalars are YAML", () => {
    const odd = "    text: one\n      two: three\n".replace("two: three", "two three");
    const more =
      "    flow: {a: 1,\n      b: 2}\n    base: &base\n      x: 1\n    run: |\n        if a: b\n      then: c\n";
    expect(engine.compress(pods(odd + more), { type: "config" }).passThrough).toBe(false);
  });
});
