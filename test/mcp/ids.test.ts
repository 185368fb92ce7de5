/** Ids are echoed as written and compared by meaning. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { idOf } from "../../src/mcp/ids.ts";

const key = (literal: string): string => {
  const id = idOf(literal);
  if (typeof id === "string") throw new Error(`${literal} is no id`);
  expect(id.literal).toBe(literal);
  return id.key;
};

describe("ids", () => {
  test("strings and numbers are ids; absent and null are none; the rest is invalid", () => {
    for (const literal of ['""', '"a"', "0", "-1", "1.5", "1e400", "9007199254740993"]) key(literal);
    expect(idOf(undefined)).toBe("none");
    expect(idOf("null")).toBe("none");
    for (const literal of ["true", "false", "{", "["]) expect(idOf(literal)).toBe("invalid");
    expect(idOf("~")).toBe("too-long");
  });

  test("spelling does not matter, value and kind do", () => {
    for (const [a, b] of [
      ["1", "1.0"],
      ["1", "10e-1"],
      ["-0", "0.000"],
      ["1200", "1.2E+3"],
      ["0.05", "5e-2"],
      ['"a"', '"\\u0061"'],
      ["1e99999999999999999999", "1e99999999999999999999"],
    ] as const) {
      expect(key(a)).toBe(key(b));
    }
    for (const [a, b] of [
      ["1", '"1"'],
      ["1", "-1"],
      ["9007199254740992", "9007199254740993"],
      ["1e400", "1e401"],
      ["10", "1"],
    ] as const) {
      expect(key(a)).not.toBe(key(b));
    }
  });

  test("the same number spelt otherwise has the same key, and the same key means the same number", () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.nat({ max: 20 }),
        (number, digits) => {
          expect(key(number.toExponential())).toBe(key(JSON.stringify(number)));
          const rounded = number.toExponential(digits);
          if (key(rounded) === key(JSON.stringify(number))) expect(Number(rounded) - number).toBe(0);
        },
      ),
    );
  });
});
