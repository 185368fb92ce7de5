/** Byte pair encoding: the quick ways give what the plain one gives, and work grows with the length. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { LongSearch } from "../../src/tokens/long-search.ts";
import { LARGE_MEMO_BYTES, LargeMemo, SMALL_MEMO_BYTES, SmallMemo } from "../../src/tokens/memo.ts";
import { Merges } from "../../src/tokens/merges.ts";
import { SHORT_BYTES, ShortMerge } from "../../src/tokens/short-merge.ts";
import { Trie } from "../../src/tokens/trie.ts";
import { paddedUtf8, plainBytePairCount, ranks, seededRandom, tables } from "./reference.ts";

const trie = new Trie(tables);
const merges = new Merges(tables);
const short = new ShortMerge(tables, merges);
const long = new LongSearch(trie, merges);

/** Alphabets whose strings are merged deeply, hardly, or with many equal ranks. */
const ALPHABETS = [
  "a",
  "ab",
  "abcdefghijklmnopqrstuvwxyz",
  " ",
  "= -",
  "etaoin shrdlu",
  "中文的一是不",
  "é\u0301ſ😀",
  "\n\r ",
];
const anyPretoken = (maxLength: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: "binary", minLength: 1, maxLength }),
    ...ALPHABETS.map((a) => fc.string({ unit: fc.constantFrom(...a), minLength: 1, maxLength })),
  );

describe("byte pair encoding", () => {
  test("of long pretokens equals the plain one", () => {
    fc.assert(
      fc.property(anyPretoken(150), (text) => {
        const { bytes, length } = paddedUtf8(text);
        expect(long.count(bytes, 0, length)).toBe(plainBytePairCount(bytes.subarray(0, length)));
      }),
      { numRuns: 3000, seed: 1 },
    );
  });

  test("of any bytes, whether they are text or not, equals the plain one both ways", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: SHORT_BYTES }), (bytes) => {
        const expected = plainBytePairCount(bytes);
        expect(long.count(bytes, 0, bytes.length)).toBe(expected);
        if (!trie.isToken(bytes, 0, bytes.length)) expect(short.count(bytes, 0, bytes.length)).toBe(expected);
      }),
      { numRuns: 3000, seed: 2 },
    );
  });

  test("the short way and the long way agree on every length that both can", () => {
    fc.assert(
      fc.property(anyPretoken(SHORT_BYTES), fc.nat(5), (text, before) => {
        const { bytes, length } = paddedUtf8("x".repeat(before) + text);
        const to = Math.min(length, before + SHORT_BYTES);
        expect(short.count(bytes, before, to)).toBe(long.count(bytes, before, to));
      }),
      { numRuns: 20_000, seed: 3 },
    );
  });

  test("a long pretoken leaves nothing behind for the next", () => {
    const random = seededRandom(4);
    const letters = (n: number): string =>
      Array.from({ length: n }, () => String.fromCharCode(97 + random() * 26)).join("");
    for (let i = 0; i < 300; i++) {
      const { bytes, length } = paddedUtf8(letters(1 + Math.floor(random() * 80)));
      expect(new LongSearch(trie, merges).count(bytes, 0, length)).toBe(long.count(bytes, 0, length));
    }
  });

  test("each token is one token", () => {
    let wrong = 0;
    for (const text of ranks.keys()) {
      const bytes = Buffer.from(text, "latin1");
      if (!trie.isToken(bytes, 0, bytes.length) || long.count(bytes, 0, bytes.length) !== 1) wrong++;
    }
    expect(wrong).toBe(0);
  });

  /** Counts look-ups instead of time. */
  function lookUps(text: string): number {
    let calls = 0;
    class CountedTrie extends Trie {
      override longest(bytes: Uint8Array, from: number, limit: number): number {
        calls++;
        return super.longest(bytes, from, limit);
      }
    }
    class CountedMerges extends Merges {
      override merged(left: number, right: number): number {
        calls++;
        return super.merged(left, right);
      }
    }
    const { bytes, length } = paddedUtf8(text);
    new LongSearch(new CountedTrie(tables), new CountedMerges(tables)).count(bytes, 0, length);
    return calls;
  }

  const random = seededRandom(5);
  const units = (alphabet: string, n: number): string =>
    Array.from({ length: n }, () => alphabet[Math.floor(random() * alphabet.length)]).join("");
  test.each(ALPHABETS.map((a) => [a]))("of %j takes work in proportion to the length", (alphabet) => {
    const text = units(alphabet, 64_000);
    const quarter = lookUps(text.slice(0, 16_000));
    expect(quarter).toBeGreaterThan(100);
    expect(lookUps(text) / quarter).toBeLessThan(4.4);
    // No more than a few look-ups for each byte, however the text is made.
    expect(lookUps(text)).toBeLessThan(Buffer.byteLength(text) * 20);
  });
});

describe("memos", () => {
  test.each([
    ["small", () => new SmallMemo(), 1, SMALL_MEMO_BYTES],
    ["large", () => new LargeMemo(), 1, LARGE_MEMO_BYTES],
  ] as const)("the %s one answers only what it was told about the same bytes", (_, make, least, most) => {
    const random = seededRandom(6);
    const memo = make();
    const told = new Map<string, number>();
    let hits = 0;
    for (let i = 0; i < 200_000; i++) {
      const size = least + Math.floor(random() * (most - least + 1));
      // Few different bytes, NUL among them, so that many keys come again and many share a slot.
      const { bytes, words } = paddedUtf8(
        Array.from({ length: most }, () => "\0ab"[Math.floor(random() * 3)]).join(""),
      );
      const key = Buffer.from(bytes.subarray(0, size)).toString("latin1");
      const found = memo.get(words, 0, size);
      if (found > 0) {
        hits++;
        expect(found).toBe(told.get(key) ?? -1);
      }
      const count = 1 + Math.floor(random() * size);
      memo.set(words, 0, size, count);
      told.set(key, count);
      expect(memo.get(words, 0, size)).toBe(count);
    }
    expect(hits).toBeGreaterThan(100);
  });
});
