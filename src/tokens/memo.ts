/**
 * Remembers how many tokens short pretokens have. Direct-mapped, of fixed size, and exact: the key is the pretoken's
 * bytes and length, so that two pretokens with the same hash cost time and never a wrong count.
 *
 * `words` is a view of the text that goes on for MEMO_BYTES bytes after each pretoken's start. A pretoken's bytes are
 * read four at a time, and what lies beyond its end is masked out.
 */

/** Longest pretoken that is kept; in code, prose and logs 99 of 100 are shorter. */
export const MEMO_BYTES = 16;
/** Longest pretoken that the small memo keeps. */
export const SMALL_MEMO_BYTES = 8;

/** 2^13 entries of four words, 128 KB: a few thousand different words are in use at a time, and the cache holds them. */
const SMALL_SLOT_BITS = 13;
/** 2^10 entries of eight words, 32 KB: such long ones are one in twenty. */
const LARGE_SLOT_BITS = 10;
/** The last word of an entry: length in the low bits, count above. */
const LENGTH_BITS = 8;
const LENGTH_MASK = (1 << LENGTH_BITS) - 1;

/** LOW[n] keeps of the first four bytes those before n, HIGH[n] of the next four. */
const LOW = Int32Array.of(0, 0xff, 0xffff, 0xffffff, -1, -1, -1, -1, -1);
const HIGH = Int32Array.of(0, 0, 0, 0, 0, 0xff, 0xffff, 0xffffff, -1);

function hashOf(key0: number, key1: number): number {
  const h = Math.imul(key0, 0x9e3779b1) ^ Math.imul(key1, 0x85ebca77);
  return Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
}

/** For pretokens of 1 to SMALL_MEMO_BYTES bytes. */
export class SmallMemo {
  private readonly entries = new Int32Array(4 << SMALL_SLOT_BITS);

  /** Tokens of the pretoken of `size` bytes at `from`, or 0 when it is not known. */
  get(words: DataView, from: number, size: number): number {
    const { entries } = this;
    const key0 = words.getInt32(from, true) & (LOW[size] ?? 0);
    const key1 = words.getInt32(from + 4, true) & (HIGH[size] ?? 0);
    const at = (hashOf(key0, key1 + size) >>> (32 - SMALL_SLOT_BITS)) << 2;
    const meta = entries[at + 2] ?? 0;
    const known = entries[at] === key0 && entries[at + 1] === key1 && (meta & LENGTH_MASK) === size;
    return known ? meta >>> LENGTH_BITS : 0;
  }

  set(words: DataView, from: number, size: number, count: number): void {
    const { entries } = this;
    const key0 = words.getInt32(from, true) & (LOW[size] ?? 0);
    const key1 = words.getInt32(from + 4, true) & (HIGH[size] ?? 0);
    const at = (hashOf(key0, key1 + size) >>> (32 - SMALL_SLOT_BITS)) << 2;
    entries[at] = key0;
    entries[at + 1] = key1;
    entries[at + 2] = size | (count << LENGTH_BITS);
  }
}

/** For pretokens of SMALL_MEMO_BYTES to MEMO_BYTES bytes. */
export class LargeMemo {
  private readonly entries = new Int32Array(8 << LARGE_SLOT_BITS);

  /** Tokens of the pretoken of `size` bytes at `from`, or 0 when it is not known. */
  get(words: DataView, from: number, size: number): number {
    const { entries } = this;
    const key0 = words.getInt32(from, true);
    const key1 = words.getInt32(from + 4, true);
    const key2 = words.getInt32(from + 8, true) & (LOW[size - 8] ?? 0);
    const key3 = words.getInt32(from + 12, true) & (HIGH[size - 8] ?? 0);
    const at = (hashOf(key0 ^ key2, (key1 ^ key3) + size) >>> (32 - LARGE_SLOT_BITS)) << 3;
    const meta = entries[at + 4] ?? 0;
    const known =
      entries[at] === key0 &&
      entries[at + 1] === key1 &&
      entries[at + 2] === key2 &&
      entries[at + 3] === key3 &&
      (meta & LENGTH_MASK) === size;
    return known ? meta >>> LENGTH_BITS : 0;
  }

  set(words: DataView, from: number, size: number, count: number): void {
    const { entries } = this;
    const key0 = words.getInt32(from, true);
    const key1 = words.getInt32(from + 4, true);
    const key2 = words.getInt32(from + 8, true) & (LOW[size - 8] ?? 0);
    const key3 = words.getInt32(from + 12, true) & (HIGH[size - 8] ?? 0);
    const at = (hashOf(key0 ^ key2, (key1 ^ key3) + size) >>> (32 - LARGE_SLOT_BITS)) << 3;
    entries[at] = key0;
    entries[at + 1] = key1;
    entries[at + 2] = key2;
    entries[at + 3] = key3;
    entries[at + 4] = size | (count << LENGTH_BITS);
  }
}
