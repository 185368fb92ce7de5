/**
 * Words of a slice, for the rule that a dropped unit resembles a shown one: a field of prose shares at least half of
 * its words. A word with a digit in it (a count, an id, a time) is what varies between like texts.
 */

const WORD = 1;
const DIGIT = 2;
const LETTER = 4;
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
 * Calls back with each word of `text[start, end)`: its slice, and whether it holds digits and letters.
 * @param escaped whether a backslash begins an escape
 */
export function eachWord(
  text: string,
  start: number,
  end: number,
  escaped: boolean,
  word: (start: number, end: number, hasDigit: boolean, hasLetter: boolean) => void,
): void {
  let at = start;
  while (at < end) {
    const c = text.charCodeAt(at);
    if (escaped && c === 0x5c) {
      at = skipEscape(text, at);
      continue;
    }
    if (standsAlone(c)) {
      word(at, at + 1, false, true);
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
      classes |= d < 128 ? (CLASS[d] ?? 0) : LETTER;
      at++;
    }
    word(from, at, (classes & DIGIT) !== 0, (classes & LETTER) !== 0);
  }
}

/** Words from which on a value with white space is prose. */
export const PROSE_WORDS = 4;

export interface Wording {
  /** Prose is what must resemble something; ids, paths and times are not prose. */
  readonly prose: boolean;
  /** Equal for values that share at least half of their words for certain. */
  readonly hash: number;
  readonly hash2: number;
}

const NOT_PROSE: Wording = { prose: false, hash: 0, hash2: 0 };

/** @param anyText whether text without white space (a path, an identifier) counts as prose too */
export function wordingOf(
  text: string,
  start: number,
  end: number,
  escaped: boolean,
  anyText: boolean,
): Wording {
  if (end - start < 2 * PROSE_WORDS - 1) return NOT_PROSE;
  if (!anyText && !hasSpace(text, start, end)) return NOT_PROSE;
  let words = 0;
  let lettered = 0;
  let plain = 0;
  let template = 0;
  let template2 = 0;
  let exact = 0;
  let exact2 = 0;
  eachWord(text, start, end, escaped, (from, to, hasDigit, hasLetter) => {
    words++;
    if (hasLetter) lettered++;
    let h = 0x811c9dc5;
    for (let i = from; i < to; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
    exact = Math.imul(exact ^ h, 0x5bd1e995) + 1;
    exact2 = Math.imul(exact2 + h, 0x2c1b3c6d) ^ (exact2 >>> 13);
    if (hasDigit) h = 1;
    else plain++;
    template = Math.imul(template ^ h, 0x5bd1e995) + 1;
    template2 = Math.imul(template2 + h, 0x2c1b3c6d) ^ (template2 >>> 13);
  });
  // Fewer than two words with letters: a time or a list of numbers, whatever its spaces.
  if (words < PROSE_WORDS || lettered < (anyText ? 1 : 2)) return NOT_PROSE;
  return plain * 2 >= words
    ? { prose: true, hash: template | 0, hash2: template2 | 0 }
    : { prose: true, hash: exact | 0, hash2: exact2 | 0 };
}

function hasSpace(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x20 || (c >= 0x09 && c <= 0x0d) || c === 0xa0 || c === 0x3000) return true;
    // An escaped line break in a JSON string.
    if (c === 0x5c && text.charCodeAt(i + 1) === 0x6e) return true;
    // CJK prose has no spaces.
    if (standsAlone(c)) return true;
  }
  return false;
}
