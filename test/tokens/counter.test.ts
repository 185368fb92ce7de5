/** Counts are equal to those of tiktoken's own core (the npm package `tiktoken`, WASM). */
import { describe, expect, test } from "bun:test";
import { get_encoding } from "tiktoken";
import { countTokens } from "../../src/tokens/counter.ts";

const reference = get_encoding("o200k_base");
const expected = (text: string): number => reference.encode_ordinary(text).length;

describe("countTokens", () => {
  test.each([
    "",
    "a",
    "hello world",
    "don't I'LL we'Ve x'ſ y'",
    "\ufeffabc",
    "a\u0085b",
    "<|endoftext|><|endofprompt|>",
    "\ud800 \udc00 a\ud83d",
    "1234567 ½²٣",
    "x  \n\n  y \r\n",
  ])("%j", (text) => {
    expect(countTokens(text)).toEqual({ tokens: expected(text), estimated: false });
  });
});
