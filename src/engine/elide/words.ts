/**
 * Words of a slice, for the rule that a dropped unit resembles a shown one: a field of prose shares at least half of
 * its words. A word with a digit in it (a count, an id, a time) is what varies between like texts.
 */

const WORD = 1;
const DIGIT = 2;
const LETTER = 4;
const BACKSLASH = 0x5c;
/** FNV-1a, and odd multipliers that spread its bits. */
const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const MIX = 0x5bd1e995;
const MIX2 = 0x2c1b3c6d;
/** Class of the ASCII characters; what lies beyond is a word of its own (CJK) or part of one. */
const CLASS = new Uint8Array(128);
for (let c = 0x30; c <= 0x39; c++) CLASS[c] = WORD | DIGIT;
for (let c = 0x41; c <= 0x5a; c++) CLASS[c] = CLASS[c + 0x20] = WORD | LETTER;
CLASS[0x5f] = WORD;

/** Scripts without spaces between words, roughly: each character is taken for a word. */
function standsAlone(c: number): boolean {
  return c >= 0x2e80 && c < 0xd800;
}

function isWordChar(c: number): boolean {
  return c < 128 ? CLASS[c] !== 0 : c >= 0xaa && (c < 0x2000 || c > 0x206f) && !standsAlone(c);
}

/** Escapes of JSON strings separate words; returns the offset behind the escape at `at`. */
function skipEscape(text: string, at: number): number {
  return text.charCodeAt(at + 1) === 0x75 ? at + 6 : at + 2;
}

/**
 * Calls back with each word of `text[start, end)`: its slice, and whether it holds a digit.
 * @param escaped whether a backslash begins an escape
 */
export function eachWord(
  text: string,
  start: number,
  end: number,
  escaped: boolean,
  word: (start: number, end: number, hasDigit: boolean) => void,
): void {
  let at = start;
  while (at < end) {
    const c = text.charCodeAt(at);
    if (escaped && c === BACKSLASH) {
      at = skipEscape(text, at);
      continue;
    }
    if (standsAlone(c)) {
      word(at, at + 1, false);
      at++;
      continue;
    }
    if (!isWordChar(c)) {
      at++;
      continue;
    }
    const from = at;
    let classes = 0;
    while (at < end) {
      const d = text.charCodeAt(at);
      if (!isWordChar(d)) break;
      if (d < 128) classes |= CLASS[d] ?? 0;
      at++;
    }
    word(from, at, (classes & DIGIT) !== 0);
  }
}

/** Words from which on a value with white space is prose. */
export const PROSE_WORDS = 4;

/**
 * How a value is worded. Two values of prose with equal hashes share at least half of their words for certain: the
 * words without digits are the same and are half of all, or all words are the same.
 */
export class Wording {
  /** Prose is what must resemble something; ids, paths and times are not prose. */
  prose = false;
  hash = 0;
  hash2 = 0;

  /**
   * Reads the wording of `text[start, end)`.
   * @param escaped whether a backslash begins an escape
   * @param anyText whether text without white space (a path, an identifier) counts as prose too: where units are
   *   nothing but one string, its words are all that there is to resemble
   */
  read(text: string, start: number, end: number, escaped: boolean, anyText: boolean): void {
    this.prose = false;
    this.hash = 0;
    this.hash2 = 0;
    if (end - start < 2 * PROSE_WORDS - 1) return;
    let spaced = anyText;
    let words = 0;
    let lettered = 0;
    let plain = 0;
    let template = 0;
    let template2 = 0;
    let exact = 0;
    let exact2 = 0;
    for (let at = start; at < end; ) {
      const c = text.charCodeAt(at);
      if (escaped && c === BACKSLASH) {
        spaced ||= text.charCodeAt(at + 1) === 0x6e;
        at = skipEscape(text, at);
        continue;
      }
      if (!isWordChar(c) && !standsAlone(c)) {
        spaced ||= c <= 0x20 || c === 0xa0;
        at++;
        continue;
      }
      let h = FNV_BASIS;
      let classes = 0;
      if (standsAlone(c)) {
        // Such scripts write no spaces.
        spaced = true;
        h = Math.imul(h ^ c, FNV_PRIME);
        classes = LETTER;
        at++;
      } else {
        for (; at < end; at++) {
          const d = text.charCodeAt(at);
          if (!isWordChar(d)) break;
          classes |= d < 128 ? (CLASS[d] ?? 0) : LETTER;
          h = Math.imul(h ^ d, FNV_PRIME);
        }
      }
      words++;
      if ((classes & LETTER) !== 0) lettered++;
      exact = Math.imul(exact ^ h, MIX) + 1;
      exact2 = Math.imul(exact2 + h, MIX2) ^ (exact2 >>> 13);
      if ((classes & DIGIT) !== 0) h = 1;
      else plain++;
      template = Math.imul(template ^ h, MIX) + 1;
      template2 = Math.imul(template2 + h, MIX2) ^ (template2 >>> 13);
    }
    // Fewer than two words with letters: a time or a list of numbers, whatever its spaces.
    if (!spaced || words < PROSE_WORDS || lettered < 2) return;
    this.prose = true;
    const half = plain * 2 >= words;
    this.hash = (half ? template : exact) | 0;
    this.hash2 = (half ? template2 : exact2) | 0;
  }
}

/** Calls back with the content of each string literal in a slice of JSON. */
export function eachString(
  text: string,
  start: number,
  end: number,
  string: (start: number, end: number) => void,
): void {
  for (let at = start; at < end; at++) {
    if (text.charCodeAt(at) !== 0x22) continue;
    const from = ++at;
    while (at < end && text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
    string(from, Math.min(at, end));
  }
}
