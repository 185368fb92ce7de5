/** Builds whose errors are paragraphs, and test runs that end in a line of totals only: nothing to mend goes. */
import { describe, expect, test } from "bun:test";
import { detectType } from "../../../src/engine/detect/detect.ts";
import { compress } from "../support/engine.ts";

const many = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

const rustc = (severity: string, message: string, line: number, source: string): string =>
  `${severity}: ${message}\n  --> src/lib.rs:${line}:9\n   |\n${line} |     ${source}\n   |         ^^^^ help: prefix it with an underscore: \`_x\`\n\n`;

const cargo = `   Compiling shop v0.1.0 (/app)\n${many(4, (i) => rustc("error[E0308]", "mismatched types", 20 + 40 * i, "let s: String = a;")).join("")}${many(
  26,
  (i) => rustc("warning", `unused variable: \`unused${i}\``, 3 + 6 * i, `let unused${i} = 3;`),
).join(
  "",
)}For more information about this error, try \`rustc --explain E0308\`.\nwarning: \`shop\` (lib) generated 26 warnings\nerror: could not compile \`shop\` (lib) due to 4 previous errors; 26 warnings emitted\n`;

const webpack = `asset main.js 43 KiB [emitted] (name: main)\ncacheable modules 3.47 KiB\n${many(30, (i) => `  ./src/a${i}.js 42 bytes [built] [code generated]\n`).join("")}\n${many(
  20,
  (i) =>
    `ERROR in ./src/a${i}.js 1:0-21\nModule not found: Error: Can't resolve './b${i}' in '/app/src'\nDid you mean 'b${i}.js'?\nBREAKING CHANGE: The request './b${i}' failed to resolve only because it was resolved as fully specified\n @ ./src/index.js ${i}:0-25 ${i}:38-40\n\n`,
).join("")}webpack 5.113.0 compiled with 20 errors in 168 ms\n`;

const pytestLine = `${"F".repeat(20)}${".".repeat(60)} [100%]\n${"=".repeat(35)} FAILURES ${"=".repeat(35)}\n${many(
  20,
  (i) =>
    `E   AssertionError: assert {'id': ${i}} == {'id': ${i + 1}}\n      \n      Differing items:\n      {'id': ${i}} != {'id': ${i + 1}}\n/app/test_a.py:${6 + 5 * i}: AssertionError: assert {'id': ${i}}\n`,
).join(
  "",
)}${"=".repeat(27)} short test summary info ${"=".repeat(28)}\n${many(20, (i) => `FAILED test_a.py::test_case_${i} - AssertionError: assert {'id': ${i}}...\n`).join("")}20 failed, 60 passed in 0.29s\n`;

describe("nothing to mend goes", () => {
  const CASES: [string, string, string[]][] = [
    ["cargo", cargo, ["lib.rs:20:9", "lib.rs:60:9", "lib.rs:100:9", "lib.rs:140:9", "could not compile"]],
    [
      "webpack",
      webpack,
      many(20, (i) => `ERROR in ./src/a${i}.js 1:0-21\nModule not found: Error: Can't resolve './b${i}'`),
    ],
    ["webpack's totals", webpack, ["compiled with 20 errors"]],
    ["pytest --tb=line", pytestLine, many(20, (i) => `/app/test_a.py:${6 + 5 * i}: AssertionError`)],
    ["pytest's summary", pytestLine, many(20, (i) => `test_a.py::test_case_${i} - AssertionError`)],
  ];
  for (const [name, text, parts] of CASES) {
    test(name, () => {
      expect(detectType(text)).toBe("log");
      const { output } = compress(text);
      expect(parts.filter((part) => !output.includes(part))).toEqual([]);
    });
  }

  test("modules that were built go", () => {
    const { output } = compress(webpack);
    expect(output).not.toContain("./src/a17.js 42 bytes");
    expect(output).toContain("elided");
  });
});

test("the last lines of a long text are looked at, however short they are", () => {
  const text = `${many(900, (i) => `E       assert f(${i}) == ${i}\n\n    def test_${i}():\n>       assert f(${i}) == ${i}\n`).join("")}${many(60, () => "x y\n").join("")}===== 900 failed, 3 passed in 1.20s =====\n`;
  expect(detectType(text)).toBe("log");
});

test("lines of JSON between a tool's own lines are seen", () => {
  const lines = many(80, (i) => JSON.stringify({ reason: "compiler-message", id: i, level: "warning" }));
  const text = `   Compiling shop v0.1.0 (/app)\n${lines.join("\n")}\nwarning: unused\n`;
  expect(detectType(text)).toBe("ndjson");
  const { output } = compress(text);
  expect(output).toStartWith("   Compiling shop v0.1.0 (/app)\n");
  expect(output).toEndWith("warning: unused\n");
  expect(output).toContain("80 ");
});

test("rows of different numbers of cells are no table", () => {
  const lines = many(80, (i) => `${"MAD"[i % 3]}\tsrc/module-${i}.ts`);
  lines[33] = "R100\tsrc/old.ts\tsrc/new.ts";
  lines[44] = "R096\tsrc/older.ts\tsrc/newer.ts";
  expect(detectType(`${lines.join("\n")}\n`)).toBe("text");
  const compact = many(
    90,
    (i) => `/app/a.js: line ${i}, col 3, Warning - Unexpected var${i % 9 ? "" : ", use let"}. (no-var)`,
  );
  expect(detectType(`${compact.join("\n")}\n`)).toBe("log");
});
