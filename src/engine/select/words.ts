/**
 * Splits text into words for ranking, in one pass and without making strings: runs of letters and digits, with
 * `snake_case` and `camelCase` taken apart and each CJK character a word of its own. Words compare in lower case.
 */

export interface Word {
  readonly start: number;
  readonly end: number;
  readonly hash: number;
}

const SEPARATOR = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;

const CLASS = new Uint8Array(128);
for (let c = 97; c <= 122; c++) CLASS[c] = LOWER;
for (let c = 65; c <= 90; c++) CLASS[c] = UPPER;
for (let c = 48; c <= 57; c++) CLASS[c] = DIGIT;

/** FNV-1a, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/). */
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Scripts written without spaces: kana, Han, Hangul syllables and their extensions. */
function isUnspaced(c: number): boolean {
  return (c >= 0x3040 && c <= 0x9fff) || (c >= 0xac00 && c <= 0xd7a3) || (c >= 0xf900 && c <= 0xfaff);
}

/** Spaces and punctuation beyond ASCII that end a word. */
function isSeparator(c: number): boolean {
  return c < 0xc0 || c === 0xd7 || c === 0xf7 || (c >= 0x2000 && c <= 0x2bff) || (c >= 0x3000 && c <= 0x303f);
}

/** Calls `visit` for every word of `text[from, to)`; hashes are of the lower-case word. */
export function words(
  text: string,
  from: number,
  to: number,
  visit: (start: number, end: number, hash: number) => void,
): void {
  let start = -1;
  let hash = FNV_OFFSET;
  let last = SEPARATOR;
  for (let i = from; i < to; i++) {
    let c = text.charCodeAt(i);
    let kind: number;
    if (c < 128) {
      kind = CLASS[c] as number;
      if (kind === UPPER) c |= 32;
    } else if (isSeparator(c)) {
      kind = SEPARATOR;
    } else if (isUnspaced(c)) {
      if (start >= 0) visit(start, i, hash);
      visit(i, i + 1, Math.imul(FNV_OFFSET ^ c, FNV_PRIME));
      start = -1;
      last = SEPARATOR;
      continue;
    } else {
      const lower = text[i]?.toLowerCase().charCodeAt(0) ?? c;
      kind = lower === c ? LOWER : UPPER;
      c = lower;
    }
    const boundary = start >= 0 && (kind === SEPARATOR || (kind === UPPER && last === LOWER));
    if (boundary) {
      visit(start, i, hash);
      start = -1;
    }
    if (kind !== SEPARATOR) {
      if (start < 0) {
        start = i;
        hash = FNV_OFFSET;
      }
      hash = Math.imul(hash ^ c, FNV_PRIME);
    }
    last = kind;
  }
  if (start >= 0) visit(start, to, hash);
}

export function hashWord(word: string): number {
  let hash = FNV_OFFSET;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), FNV_PRIME);
  return hash;
}
