import { beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { guessLanguages } from "../../../src/engine/code/language.ts";
import { LANGUAGES } from "../../../src/engine/contract.ts";
import { createEngine } from "../../../src/engine/engine.ts";
import { createSyntax } from "../../../src/grammars/syntax.ts";

const FIXTURES = join(import.meta.dir, "..", "..", "fixtures", "code");
const syntax = createSyntax();
const count = (t: string) => ({ tokens: Math.ceil(t.length / 4), estimated: false });
const engine = createEngine({ countTokens: count, syntax });
const view = (input: string, query?: string): string =>
  engine.compress(input, { type: "code", ...(query === undefined ? {} : { query }) }).output;

beforeAll(async () => {
  for (const language of LANGUAGES) await syntax.load(language);
}, 60_000);

/** Shown lines and markers rebuild the line numbers of the original: each marker's span is the lines that are missing. */
function untruths(shown: string, original: string): string[] {
  const lines = original.replace(/\n$/, "").split("\n");
  let at = 0;
  let gone = 0;
  for (const line of shown.replace(/\n$/, "").split("\n")) {
    const run = /^… (\d+) lines elided \(caveman\): range line=(\d+)\.\.(\d+) …$/.exec(line);
    const whole = /^… (\d+) lines in all, (\d+) elided/.exec(line);
    if (run !== null) {
      if (Number(run[2]) !== at + 1 || Number(run[3]) - Number(run[2]) + 1 !== Number(run[1]))
        return [`«${line}» at ${at}`];
      at += Number(run[1]);
      gone += Number(run[1]);
    } else if (whole !== null) {
      if (Number(whole[1]) !== lines.length || Number(whole[2]) !== gone) return [`«${line}»`];
    } else if (lines[at++] !== line) return [`«${line}» is not line ${at}`];
  }
  return at === lines.length ? [] : [`${lines.length - at} lines are missing`];
}

describe("code", () => {
  for (const name of readdirSync(FIXTURES)) {
    test(`${name}: shown lines and spans of markers make the whole file`, () => {
      const input = readFileSync(join(FIXTURES, name), "utf8");
      const output = view(input);
      expect(output.length).toBeLessThan(input.length * 0.8);
      expect(untruths(output, input)).toEqual([]);
      expect(engine.compress(output).output).toBe(output);
    });
  }

  test("signatures, imports, types and short bodies stay; long bodies and the rest of long comments go", () => {
    const body = Array.from({ length: 12 }, (_, i) => `  total += compute(a, ${i}) * weights[${i}];\n`).join(
      "",
    );
    const input = `import { x } from "y";\n\n/**\n * Adds everything up.\n${" * More words about it that nobody reads.\n".repeat(6)} */\nexport function add(a: number): number {\n  let total = 0;\n${body}  return total;\n}\n\nexport interface Shape {\n  side: number;\n}\nconst short = (): number => {\n  return 1;\n};\n`;
    expect(view(input)).toBe(
      'import { x } from "y";\n\n/**\n * Adds everything up.\n… 6 lines elided (caveman): range line=5..10 …\n */\nexport function add(a: number): number {\n… 14 lines elided (caveman): range line=13..26 …\n}\n\nexport interface Shape {\n  side: number;\n}\nconst short = (): number => {\n  return 1;\n};\n',
    );
  });

  test("a function that wraps a module is opened, its functions are elided", () => {
    const fn = (n: number) =>
      `  function part${n}(a) {\n${`    a = a + ${n} * part(a, a, a, a);\n`.repeat(6)}    return a;\n  }\n`;
    const output = view(`;(function() {\n${[1, 2, 3, 4, 5].map(fn).join("")}}.call(this));\n`);
    for (let n = 1; n <= 5; n++) expect(output).toContain(`function part${n}(a) {`);
    expect(output).toContain("7 lines elided");
  });

  test("functions are not counted where the grammar could not read some of the source", () => {
    const fn = (n: number): string =>
      `int part_${n}(int a)\n{\n${`\ta = a + ${n} * compute(a, a, a, a);\n`.repeat(8)}\treturn a;\n}\n\n`;
    const source = `#include <a.h>\n\n${Array.from({ length: 40 }, (_, i) => fn(i)).join("")}`;
    expect(view(source)).toContain("sum functions=40");
    const damaged = view(source.replace("int part_20", "struct @ < ) part_20"));
    expect(damaged).toContain("lines in all");
    expect(damaged).not.toContain("functions=");
  });

  test("a first line that names the language is believed, however the rest looks", () => {
    const rest = "abstract class Part { public function sum(array $all): int { return 1; } }\n".repeat(200);
    expect(guessLanguages(`<?php\n${rest}`)).toEqual(["php"]);
    expect(guessLanguages(`#!/bin/sh\n${"export const a: string = 1;\n".repeat(90)}`)).toEqual(["bash"]);
  });

  test("a docstring's first line stays", () => {
    const lines = Array.from(
      { length: 8 },
      (_, i) => `    value = value + compute(value, ${i}, 'some words')\n`,
    ).join("");
    const output = view(
      `import os\n\ndef f(value):\n    """Says what it does.\n\n    And more.\n    """\n${lines}    return value\n`,
    );
    expect(output).toContain('"""Says what it does.');
    expect(output).not.toContain("And more.");
  });

  test("a query opens the body that holds it", () => {
    const fn = (n: number) =>
      `function part${n}(a) {\n${`  a = a + needle${n}(a, a, a, a, a);\n`.repeat(6)}  return a;\n}\n`;
    const input = Array.from({ length: 40 }, (_, n) => fn(n + 1)).join("");
    expect(view(input)).not.toContain("needle3");
    expect(view(input, "needle3")).toContain("needle3(");
    expect(view(input, "needle3").length).toBeLessThanOrEqual(1.1 * view(input).length);
    expect(view(input, "needle3")).not.toContain("needle2");
  });

  test("of declarations only long comments go, and no grammar is asked", () => {
    const declared = (n: number): string =>
      `/**\n * Number ${n} of the values.\n * It has a long story that goes on for a while.\n * And some more of it, told in many words.\n * And still some more of the same old story.\n */\nextern const struct value *value_${n}_of_all_the_values_there_are(const struct place *where);\n\n`;
    const input = Array.from({ length: 300 }, (_, n) => declared(n)).join("");
    const without = createEngine({ countTokens: count });
    const { output } = without.compress(input, { type: "code" });
    expect(untruths(output, input)).toEqual([]);
    expect(output).toContain(" * Number 7 of the values.");
    expect(output).not.toContain("And still some more of");
    expect(without.languages(input, "code")).toEqual([]);
  });

  test("what no grammar can read passes through", () => {
    const broken = `function f( {\n${"  ))) ]]] }}} if while (((\n".repeat(20)}`;
    expect(view(broken)).toBe(broken);
  });

  test("the same view whatever was compressed before, and none without the grammar", () => {
    const input = readFileSync(join(FIXTURES, "outline.ts.txt"), "utf8");
    const fresh = createEngine({ countTokens: count, syntax: createSyntax() });
    expect(fresh.compress(input).output).toBe(input);
    // A source inside a JSON string is no reason to use a grammar that happens to be there.
    const inside = JSON.stringify({ source: input });
    expect(engine.compress(inside).output).toBe(fresh.compress(inside).output);
  });

  test.each([
    ["go", 'package main\n\nimport (\n\t"fmt"\n)\n\nfunc main() {\n\tx := 1\n\tfmt.Println(x)\n}\n'],
    ["rust", "use std::io;\n\npub fn f(x: &mut i32) -> Result<(), io::Error> {\n    let mut y = 1;\n}\n"],
    [
      "java",
      'package a.b;\nimport java.util.List;\npublic class A {\n  @Override\n  public String toString() { return ""; }\n}\n',
    ],
    [
      "ruby",
      "require 'set'\nmodule A\n  class B\n    attr_reader :x\n    def go!\n      1\n    end\n  end\nend\n",
    ],
    ["bash", "#!/usr/bin/env bash\nset -eu\nif [[ -n $X ]]; then\n  echo $X\nfi\n"],
    ["csharp", "using System;\nnamespace A.B\n{\n  public class C { public int X { get; set; } }\n}\n"],
    ["cpp", "#include <vector>\nnamespace a {\nstd::vector<int> f() { return {}; }\n}\n"],
    ["php", "<?php\nfunction f() { return 1; }\n"],
  ] as const)("%s is guessed first", (language, source) => {
    expect(guessLanguages(source)[0]).toBe(language);
  });
});

describe("what shares a line with a body", () => {
  const args = Array.from({ length: 4 }, (_, i) => `    "${"abcdefgh"[i]?.repeat(40)}": ${i},\n`).join("");
  test("a signature in front of it stays", () => {
    const fn = (i: number): string => `def number_${i}(first, second): return {\n${args}}\n\n`;
    const input = `import os\n${Array.from({ length: 6 }, (_, i) => fn(i)).join("")}`;
    const output = view(input);
    for (let i = 0; i < 6; i++) expect(output).toContain(`def number_${i}(first, second): return {`);
    expect(untruths(output, input)).toEqual([]);
  });

  test("what closes it stays", () => {
    const fn = (i: number): string => `  def number_${i}(a) foo(a,\n${args}    1) end\n\n`;
    const input = `require 'set'\nmodule A\n${Array.from({ length: 6 }, (_, i) => fn(i)).join("")}end\n`;
    const output = view(input);
    expect(output.match(/def number_/g)).toHaveLength(6);
    expect(output.match(/\) end$/gm)).toHaveLength(6);
  });

  test("inside a wrapper no line is called by a number that is not the original's", () => {
    const body =
      "  const first = a + 1;\n  const second = first * 2;\n  console.log(first, second, 'a line that is long enough for a marker');\n  return second;\n";
    const source = `import a from "b";\n${Array.from({ length: 8 }, (_, i) => `export function f${i}(a: number): number {\n${body}}\n`).join("")}`;
    const fenced = engine.compress(`\`\`\`ts\n${source}\`\`\`\n`).output;
    expect(fenced).toContain("4 lines elided (caveman) …");
    expect(fenced).not.toContain("range line=");
    expect(view(source)).toContain("range line=3..6");
  });
});
