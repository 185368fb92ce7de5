/**
 * Remembers how many tokens short pretokens have. Direct-mapped, of fixed size, and exact: the key is the pretoken's
 * bytes and length, so that two pretokens with the same hash cost time and never a wrong count.
 *
 * `words` is a view of the text. A pretoken's bytes are read four at a time, and what lies beyond its end is masked out;
 * so the view must go on for a few bytes after the text.
 */

/** Longest pretoken that the small memo keeps: 19 of 20 in code, prose and logs. */
export const SMALL_MEMO_BYTES = 8;
/** Longest pretoken that the large memo keeps: long words in scripts of two or three bytes a letter, too. */
export const LARGE_MEMO_BYTES = 32;

/** 2^13 entries of four words, 128 KB: a few thousand different words are in use at a time, and the cache holds them. */
const SMALL_SLOT_BITS = 13;
/** 2^11 entries of nine words, 72 KB. */
const LARGE_SLOT_BITS = 11;
const LARGE_STRIDE = LARGE_MEMO_BYTES / 4 + 1;
/** One word of an entry has the length in its low bits and the count above. */
const LENGTH_BITS = 8;
const LENGTH_MASK = (1 << LENGTH_BITS) - 1;

/** LOW[n] keeps of four bytes the first n; HIGH[n] the first n − 4. */
const LOW = Int32Array.of(0, 0xff, 0xffff, 0xffffff, -1, -1, -1, -1, -1);
const HIGH = Int32Array.of(0, 0, 0, 0, 0, 0xff, 0xffff, 0xffffff, -1);

/** For pretokens of 1 to SMALL_MEMO_BYTES bytes. */
export class SmallMemo {
  private readonly entries = new Int32Array(4 << SMALL_SLOT_BITS);

  /** Tokens of the pretoken of `size` bytes at `from`, or 0 when it is not known. */
  get(words: DataView, from: number, size: number): number {
    const { entries } = this;
    const key0 = words.getInt32(from, true) & (LOW[size] ?? 0);
    const key1 = words.getInt32(from + 4, true) & (HIGH[size] ?? 0);
    const at = smallSlot(key0, key1, size);
    const meta = entries[at + 2] ?? 0;
    const known = entries[at] === key0 && entries[at + 1] === key1 && (meta & LENGTH_MASK) === size;
    return known ? meta >>> LENGTH_BITS : 0;
  }

  set(words: DataView, from: number, size: number, count: number): void {
    const { entries } = this;
    const key0 = words.getInt32(from, true) & (LOW[size] ?? 0);
    const key1 = words.getInt32(from + 4, true) & (HIGH[size] ?? 0);
    const at = smallSlot(key0, key1, size);
    entries[at] = key0;
    entries[at + 1] = key1;
    entries[at + 2] = size | (count << LENGTH_BITS);
  }
}

function smallSlot(key0: number, key1: number, size: number): number {
  const h = Math.imul(key0, 0x9e3779b1) ^ Math.imul(key1 + size, 0x85ebca77);
  return (Math.imul(h ^ (h >>> 15), 0x2c1b3c6d) >>> (32 - SMALL_SLOT_BITS)) << 2;
}

/** For pretokens of 1 to LARGE_MEMO_BYTES bytes. */
export class LargeMemo {
  private readonly entries = new Int32Array(LARGE_STRIDE << LARGE_SLOT_BITS);

  /** As in SmallMemo. */
  get(words: DataView, from: number, size: number): number {
    const { entries } = this;
    const at = largeSlot(words, from, size);
    const meta = entries[at] ?? 0;
    if ((meta & LENGTH_MASK) !== size) return 0;
    for (let i = 0, key = at; i < size; i += 4) {
      if (entries[++key] !== wordOf(words, from + i, size - i)) return 0;
    }
    return meta >>> LENGTH_BITS;
  }

  set(words: DataView, from: number, size: number, count: number): void {
    const { entries } = this;
    const at = largeSlot(words, from, size);
    entries[at] = size | (count << LENGTH_BITS);
    for (let i = 0, key = at; i < size; i += 4) entries[++key] = wordOf(words, from + i, size - i);
  }
}

/** Four bytes, of which `rest` or all count. */
function wordOf(words: DataView, at: number, rest: number): number {
  const word = words.getInt32(at, true);
  return rest < 4 ? word & (LOW[rest] ?? 0) : word;
}

function largeSlot(words: DataView, from: number, size: number): number {
  let h = size;
  for (let i = 0; i < size; i += 4) h = Math.imul(h ^ wordOf(words, from + i, size - i), 0x9e3779b1);
  return (Math.imul(h ^ (h >>> 15), 0x2c1b3c6d) >>> (32 - LARGE_SLOT_BITS)) * LARGE_STRIDE;
}
