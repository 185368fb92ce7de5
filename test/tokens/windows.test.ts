/** Long texts are counted in windows: nothing may depend on where one ends, and nothing large may stay behind. */
import { describe, expect, test } from "bun:test";
import {
  countTokens,
  LONGEST_PRETOKEN_BYTES,
  PIECE_BYTES,
  type TokenCount,
} from "../../src/tokens/counter.ts";
import { Encoder } from "../../src/tokens/encode.ts";
import { Scanner } from "../../src/tokens/pretoken.ts";
import { WINDOW_UNITS, Window } from "../../src/tokens/window.ts";
import { adversarialText, paddedUtf8, seededRandom, tables, tiktokenCount } from "./reference.ts";

/** On a busy machine too. */
const SLOW_MS = 60_000;

const scanner = new Scanner(tables);
const encoder = new Encoder(tables);

/** Tokens counted in one go, without windows and memos; pretokens longer than `longest` in pieces. */
function wholeCount(text: string, longest = Number.POSITIVE_INFINITY): number {
  const { bytes, length } = paddedUtf8(text);
  let tokens = 0;
  for (let from = 0; from < length; ) {
    let to = scanner.next(bytes, from);
    if (to - from > longest) {
      to = from + PIECE_BYTES;
      while (((bytes[to] ?? 0) & 0xc0) === 0x80) to--;
    }
    tokens += encoder.count(bytes, from, to);
    from = to;
  }
  return tokens;
}

const exact = (tokens: number): TokenCount => ({ tokens, estimated: false });

describe("windows", () => {
  test(
    "do not show in counts, wherever one ends",
    () => {
      const random = seededRandom(1);
      for (let round = 0; round < 40; round++) {
        // A long start of one kind, so that the edge falls into each kind of text.
        const filler = ["x", " ", "中", "é", "😀", "a b\n", "12,", "\r\n", "A中", "'s "][round % 10] ?? "";
        let text = filler.repeat(Math.floor((WINDOW_UNITS - 40) / filler.length));
        while (text.length < WINDOW_UNITS * 2.2) text += adversarialText(random);
        expect(countTokens(text)).toEqual(exact(wholeCount(text)));
      }
    },
    SLOW_MS,
  );

  test("do not show when an edge falls inside anything short", () => {
    const inside = "a'll 'VE   \n\n  \t 12345 ½ ...\r\n// 😀👨‍👩‍👧 e\u0301 \ud800x ABCdef中AB \u00a0\u2028 x";
    for (let shift = 0; shift <= inside.length; shift++) {
      const text = `${"ab ".repeat(WINDOW_UNITS).slice(0, WINDOW_UNITS - shift)}${inside} and more`;
      expect(countTokens(text)).toEqual(exact(wholeCount(text)));
    }
  });

  test("encode as TextEncoder does", () => {
    const random = seededRandom(2);
    let text = "";
    while (text.length < WINDOW_UNITS * 3) text += adversarialText(random) + "\ud800".repeat(random() * 3);
    const window = new Window();
    const parts: Uint8Array[] = [];
    window.start(text);
    for (;;) {
      parts.push(window.bytes.slice(0, window.length));
      if (window.complete) break;
      window.advance(window.length);
    }
    expect(Buffer.concat(parts).equals(Buffer.from(new TextEncoder().encode(text)))).toBe(true);
  });

  test(
    "equal tiktoken on a text of many windows",
    () => {
      const random = seededRandom(3);
      let text = "";
      while (text.length < 600_000) text += `${adversarialText(random)}\n`;
      expect(countTokens(text)).toEqual(exact(tiktokenCount(text)));
    },
    SLOW_MS,
  );
});

const KINDS = [
  ["letters", "abcdefgh"],
  ["spaces", " "],
  ["blank lines", "\n"],
  ["marks", "\u0301"],
  ["Chinese", "的一是不了在人有我他"],
  ["symbols", "=-"],
  ["emoji", "😀"],
  ["families", "👨‍👩‍👧"],
] as const;

describe("pretokens longer than a window", () => {
  test.each(KINDS)("of %s are counted in one piece up to the limit", (_, unit) => {
    const times = Math.floor(LONGEST_PRETOKEN_BYTES / Buffer.byteLength(unit));
    const text = unit.repeat(times);
    expect(countTokens(text)).toEqual(exact(wholeCount(text)));
    expect(countTokens(`x1${text}`)).toEqual(exact(wholeCount(`x1${text}`)));
  });

  test.each(KINDS)("of %s lose pieces at the front until the rest is not too long", (_, unit) => {
    const one = Buffer.byteLength(unit);
    for (const bytes of [LONGEST_PRETOKEN_BYTES + one, 700_000, 2_500_000]) {
      const text = unit.repeat(Math.ceil(bytes / one));
      const tokens = wholeCount(text, LONGEST_PRETOKEN_BYTES);
      expect(countTokens(text)).toEqual({ tokens, estimated: true });
      // What is before and after is counted as always.
      expect(countTokens(`1${text}2`).tokens).toBe(wholeCount(`1${text}2`, LONGEST_PRETOKEN_BYTES));
    }
  });

  test("are those alone that are estimated: not a run of white space that is two of them", () => {
    const most = LONGEST_PRETOKEN_BYTES;
    for (const [lines, spaces] of [
      [most, most + 1],
      [1, most + 1],
      [most, 1],
      [most / 2, most],
    ] as const) {
      const text = `x${"\n".repeat(lines)}${" ".repeat(spaces)}x`;
      expect(countTokens(text)).toEqual(exact(wholeCount(text)));
    }
    expect(countTokens(`x\n${" ".repeat(most + 2)}x`).estimated).toBe(true);
    expect(countTokens(`x${"\n".repeat(most + 1)} x`).estimated).toBe(true);
  });

  test("are estimated well", () => {
    const random = seededRandom(4);
    const letters = Array.from({ length: LONGEST_PRETOKEN_BYTES * 2 }, () =>
      String.fromCharCode(97 + random() * 26),
    ).join("");
    const { tokens, estimated } = countTokens(letters);
    expect(estimated).toBe(true);
    expect(Math.abs(tokens / wholeCount(letters) - 1)).toBeLessThan(0.0001);
  });
});

describe("checkpoint", () => {
  const MEGABYTE = 1_000_000;
  const text = "The quick brown fox; 中文 123\n".repeat(200_000);
  const bytes = Buffer.byteLength(text);

  test("is called at least once for each MB, in one pretoken too", () => {
    for (const input of [text, "a".repeat(bytes), "中".repeat(bytes / 3)]) {
      let calls = 0;
      countTokens(input, () => calls++);
      expect(calls).toBeGreaterThan(Buffer.byteLength(input) / MEGABYTE);
    }
  });

  test("ends the call by throwing, and the next count is right", () => {
    const expected = countTokens(text);
    let calls = 0;
    const stop = new Error("stop");
    expect(() =>
      countTokens(text, () => {
        if (++calls === 3) throw stop;
      }),
    ).toThrow(stop);
    expect(calls).toBe(3);
    expect(countTokens(text)).toEqual(expected);
    expect(countTokens("hello world")).toEqual(exact(2));
  });

  test("may count itself", () => {
    for (const input of [text, "a".repeat(1_500_000), "中".repeat(500_000)]) {
      const expected = countTokens(input);
      // Longer than a window, so that state of the outer count would be overwritten.
      const other = "word ".repeat(WINDOW_UNITS / 2);
      const inner = new Set<number>();
      const outer = countTokens(input, () => inner.add(countTokens(other).tokens));
      expect(outer).toEqual(expected);
      expect(inner).toEqual(new Set([wholeCount(other)]));
    }
  });
});

describe("memory", () => {
  /** Bytes in typed arrays that are still in use. */
  function heldBytes(): number {
    Bun.gc(true);
    return process.memoryUsage().arrayBuffers;
  }

  test("of a long text does not stay", () => {
    countTokens("load the tables");
    const before = heldBytes();
    expect(before).toBeGreaterThan(1_000_000);
    for (const unit of ["a", "中", "word "]) countTokens(unit.repeat(4_000_000));
    expect(heldBytes() - before).toBeLessThan(100_000);
  });
});
