import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { createEngine } from "../../../src/engine/engine.ts";
import { sentencesOf, shortenProse } from "../../../src/engine/toolschema/prose.ts";

const FIXTURES = join(import.meta.dir, "..", "..", "fixtures");
const engine = createEngine({ countTokens: (t) => ({ tokens: Math.ceil(t.length / 4), estimated: false }) });
const view = (input: string, type: string): string => engine.compress(input, { type }).output;
const fixture = (path: string): string => readFileSync(join(FIXTURES, path), "utf8");

describe("toolschema", () => {
  test("sentences end where they end: not at e.g., versions, file names or initials", () => {
    expect(sentencesOf("Path of a file, e.g. src/a.ts. Must exist. See v1.2.3 for more.")).toEqual([
      "Path of a file, e.g. src/a.ts. ",
      "Must exist. ",
      "See v1.2.3 for more.",
    ]);
    expect(sentencesOf("Uses J. Doe's rule, i.e. the first one. Then stops")).toHaveLength(2);
    expect(sentencesOf("A paragraph ends.\n\nwhatever comes next")).toHaveLength(2);
  });

  test("the first sentence and what binds the caller stay; the rest goes with its count", () => {
    const filler = "It was written a long time ago by people who liked long descriptions very much. ";
    expect(shortenProse(`Reads a file. ${filler}${filler}The path must be absolute.`)).toBe(
      "Reads a file. … 2 sentences elided (caveman) … The path must be absolute.",
    );
    expect(shortenProse("Reads a file. Short more.")).toBeNull();
  });

  test("names, parameters, enums, defaults, constants and references stay letter by letter", () => {
    const input = fixture("toolschema/tools.json");
    const strip = (value: unknown): unknown =>
      JSON.parse(
        JSON.stringify(value, (key, v) => (key === "description" && typeof v === "string" ? undefined : v)),
      );
    const output = view(input, "toolschema");
    expect(strip(JSON.parse(output))).toEqual(strip(JSON.parse(input)));
    expect(output.length).toBeLessThan(input.length * 0.8);
    expect(engine.compress(output, { type: "toolschema" }).output).toBe(output);
  });

  test("a value that happens to be called description is no prose", () => {
    const long = `First. ${"Another sentence that has a number of words in it. ".repeat(5)}`;
    const input = JSON.stringify({ name: "x", default: { description: long }, enum: [long] });
    expect(view(input, "toolschema")).toBe(input);
  });

  test("property: sentences put together are the text", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a b. ", "C d! ", "e.g. ", "x", "\n\n", "?", ") ", "1.2 ")),
        (parts) => {
          expect(sentencesOf(parts.join("")).join("")).toBe(parts.join(""));
        },
      ),
    );
  });
});

describe("a11y", () => {
  test("siblings of one shape are elided, what has a shape of its own stays", () => {
    const input = fixture("a11y/page.yaml");
    const output = view(input, "a11y");
    expect(output).toContain('heading "Orders"');
    expect(output).toContain('button "Delete all"');
    expect(output).toMatch(/^ *… \d+ nodes elided \(caveman\) …$/m);
    expect(output.length).toBeLessThan(input.length / 3);
    expect(engine.compress(output, { type: "a11y" }).output).toBe(output);
    const lines = new Set(input.split("\n"));
    expect(output.split("\n").filter((l) => !l.trim().startsWith("…") && !lines.has(l))).toEqual([]);
  });
});

describe("repetition", () => {
  test("one of each line up to its numbers stays, the rest is counted", () => {
    const input = fixture("repetition/polling.txt");
    const output = view(input, "repetition");
    const lines = input.trimEnd().split("\n");
    const shown = output
      .trimEnd()
      .split("\n")
      .filter((l) => !l.startsWith("…"));
    const gone = [...output.matchAll(/^… (\d+) lines elided/gm)].reduce((n, m) => n + Number(m[1]), 0);
    expect(shown.length + gone).toBe(lines.length);
    const kinds = (ls: readonly string[]) => [...new Set(ls.map((l) => l.replace(/\d+/g, "0")))].sort();
    expect(kinds(shown)).toEqual(kinds(lines));
  });

  test("lines that are all different pass through", () => {
    const input = Array.from(
      { length: 60 },
      (_, i) => `line ${"abcdefghijklmnopqrstuvwxyz".slice(i % 20)} ${"z".repeat(i)}\n`,
    ).join("");
    expect(view(input, "repetition")).toBe(input);
  });
});
