/** The scanner finds the same pretokens as the pattern that it replaces; the class table is the reference's. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { LOOKAHEAD_BYTES, Scanner } from "../../src/tokens/pretoken.ts";
import { rangeEdges, TEMPLATES, wrongBlocks } from "./code-points.ts";
import { adversarialText, paddedUtf8, SPLIT_PATTERN, seededRandom, tables } from "./reference.ts";

/** tiktoken takes its time, and more so on a busy machine. */
const SLOW_MS = 60_000;

const scanner = new Scanner(tables);

function pretokens(text: string): string[] {
  const { bytes, length } = paddedUtf8(text);
  const found: string[] = [];
  for (let from = 0; from < length; ) {
    const to = scanner.next(bytes, from);
    found.push(Buffer.from(bytes.subarray(from, to)).toString());
    from = to;
  }
  return found;
}

/** Lone surrogates become U+FFFD, as in UTF-8. */
const byPattern = (text: string): string[] => Buffer.from(text).toString().match(SPLIT_PATTERN) ?? [];

describe("pretokens", () => {
  test("are those of the pattern, in any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
        expect(pretokens(text)).toEqual(byPattern(text));
      }),
      { numRuns: 2000, seed: 1 },
    );
  });

  test("are those of the pattern, in text made to go wrong", () => {
    const random = seededRandom(2);
    for (let i = 0; i < 20_000; i++) {
      const text = adversarialText(random);
      expect(pretokens(text)).toEqual(byPattern(text));
    }
  });

  test("do not change with what follows LOOKAHEAD_BYTES beyond `reach`", () => {
    const random = seededRandom(3);
    let tried = 0;
    for (let i = 0; i < 20_000; i++) {
      const { bytes, length } = paddedUtf8(adversarialText(random));
      const to = scanner.next(bytes, 0);
      let known = scanner.reach + LOOKAHEAD_BYTES;
      while (((bytes[known] ?? 0) & 0xc0) === 0x80) known++;
      if (known > length) continue;
      tried++;
      const head = Buffer.from(bytes.subarray(0, known)).toString();
      expect(scanner.next(paddedUtf8(head + adversarialText(random)).bytes, 0)).toBe(to);
    }
    expect(tried).toBeGreaterThan(10_000);
  });
});

describe("classes", () => {
  test(
    "of every code point in the two planes in use are the reference's",
    () => expect(wrongBlocks(0, 0x20000, TEMPLATES.slice(0, 2))).toEqual([]),
    SLOW_MS,
  );

  test("of the code points at the edges of all ranges beyond them are the reference's", () => {
    const edges = [...rangeEdges()].filter((c) => c >= 0x20000);
    expect(edges.length).toBeGreaterThan(30);
    const wrong = edges.filter((c) => wrongBlocks(c, c + 1, TEMPLATES).length > 0);
    expect(wrong).toEqual([]);
  });
});
