/** Test runs of runners whose reports stand at the margin: every failure keeps its test, its place and its message. */
import { describe, expect, test } from "bun:test";
import { detectType } from "../../../src/engine/detect/detect.ts";
import { compress } from "../support/engine.ts";

const TESTS = 60;
const fails = (i: number): boolean => i % 9 === 4;
const many = (make: (i: number) => string[]): string =>
  Array.from({ length: TESTS }, (_, i) => make(i))
    .flat()
    .join("\n");
const failing = Array.from({ length: TESTS }, (_, i) => i).filter(fails);

const unittestReports = failing
  .map(
    (i) =>
      `${"=".repeat(70)}\nFAIL: test_${i} (test_cart.Cart.test_${i})\n${"-".repeat(70)}\nTraceback (most recent call last):\n` +
      `  File "/app/test_cart.py", line ${100 + i}, in test_${i}\n    self.assertEqual({'a': ${i}}, {'a': ${i + 1}})\n` +
      `AssertionError: {'a': ${i}} != {'a': ${i + 1}}\n- {'a': ${i}}\n?       ^\n\n+ {'a': ${i + 1}}\n?       ^\n\n`,
  )
  .join("\n");
const unittestEnd = `\n${"-".repeat(70)}\nRan ${TESTS} tests in 0.005s\n\nFAILED (failures=${failing.length})\n`;

const RUNS: Record<string, { text: string; report: (i: number) => string[] }> = {
  unittest: {
    text: `${Array.from({ length: TESTS }, (_, i) => (fails(i) ? "F" : ".")).join("")}\n${unittestReports}${unittestEnd}`,
    report: (i) => [
      `FAIL: test_${i} (`,
      `line ${100 + i}, in test_${i}`,
      `AssertionError: {'a': ${i}} != {'a': ${i + 1}}`,
    ],
  },
  "unittest -v": {
    text: `${many((i) => [`test_${i} (test_cart.Cart.test_${i}) ... ${fails(i) ? "FAIL" : "ok"}`])}\n\n${unittestReports}${unittestEnd}`,
    report: (i) => [`FAIL: test_${i} (`, `line ${100 + i}, in test_${i}`, `{'a': ${i}} != {'a': ${i + 1}}`],
  },
  ava: {
    text: `\n${many((i) => [fails(i) ? `  ✘ [fail]: cart › takes ${i}` : `  ✔ cart › takes ${i}`])}\n  ─\n\n${failing
      .map(
        (i) =>
          `  cart › takes ${i}\n\n  cart.js:${i + 2}\n\n   ${i + 1}: test('takes ${i - 1}');\n   ${i + 2}: test('takes ${i}');\n\n` +
          `  Difference (- actual, + expected):\n\n  - ${i}\n  + ${i + 1}\n\n  › cart.js:${i + 2}:34\n`,
      )
      .join("\n\n\n")}\n  ─\n\n  ${failing.length} tests failed\n`,
    report: (i) => [`  cart › takes ${i}\n`, `  - ${i}\n  + ${i + 1}\n`, `› cart.js:${i + 2}:34`],
  },
  "node --test": {
    text: `TAP version 13\n${many((i) => [
      `# Subtest: takes ${i}`,
      `${fails(i) ? "not ok" : "ok"} ${i + 1} - takes ${i}`,
      "  ---",
      `  duration_ms: 0.${i}`,
      ...(fails(i)
        ? [
            `  location: '/app/cart.test.js:${i}:1'`,
            "  failureType: 'testCodeFailure'",
            "  error: |-",
            "    Expected values to be strictly equal:",
            `    ${i} !== ${i + 1}`,
            "  code: 'ERR_ASSERTION'",
            "  name: 'AssertionError'",
            "  expected:",
            "    a: 1",
            ...Array.from({ length: 60 }, (_, k) => `    key${k}: ${k}`),
            "  stack: |-",
            `    TestContext.<anonymous> (/app/cart.test.js:${i}:38)`,
          ]
        : []),
      "  ...",
    ])}\n1..${TESTS}\n# tests ${TESTS}\n# pass ${TESTS - failing.length}\n# fail ${failing.length}\n`,
    report: (i) => [`not ok ${i + 1} - takes ${i}`, `cart.test.js:${i}:1'`, `${i} !== ${i + 1}`],
  },
};

for (const [runner, { text, report }] of Object.entries(RUNS)) {
  describe(runner, () => {
    const { output } = compress(text);

    test("is a log", () => expect(detectType(text)).toBe("log"));

    test("keeps every failure with its place and message, and the totals", () => {
      const missing = failing.flatMap(report).filter((part) => !output.includes(part));
      expect(missing).toEqual([]);
      expect(output).toContain(text.trimEnd().split("\n").at(-1) ?? "");
    });
  });
}

test("tests that passed go, and are counted", () => {
  const verbose = compress(RUNS["unittest -v"]?.text ?? "").output;
  expect(verbose).not.toContain("Cart.test_2) ... ok");
  expect(verbose).toContain(`ok×${TESTS - failing.length}`);
  const ava = compress(RUNS.ava?.text ?? "").output;
  expect(ava).toContain(`✔×${TESTS - failing.length}`);
  expect(ava).toContain(`✘×${failing.length}`);
});

test("hundreds of failures with long reports: the name of every failing test stays, reports stand for others", () => {
  const long = (i: number): string =>
    `${"=".repeat(70)}\nFAIL: test_${i} (test_cart.Cart.test_${i})\n${"-".repeat(70)}\nTraceback (most recent call last):\n` +
    `  File "/app/test_cart.py", line ${i}, in test_${i}\n${"    self.assertEqual(total, expected)\n".repeat(9)}AssertionError: ${i} != ${i + 1}\n\n`;
  const n = 300;
  const all = Array.from({ length: n }, (_, i) => i);
  const text = `${all.map((i) => `test_${i} (test_cart.Cart.test_${i}) ... FAIL\n`).join("")}\n${all.map(long).join("")}${unittestEnd}`;
  const { output, tokensBefore, tokensAfter } = compress(text);
  expect(all.filter((i) => !output.includes(`Cart.test_${i}) ... FAIL`))).toEqual([]);
  expect(output).toContain("AssertionError: 0 != 1");
  expect(tokensAfter).toBeLessThan(tokensBefore / 3);
});
