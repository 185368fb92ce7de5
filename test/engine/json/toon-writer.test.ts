/** Our TOON writer against the library's: written alike, and decoded to the same document. */
import { describe, expect, test } from "bun:test";
import { decode, encode } from "@toon-format/toon";
import fc from "fast-check";
import { writeToon } from "../../../src/engine/json/toon.ts";
import { parseDocument } from "../../../src/text/json.ts";

function toonOf(json: string): string | null {
  const tape = parseDocument(json);
  return tape === null ? null : writeToon(tape);
}

const key = fc.oneof(
  fc.constantFrom("a", "b", "c", "id", "x-y", "a b", "", "1", "a.b", "naïve"),
  fc.string({ maxLength: 4 }),
);
const leaf = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom(
    "5",
    "-1",
    "true",
    "null",
    "a,b",
    "x:y",
    " a",
    "a ",
    "#x",
    "- x",
    "1e5",
    "05",
    "+5",
    "[x]",
    "{",
    "…",
    "\u0001\t\n",
    '"',
    "\\",
  ),
);
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.dictionary(key, tie("tree"), { maxKeys: 4 }),
    fc.array(fc.record({ a: leaf, b: leaf }), { maxLength: 3 }),
    fc.dictionary(key, fc.record({ a: leaf, b: leaf }), { maxKeys: 4 }),
    fc.array(fc.record({ a: leaf, g: fc.record({ x: leaf, y: leaf }) }), { maxLength: 3 }),
  ),
}));

describe("writeToon", () => {
  test("writes what the library writes", () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(tree), fc.dictionary(key, tree)), (value) => {
        const json = JSON.stringify(value);
        const toon = toonOf(json);
        expect(toon).toBe(encode(JSON.parse(json)));
        expect(JSON.stringify(decode(toon ?? ""))).toBe(JSON.stringify(JSON.parse(json)));
      }),
      { numRuns: 800 },
    );
  });

  test.each([
    ["a number that a double respells", '{"a":1.10}'],
    ["minus zero", "[-0,1]"],
    ["an id beyond 2^53", '[{"id":12345678901234567890},{"id":1}]'],
    ["a duplicate key", '{"a":1,"a":2}'],
    ["half a surrogate pair", '["\\ud800"]'],
    ["too deep nesting", `${"[".repeat(300)}${"]".repeat(300)}`],
  ])("leaves to JSON: %s", (_, json) => {
    expect(toonOf(json)).toBeNull();
  });

  test("rows with another order of keys are no table", () => {
    const toon = toonOf('[{"a":1,"b":2},{"b":3,"a":4}]');
    expect(toon).not.toContain("{a,b}");
    expect(JSON.stringify(decode(toon ?? ""))).toBe('[{"a":1,"b":2},{"b":3,"a":4}]');
  });
});
