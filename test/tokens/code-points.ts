/** Compares how single code points are classed with the reference, by counts of short texts around them. */
import { countTokens } from "../../src/tokens/counter.ts";
import { classRanges, tiktokenCount } from "./reference.ts";

/** What tells classes apart: what may stand before, between and after. */
export const TEMPLATES: readonly ((c: string) => string)[] = [
  (c) => `a${c}B${c}c `,
  (c) => ` ${c}\n${c}  ${c}1${c}\n`,
  (c) => `.${c}/'${c}'s `,
  (c) => `A${c}${c}b${c}B `,
  (c) => `\u0301${c}\u0301A${c}`,
  (c) => `${c}`,
  (c) => `1${c}2${c}${c}${c}3${c} `,
];

/** Code points that are compared in one text. */
const BLOCK = 64;

/** Where counts differ among the code points `from` to `to` − 1: the first of each block, in hexadecimal. */
export function wrongBlocks(from: number, to: number, templates: typeof TEMPLATES): string[] {
  const wrong: string[] = [];
  for (let block = from; block < to; block += BLOCK) {
    const size = Math.min(BLOCK, to - block);
    const points = Array.from({ length: size }, (_, i) => String.fromCodePoint(block + i));
    const same = templates.every((template) => {
      const text = points.map(template).join("");
      return countTokens(text).tokens === tiktokenCount(text);
    });
    if (!same) wrong.push(block.toString(16));
  }
  return wrong;
}

/** First and last code point of each range of a class, and their outer neighbours. */
export function rangeEdges(): Set<number> {
  const edges = new Set<number>();
  for (const [first, last] of Object.values(classRanges).flat()) {
    for (const c of [first - 1, first, last, last + 1]) if (c >= 0 && c <= 0x10ffff) edges.add(c);
  }
  return edges;
}
