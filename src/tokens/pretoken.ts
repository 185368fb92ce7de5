/**
 * Splits UTF-8 into pretokens exactly as o200k_base's pattern does (tiktoken_ext/openai_public.py), without a regular
 * expression, whose classes would follow the runtime's Unicode version. For any text; tally.ts has the same for ASCII.
 *
 *     [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
 *     [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
 *     \p{N}{1,3}
 *      ?[^\s\p{L}\p{N}]+[\r\n/]*
 *     \s*[\r\n]+
 *     \s+(?!\S)
 *     \s+
 */
import {
  END,
  END_BYTE,
  LETTER,
  LOWER,
  MARK,
  MULTIBYTE,
  NEWLINE,
  NUMBER,
  OTHER,
  SPACE,
  UPPER,
} from "./classes.ts";
import type { Tables } from "./tables.ts";

/** How far beyond `reach` a decision may depend on the text: one code point, or an apostrophe and two letters. */
export const LOOKAHEAD_BYTES = 4;

const BLANK = 0x20;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;
/** Sets apart upper and lower case in ASCII. */
const CASE_BIT = 0x20;
const LONGEST_NUMBER = 3;

export class Scanner {
  /** Class of each byte; MULTIBYTE where the code point decides. */
  readonly byteClass = new Uint8Array(256);
  private readonly bmp: Uint8Array;
  private readonly index: Uint8Array;
  private readonly blocks: Uint8Array;
  /** Bytes of the code point that `classAt` looked at last. */
  private width = 1;
  /** The end of what decided the last call's answer, but for LOOKAHEAD_BYTES. */
  reach = 0;

  constructor({ bmp, index, blocks }: Tables) {
    this.bmp = bmp;
    this.index = index;
    this.blocks = blocks;
    this.byteClass.set(bmp.subarray(0, 0x80));
    this.byteClass.fill(MULTIBYTE, 0x80);
    this.byteClass[END_BYTE] = END;
  }

  /** Class of the code point at `at`; sets `width`. The bytes are well-formed UTF-8. */
  private classAt(bytes: Uint8Array, at: number): number {
    const lead = bytes[at] ?? 0;
    const direct = this.byteClass[lead] ?? 0;
    this.width = 1;
    if (direct !== MULTIBYTE) return direct;
    const second = (bytes[at + 1] ?? 0) & 0x3f;
    if (lead < 0xe0) {
      this.width = 2;
      return this.bmp[((lead & 0x1f) << 6) | second] ?? 0;
    }
    const third = (bytes[at + 2] ?? 0) & 0x3f;
    if (lead < 0xf0) {
      this.width = 3;
      return this.bmp[((lead & 0x0f) << 12) | (second << 6) | third] ?? 0;
    }
    this.width = 4;
    const page = ((((lead & 0x07) << 18) | (second << 12)) >> 8) + (third >> 2) - 0x100;
    const low = ((third & 3) << 6) | ((bytes[at + 3] ?? 0) & 0x3f);
    return this.blocks[((this.index[page] ?? 0) << 8) | low] ?? 0;
  }

  /** Where the pretoken that starts at `from` ends. END_BYTE follows the text. Sets `reach`. */
  next(bytes: Uint8Array, from: number): number {
    const cls = this.classAt(bytes, from);
    const second = from + this.width;
    if (cls === LOWER || cls === UPPER || cls === LETTER) return this.word(bytes, from, -1);
    if (cls === NUMBER) return this.number(bytes, second);
    if (cls !== NEWLINE) {
      const after = this.classAt(bytes, second);
      if (after >= LOWER && after <= MARK) return this.word(bytes, second, cls === MARK ? second : -1);
      // A mark that no letter follows is a word by itself.
      if (cls === MARK) return this.word(bytes, from, -1);
      if (cls === OTHER) return this.others(bytes, second);
      if (after === OTHER && bytes[from] === BLANK) return this.others(bytes, second);
    }
    return this.whiteSpace(bytes, from);
  }

  /**
   * End of a word whose letters begin at `from`. `markEnd`: where the mark before them ends, or -1. The pattern
   * prefers that mark as a word of its own to having it before upper-case letters only.
   */
  private word(bytes: Uint8Array, from: number, markEnd: number): number {
    let at = from;
    // End of the last code point that could also stand in the pattern's second, lower-case part.
    let lowerEnd = markEnd;
    let cls = this.classAt(bytes, at);
    while (cls >= UPPER && cls <= MARK) {
      at += this.width;
      if (cls !== UPPER) lowerEnd = at;
      cls = this.classAt(bytes, at);
    }
    let end = at;
    if (cls === LOWER) {
      while (cls === LOWER || cls === LETTER || cls === MARK) {
        at += this.width;
        cls = this.classAt(bytes, at);
      }
      end = at;
    } else if (lowerEnd >= 0) {
      // The first alternative gives upper-case letters back until its second part matches something.
      end = lowerEnd;
    }
    this.reach = at;
    return this.contraction(bytes, end);
  }

  /** End of the contraction at `at`, or `at`. */
  contraction(bytes: Uint8Array, at: number): number {
    if (bytes[at] !== APOSTROPHE) return at;
    const first = bytes[at + 1] ?? 0;
    const second = bytes[at + 2] ?? 0;
    switch (first | CASE_BIT) {
      case 0x73: // s
      case 0x74: // t
      case 0x6d: // m
      case 0x64: // d
        return at + 2;
      case 0x6c: // ll
        return (second | CASE_BIT) === 0x6c ? at + 3 : at;
      case 0x76: // ve
      case 0x72: // re
        return (second | CASE_BIT) === 0x65 ? at + 3 : at;
    }
    // The long s, U+017F, is an s but for its case.
    return first === 0xc5 && second === 0xbf ? at + 3 : at;
  }

  private number(bytes: Uint8Array, second: number): number {
    let at = second;
    for (let n = 1; n < LONGEST_NUMBER && this.classAt(bytes, at) === NUMBER; n++) at += this.width;
    this.reach = at;
    return at;
  }

  private others(bytes: Uint8Array, from: number): number {
    let at = from;
    for (;;) {
      const cls = this.classAt(bytes, at);
      if (cls !== OTHER && cls !== MARK) break;
      at += this.width;
    }
    while (this.byteClass[bytes[at] ?? 0] === NEWLINE || bytes[at] === SLASH) at++;
    this.reach = at;
    return at;
  }

  private whiteSpace(bytes: Uint8Array, from: number): number {
    let at = from;
    let last = from;
    let newlineEnd = -1;
    let cls = this.classAt(bytes, at);
    while (cls === SPACE || cls === NEWLINE) {
      last = at;
      at += this.width;
      if (cls === NEWLINE) newlineEnd = at;
      cls = this.classAt(bytes, at);
    }
    this.reach = at;
    if (newlineEnd >= 0) return newlineEnd;
    // Before something visible the last space is left to it, unless it is the only one.
    return cls === END || last === from ? at : last;
  }
}
