import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { searchResult } from "../../../src/engine/compressors/search-result.ts";
import { createEngine } from "../../../src/engine/engine.ts";
import { parseResults } from "../../../src/engine/search/parse.ts";

const FIXTURES = join(import.meta.dir, "..", "..", "fixtures", "search-result");
const engine = createEngine({ countTokens: (t) => ({ tokens: Math.ceil(t.length / 4), estimated: false }) });
const view = (input: string, query?: string): string =>
  engine.compress(input, { type: "search-result", ...(query === undefined ? {} : { query }) }).output;

/** Hits as `path:line:text`, read from `path:line:text` lines or from groups; markers end a run with their count. */
function hitsOf(text: string): (string | number)[] {
  const out: (string | number)[] = [];
  let heading: string | null = null;
  for (const line of text.split("\n")) {
    const run = /^… (\d+) hits elided \(caveman\)/.exec(line);
    const flat = /^([^:…]+):(\d+):(.*)$/.exec(line);
    if (run !== null) out.push(Number(run[1]));
    else if (line === "" || line.startsWith("…")) heading = line === "" ? null : heading;
    else if (/^\d+:/.test(line) && heading !== null) out.push(`${heading}:${line}`);
    else if (flat !== null) out.push(line);
    else heading = line;
  }
  return out;
}

/** What is wrong with a view: a hit that is not the original's next one, a run that miscounts. */
function untruths(shown: string, original: string): string[] {
  const want = hitsOf(original) as string[];
  const bad: string[] = [];
  let at = 0;
  for (const hit of hitsOf(shown)) {
    if (typeof hit === "number") at += hit;
    else if (want[at] !== hit) bad.push(`hit ${at}: «${hit}» for «${want[at]}»`);
    else at++;
  }
  if (at !== want.length) bad.push(`${at} hits for ${want.length}`);
  const whole = /^… (\d+) hits in all, (\d+) elided/m.exec(shown);
  const gone = hitsOf(shown).reduce<number>((n, hit) => n + (typeof hit === "number" ? hit : 0), 0);
  if (whole !== null && (Number(whole[1]) !== want.length || Number(whole[2]) !== gone))
    bad.push("whole marker");
  for (const [, list] of shown.matchAll(/in all, .*: file: ([^;]*×\d+) …$/gm)) {
    for (const word of (list ?? "").split(" ")) {
      const [path, n] = word.split("×");
      if (want.filter((hit) => hit.startsWith(`${path}:`)).length !== Number(n)) bad.push(`count of ${path}`);
    }
  }
  return bad;
}

const paths = (input: string): string[] => [...(parseResults(input, () => {})?.files ?? [])];

describe("search-result", () => {
  for (const name of readdirSync(FIXTURES).filter((n) => n.endsWith(".txt"))) {
    test(`${name}: every hit shown is the original's, every count true`, () => {
      const input = readFileSync(join(FIXTURES, name), "utf8");
      const output = view(input);
      expect(output.length).toBeLessThan(input.length);
      expect(untruths(output, input)).toEqual([]);
    });
  }

  test("dates, dashes and numbers in a path belong to the path", () => {
    expect(
      paths("logs/2026-05-03/app.log:12: started\nCVE-2021-44228.md:8:affected\na-1-b-2-/x:3:y\n"),
    ).toEqual(["logs/2026-05-03/app.log", "CVE-2021-44228.md", "a-1-b-2-/x"]);
    expect(paths("C:\\src\\a.ts:7:x\nC:\\src\\b.ts:9:y\n")).toEqual(["C:\\src\\a.ts", "C:\\src\\b.ts"]);
  });

  test("two hits of one file are never fused, and context lines keep their numbers", () => {
    const input =
      "src/a.ts-10-before\nsrc/a.ts:11:hit one\nsrc/a.ts-12-between\n--\nsrc/a.ts:40:hit two\nsrc/a.ts:41:hit three\n";
    expect(view(input)).toBe("src/a.ts\n10-before\n11:hit one\n12-between\n40:hit two\n41:hit three\n");
  });

  test("the first and the last hit stay, whatever the tool says before and behind them", () => {
    const hits = Array.from({ length: 240 }, (_, i) => `src/a.ts:${i + 1}:  return value ${i};`);
    const output = view(`a remark\n${hits.join("\n")}\nBinary file b.so matches\n`);
    expect(output).toContain("elided (caveman)");
    expect(output).toContain("\n1:  return value 0;\n");
    expect(output).toContain("\n240:  return value 239;\n");
  });

  test("remarks of the tool stay", () => {
    const hits = Array.from(
      { length: 60 },
      (_, i) => `src/file.ts:${i + 1}:const value = compute(${i});\n`,
    ).join("");
    const output = view(`${hits}Binary file a.png matches\n`);
    expect(output).toContain("Binary file a.png matches");
    expect(output).toContain("elided (caveman)");
  });

  test("a query keeps the hit that it names", () => {
    const hits = Array.from(
      { length: 300 },
      (_, i) => `src/f${i % 7}.ts:${i + 1}:const value = compute(arg${i});\n`,
    ).join("");
    expect(view(hits)).not.toContain("arg123)");
    expect(view(hits, "arg123")).toContain("arg123)");
  });

  test("a view is left alone when it is compressed again", () => {
    const input = readFileSync(join(FIXTURES, "grep.txt"), "utf8");
    const once = view(input);
    expect(engine.compress(once).output).toBe(once);
  });

  test("property: any hits give a true view, and records are whole lines", () => {
    const path = fc.constantFrom("src/a.ts", "lib/x-1.js", "logs/2026-01-02/b.log", "Makefile", "a b/c.md");
    const text = fc.constantFrom(
      "return value of thing",
      "function name(a, b) {",
      "error: 12:30:11 failed",
      "x",
      "…",
    );
    const hit = fc.tuple(path, fc.nat(5000), text).map(([p, n, t]) => `${p}:${n}:${t}`);
    fc.assert(
      fc.property(fc.array(hit, { minLength: 1, maxLength: 80 }), (hits) => {
        const input = `${hits.join("\n")}\n`;
        const output = view(input);
        if (output !== input) expect(untruths(output, input)).toEqual([]);
        const records = searchResult.cut(input, () => {})?.records ?? [];
        expect(records.map(([a, b]) => input.slice(a, b))).toEqual(hits);
      }),
      { numRuns: 300 },
    );
  });
});

describe("nothing is cut off", () => {
  test("a path too long for a heading stays whole", () => {
    const path = `src/${"deep/".repeat(100)}end.ts`;
    const input = `\n${path}\n${Array.from({ length: 12 }, (_, i) => `${i + 1}:const a${i} = compute();\n`).join("")}`;
    expect(view(input)).toContain(path);
  });

  test("a carriage return that was found is shown", () => {
    const hits = Array.from(
      { length: 6 },
      (_, i) => `src/a/b.ts:${i + 1}:const part${"abcdefghijkl"[i]} = 1;${i < 3 ? "\r" : ""}\n`,
    );
    expect(view(hits.join("")).match(/\r\n/g)).toHaveLength(3);
  });
});

test("a numbered line whose file is not known makes the listing pass through", () => {
  const group = (name: string): string =>
    `${name}\n${Array.from({ length: 12 }, (_, i) => `${i + 1}:const a${i} = 1;\n`).join("")}`;
  const input = `${group("src/a.ts")}\n18:const lost = 1;\n19:const more = 2;\n\n${group("src/b.ts")}`;
  expect(view(input)).toBe(input);
});
