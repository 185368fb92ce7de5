import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { decodeString, elementsOf, literalOf, membersOf } from "../../src/proxy/json/members.ts";
import { wholeValue } from "../../src/text/json-bytes.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** JSON.stringify with white space between all tokens. */
const spaced = (text: string) => text.replace(/"(?:[^"\\]|\\.)*"|[[\]{},:]/g, (token) => ` ${token}\n\t`);

describe("JSON scanner", () => {
  test("agrees with JSON.parse on what is JSON", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(wholeValue(bytes(text))).toEqual({ start: 0, end: bytes(text).length });
        expect(wholeValue(bytes(spaced(text)))).not.toBeNull();
      }),
    );
  });

  test("agrees with JSON.parse on texts with one character changed", () => {
    const char = fc.constantFrom(...'{}[],:"\\0123456789.eE+-tfnu \n\u0000abz');
    fc.assert(
      fc.property(fc.json(), fc.nat(), char, fc.boolean(), (text, at, c, insert) => {
        const i = at % (text.length + 1);
        const changed = text.slice(0, i) + c + text.slice(insert ? i : i + 1);
        let valid = true;
        try {
          JSON.parse(changed);
        } catch {
          valid = false;
        }
        expect(wholeValue(bytes(changed)) !== null).toBe(valid);
      }),
      { numRuns: 2000 },
    );
  });

  test("gives members and elements literally, in order, duplicates included", () => {
    const text = '{"a":1.0,"\\u0062":[1e400, "x\\n" ,{}],"a":-0}';
    const data = bytes(text);
    const members = [...membersOf(data, 0)];
    expect(members.map((m) => [m.key, literalOf(data, m.value)])).toEqual([
      ["a", "1.0"],
      ["b", '[1e400, "x\\n" ,{}]'],
      ["a", "-0"],
    ]);
    const list = members[1]?.value;
    expect([...elementsOf(data, list?.start ?? 0)].map((e) => literalOf(data, e))).toEqual([
      "1e400",
      '"x\\n"',
      "{}",
    ]);
  });

  test("depth is no matter", () => {
    const deep = bytes("[".repeat(1_000_000) + "]".repeat(1_000_000));
    expect(wholeValue(deep)).toEqual({ start: 0, end: deep.length });
  });

  test("lone surrogates come out as they were escaped", () => {
    const data = bytes('"\\ud800x"');
    expect(decodeString(data, { start: 0, end: data.length })).toBe("\ud800x");
  });
});
