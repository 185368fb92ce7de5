/** How text falls into words for ranking. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { hashWord, words } from "../../../src/engine/select/words.ts";

function split(text: string): string[] {
  const out: string[] = [];
  words(text, 0, text.length, (start, end, hash) => {
    const word = text.slice(start, end).toLowerCase();
    expect(hash).toBe(hashWord(word));
    out.push(word);
  });
  return out;
}

describe("words", () => {
  const cases: [string, string[]][] = [
    ["", []],
    ["Hello, world!", ["hello", "world"]],
    ["connection_refused", ["connection", "refused"]],
    ["processPayment HTTPServer", ["process", "payment", "httpserver"]],
    ["ord-1234 v1.10", ["ord", "1234", "v1", "10"]],
    ['{"id":7}', ["id", "7"]],
    ["Straße ÉTÉ", ["straße", "été"]],
    ["日本語 text", ["日", "本", "語", "text"]],
    ["a…b—c", ["a", "b", "c"]],
  ];
  for (const [text, expected] of cases)
    test(JSON.stringify(text), () => expect(split(text)).toEqual(expected));

  test("hashes are those of the lower-case word, whatever the text", () => {
    // Letters whose lower case has another length hash by their first unit; they still match themselves.
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."aBz09_-. éЖ日😀") }), (text) => {
        split(text);
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  test("only the given range is read", () => {
    const out: string[] = [];
    words("abc def ghi", 2, 6, (start, end) => out.push("abc def ghi".slice(start, end)));
    expect(out).toEqual(["c", "de"]);
  });
});
