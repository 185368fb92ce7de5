/** What compilers, linters and test runners report stays: every problem with its message and place, every failing test. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { createEngine } from "../../../src/engine/engine.ts";
import { countTokens } from "../../../src/tokens/counter.ts";
import { readProblems } from "../../eval/readers/problems.ts";

const engine = createEngine({ countTokens: (text) => countTokens(text) });
const FIXTURES = join(import.meta.dir, "..", "..", "fixtures", "log");

const lines = (n: number, line: (i: number) => string): string =>
  `${Array.from({ length: n }, (_, i) => line(i)).join("\n")}\n`;

const LISTS: Readonly<Record<string, string>> = {
  tsc: lines(
    120,
    (i) =>
      `src/mod${Math.floor(i / 20)}.ts(${i + 3},${(i % 7) + 1}): error TS2304: Cannot find name 'x${i % 9}'.`,
  ),
  gcc: lines(
    90,
    (i) =>
      `lib/file${Math.floor(i / 30)}.c:${i + 3}:${(i % 7) + 1}: warning: unused variable 'v${i % 5}' [-Wunused-variable]`,
  ),
  flake8: lines(
    90,
    (i) => `./app/models/m${Math.floor(i / 30)}.py:${i + 3}:1: E302 expected 2 blank lines, found ${i % 2}`,
  ),
  mypy: lines(
    90,
    (i) =>
      `application/models/m${Math.floor(i / 30)}.py:${i + 3}: error: Name "x${i % 5}" is not defined  [name-defined]`,
  ),
  go: lines(
    60,
    (i) => `./internal/server/main${Math.floor(i / 20)}.go:${i + 3}:5: undefined: helper${i % 5}`,
  ),
  csc: lines(
    60,
    (i) =>
      `C:\\src\\App\\File${Math.floor(i / 20)}.cs(${i + 3},9): warning CS8618: Non-nullable property 'Name${i % 5}'`,
  ),
};

describe("lists of problems", () => {
  for (const [tool, input] of Object.entries(LISTS)) {
    test(`${tool}: every problem keeps its message and its place`, () => {
      const t = engine.compress(input);
      expect(t.method).toBe("problems-by-file");
      expect(t.losslessToModel).toBe(true);
      expect(t.tokensAfter).toBeLessThan(t.tokensBefore);
      expect(readProblems(t.output)).toEqual(readProblems(input));
    });
  }

  for (const name of ["tsc.log", "eslint.log"]) {
    test(`${name}: every problem of a real list stays`, () => {
      const input = readFileSync(join(FIXTURES, name), "utf8");
      const { output } = engine.compress(input);
      expect(readProblems(input).length).toBeGreaterThan(90);
      expect(readProblems(output)).toEqual(readProblems(input));
      expect(engine.compress(output).output).toBe(output);
    });
  }

  test("a like message with another explanation below it stays apart", () => {
    const one = (n: number, hint: string): string =>
      `src/application/a.ts(${n},1): error TS7016: No declaration file.\n  Try ${hint}\n`;
    const input = Array.from({ length: 30 }, (_, i) => one(i + 1, i === 17 ? "that" : "this")).join("");
    const { output } = engine.compress(input);
    expect(output).toContain("(18,1): error TS7016: No declaration file.\n  Try that\n");
    expect(output.split("Try this")).toHaveLength(2);
  });

  test("a note stays with the problem that it explains", () => {
    const input = lines(30, (i) =>
      [
        `src/some/where/a.c:${i + 1}:3: error: redefinition of 'f${i % 3}'`,
        `src/some/where/a.c:${i + 90}:3: note: first defined here`,
      ].join("\n"),
    );
    const { output } = engine.compress(input);
    expect(output).toContain(
      ":30:3: error: redefinition of 'f2'\nsrc/some/where/a.c:119:3: note: first defined here\n",
    );
  });

  test("line ends stay as they are", () => {
    const input = (LISTS.tsc ?? "").replaceAll("\n", "\r\n");
    const { output } = engine.compress(input);
    expect(readProblems(output)).toEqual(readProblems(LISTS.tsc ?? ""));
    expect(output.replaceAll("\r\n", "")).not.toContain("\n");
  });

  test("a list that is longer than a model can be given tells files and codes in numbers", () => {
    const input = lines(
      1500,
      (i) =>
        `src/mod${Math.floor(i / 300)}.ts(${(i % 300) + 1},5): error ${["TS2339", "TS7006"][i % 2]}: Property 'name${i}' does not exist on type 'Record${i % 5}'.`,
    );
    const { output } = engine.compress(input);
    expect(output).toContain("src/mod0.ts×300 src/mod1.ts×300");
    expect(output).toContain("code: TS2339×750 TS7006×750");
  });

  test("with a budget that they do not fit, representatives and counts stay", () => {
    const { output, overBudget } = engine.compress(LISTS.tsc ?? "", { budget: 1500 });
    expect(overBudget).toBeUndefined();
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(1500);
    expect(output).toContain("elided (caveman)");
  });

  test("amid other lines that repeat, those go, and the markers speak of the log as it is", () => {
    const steps = lines(300, (i) => `[${i}/300] building object number ${i} of the project`);
    const { output } = engine.compress(`${steps}${LISTS.tsc}${steps}`);
    for (const problem of (LISTS.tsc ?? "").trimEnd().split("\n")) expect(output).toContain(problem);
    expect(output).toMatch(/… 720 lines in all, \d+ elided/);
  });

  test("property: whatever the files, places and messages are, none is lost and the view is settled", () => {
    const problem = fc.record({
      file: fc.constantFrom("src/a.ts", "src/deeply/nested/folder/b.ts", "c.d.ts"),
      line: fc.integer({ min: 1, max: 9999 }),
      column: fc.integer({ min: 1, max: 200 }),
      message: fc.constantFrom(
        "error TS1: one thing",
        "error TS2: another, longer thing",
        "warning TS3: it's `odd`",
      ),
    });
    fc.assert(
      fc.property(
        fc.array(problem, { minLength: 1, maxLength: 60 }),
        fc.constantFrom("paren", "colon"),
        (problems, form) => {
          const input = problems
            .map(({ file, line, column, message }) =>
              form === "paren"
                ? `${file}(${line},${column}): ${message}\n`
                : `${file}:${line}:${column}: ${message}\n`,
            )
            .join("");
          const { output } = engine.compress(input);
          expect(readProblems(output)).toEqual(readProblems(input));
          expect(engine.compress(output).output).toBe(output);
        },
      ),
    );
  });
});

describe("failing tests", () => {
  test("pytest: of 100 failing tests every report stays", () => {
    const input = [
      "============================= test session starts ==============================",
      ...Array.from(
        { length: 300 },
        (_, i) => `tests/test_a.py::test_${i} ${i % 3 === 0 ? "FAILED" : "PASSED"}`,
      ),
      "",
      "=================================== FAILURES ===================================",
      ...Array.from({ length: 100 }, (_, i) =>
        [
          `________________________________ test_${3 * i} ________________________________`,
          "",
          `    def test_${3 * i}():`,
          `>       assert f(${i}) == ${i}`,
          `E       assert None == ${i}`,
          "",
          `tests/test_a.py:${i * 4 + 10}: AssertionError`,
        ].join("\n"),
      ),
      "================== 100 failed, 200 passed in 3.21s ==================",
      "",
    ].join("\n");
    const t = engine.compress(input);
    for (let i = 0; i < 100; i++) {
      expect(t.output).toContain(`E       assert None == ${i}\n`);
      expect(t.output).toContain(`tests/test_a.py:${i * 4 + 10}: AssertionError`);
    }
    expect(t.tokensAfter).toBeLessThan(0.8 * t.tokensBefore);
  });

  test("TAP: every failing test stays where nothing but the verdict tells of it", () => {
    const input = `TAP version 13\n1..600\n${lines(600, (i) => `${i % 6 === 0 ? "not ok" : "ok"} ${i + 1} - case number ${i}`)}`;
    const { output } = engine.compress(input);
    for (let i = 0; i < 600; i += 6) expect(output).toContain(`not ok ${i + 1} - case number ${i}\n`);
    expect(output).toContain('"not ok"×100');
    expect(output).toContain(" ok×500");
  });

  test("go test: every failing test stays with what it wrote", () => {
    const input = `${lines(200, (i) =>
      i % 2 === 0
        ? `=== RUN   TestCase${i}\n    case_test.go:${i + 1}: got ${i}, want ${i + 1}\n--- FAIL: TestCase${i} (0.00s)`
        : `=== RUN   TestCase${i}\n--- PASS: TestCase${i} (0.00s)`,
    )}FAIL\n`;
    const { output } = engine.compress(input);
    for (let i = 0; i < 200; i += 2)
      expect(output).toContain(`case_test.go:${i + 1}: got ${i}, want ${i + 1}\n`);
  });
});
