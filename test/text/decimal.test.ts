import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { compareDecimals, DecimalSum, isNumber, toDouble } from "../../src/text/decimal.ts";

/** JSON numbers of every spelling. */
const literal = fc
  .tuple(
    fc.constantFrom("", "-"),
    fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 25n }), fc.bigInt({ min: 0n, max: 99n })),
    fc.option(fc.stringMatching(/^[0-9]{1,18}$/), { nil: undefined }),
    fc.option(fc.integer({ min: -30, max: 30 }), { nil: undefined }),
  )
  .map(([sign, whole, fraction, exponent]) => {
    const e = exponent === undefined ? "" : `e${exponent}`;
    return `${sign}${whole}${fraction === undefined ? "" : `.${fraction}`}${e}`;
  });

/** Exact value × 10^60. */
function scaled(text: string): bigint {
  const [mantissa = "", e = "0"] = text.split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return (
    BigInt(whole + fraction) * 10n ** BigInt(60 + Number(e) - fraction.length) * (whole === "-0" ? -1n : 1n)
  );
}
const exact = (text: string): bigint => (text.startsWith("-") ? -scaled(text.slice(1)) : scaled(text));

describe("decimals", () => {
  test("order is that of the exact values", () => {
    fc.assert(
      fc.property(literal, literal, (a, b) => {
        const x = exact(a);
        const y = exact(b);
        expect(Math.sign(compareDecimals(a, b))).toBe(x < y ? -1 : x > y ? 1 : 0);
      }),
      { numRuns: 2000 },
    );
  });

  test("sums are exact, whatever is added", () => {
    fc.assert(
      fc.property(fc.array(literal, { maxLength: 40 }), (all) => {
        const sum = new DecimalSum();
        for (const text of all) sum.add(`x${text}y`, 1, 1 + text.length);
        expect(exact(sum.total() ?? "")).toBe(all.reduce((total, text) => total + exact(text), 0n));
      }),
      { numRuns: 1000 },
    );
  });

  test("a sum has the decimals of its addends", () => {
    const sum = new DecimalSum();
    for (const text of ["1.10", "2.20", "-0.30"]) sum.add(text, 0, text.length);
    expect(sum.total()).toBe("3.00");
  });

  test("no sum where an exponent is out of all measure", () => {
    const sum = new DecimalSum();
    sum.add("1e400000000", 0, 11);
    expect(sum.total()).toBeNull();
  });

  test("toDouble is Number for JSON's numbers and NaN for all else", () => {
    fc.assert(
      fc.property(
        fc.oneof(literal, fc.string({ maxLength: 8 }), fc.stringMatching(/^[-+.0-9eE]{0,8}$/)),
        (text) => {
          const json = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);
          expect(isNumber(text, 0, text.length)).toBe(json);
          expect(toDouble(`[${text}]`, 1, 1 + text.length)).toBe(json ? Number(text) : Number.NaN);
        },
      ),
      { numRuns: 3000 },
    );
  });
});
