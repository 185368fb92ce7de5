/** The promise of the TOON gate: what is encoded decodes to the very same JSON; what cannot be is returned unchanged. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { decodeToon } from "../../../src/engine/toon/decode.ts";
import { encodeToon } from "../../../src/engine/toon/encode.ts";

const RUNS = { numRuns: 300, seed: 20260101 };

/** JSON values with the keys that trip object-based code. */
const key = fc.oneof(
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.constantFrom("__proto__", "constructor", "", "a.b", "1", "0", "#", "- x", "true", "null", "[3]", "a:b"),
);
const scalar = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom(
    "",
    " ",
    "05",
    "1e5",
    "-",
    "- a",
    "true",
    "null",
    "#c",
    "a,b",
    "a|b",
    "\u2028",
    "\ufeff",
    "…",
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 5 }),
    fc.dictionary(key, tie("value"), { maxKeys: 5 }),
    fc.array(fc.record({ id: fc.integer(), name: scalar, price: fc.double({ noNaN: true }) }), {
      maxLength: 4,
    }),
  ),
})).value;

describe("round trip", () => {
  test("an encoded document decodes to the same JSON, whatever its white space", () => {
    fc.assert(
      fc.property(json, fc.constantFrom(0, 1, 2, "\t"), (value, indent) => {
        const minified = JSON.stringify(value);
        const result = encodeToon(JSON.stringify(value, null, indent));
        if (result.encoded) expect(decodeToon(result.output)).toBe(minified);
        else expect(result.output).toBe(JSON.stringify(value, null, indent));
      }),
      RUNS,
    );
  });

  test("ordinary data is encoded, not refused", () => {
    const plain = fc.array(fc.record({ id: fc.integer(), name: fc.string(), ok: fc.boolean() }), {
      minLength: 1,
    });
    fc.assert(
      fc.property(plain, (rows) => {
        expect(encodeToon(JSON.stringify(rows)).encoded).toBe(true);
      }),
      RUNS,
    );
  });

  test("the spelling of escapes is not a difference of values", () => {
    const result = encodeToon('{"name":"caf\\u00e9","path":"a\\/b"}');
    expect(result.encoded).toBe(true);
    expect(decodeToon(result.output)).toBe('{"name":"café","path":"a/b"}');
  });
});

describe("refusals say why and change nothing", () => {
  const cases: [string, string, RegExp][] = [
    ["a trailing zero", '{"a":1.10}', /spelling/],
    ["an exponent", '{"a":1e2}', /spelling/],
    ["infinity", '{"a":1e400}', /spelling/],
    ["negative zero", '{"a":-0}', /spelling/],
    ["an id beyond 2^53", '{"a":9007199254740993}', /spelling/],
    ["a duplicate key", '{"a":1,"a":2}', /twice/],
    ["a duplicate key, escaped once", '{"a":1,"\\u0061":2}', /twice/],
    ["rows with another order of keys", '[{"a":1,"b":2},{"b":3,"a":4}]', /order/],
    ["keys that look like array indexes", '{"b":1,"0":2}', /order/],
    ["half a surrogate pair", '{"a":"\ud800"}', /surrogate/],
    ["half an escaped surrogate pair", '{"a":"\\ud800"}', /read back/],
    ["truncated JSON", '{"a":', /not valid JSON/],
    ["no JSON", "a: 1", /not valid JSON/],
    ["201 levels", "[".repeat(201) + "]".repeat(201), /deeper than 200/],
    ["100,000 levels", "[".repeat(100_000) + "]".repeat(100_000), /deeper than 200/],
  ];
  for (const [name, input, why] of cases) {
    test(name, () => {
      const result = encodeToon(input);
      expect(result).toEqual({ output: input, encoded: false, note: expect.stringMatching(why) });
    });
  }

  test("a number inside a string is no number", () => {
    expect(encodeToon('{"a":"1.10 and -0 and 1e400"}').encoded).toBe(true);
  });
});
