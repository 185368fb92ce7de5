/**
 * Remembers how many tokens a short pretoken has. Direct-mapped, of fixed size, and exact: the key is the pretoken's
 * bytes and length, so that two pretokens with the same hash cost time and never a wrong count.
 */

/** Longest pretoken that is kept: four words. In code and prose 99 of 100 are shorter. */
export const MEMO_BYTES = 16;
/** 2^14 entries of 32 bytes: stays within the second-level cache of the cores in use (512 KB of 1 MB). */
const SLOT_BITS = 14;
/** Words of an entry: four of key, one that joins length and count; the rest makes an entry half a cache line. */
const STRIDE = 8;
const LENGTH_BITS = 8;

/** MASK[n] keeps the first n bytes of a little-endian word. */
const MASK = Int32Array.of(0, 0xff, 0xffff, 0xffffff, -1);

function masks(firstByte: number): Int32Array {
  return Int32Array.from(
    { length: MEMO_BYTES + 1 },
    (_, n) => MASK[Math.max(0, Math.min(4, n - firstByte))] ?? 0,
  );
}
const MASKS = [masks(0), masks(4), masks(8), masks(12)] as const;

export class Memo {
  private readonly entries = new Int32Array(STRIDE << SLOT_BITS);
  private at = 0;
  private key0 = 0;
  private key1 = 0;
  private key2 = 0;
  private key3 = 0;
  private size = 0;

  /**
   * Tokens of the pretoken of `size` ≤ MEMO_BYTES bytes at `from`, or 0 when it is not known; then `set` stores it.
   * `words` must go on for MEMO_BYTES bytes after `from`.
   */
  get(words: DataView, from: number, size: number): number {
    const { entries } = this;
    const key0 = words.getInt32(from, true) & (MASKS[0][size] ?? 0);
    const key1 = words.getInt32(from + 4, true) & (MASKS[1][size] ?? 0);
    let key2 = 0;
    let key3 = 0;
    let hash = Math.imul(key0, 0x9e3779b1) ^ Math.imul(key1 + size, 0x85ebca77);
    if (size > 8) {
      key2 = words.getInt32(from + 8, true) & (MASKS[2][size] ?? 0);
      key3 = words.getInt32(from + 12, true) & (MASKS[3][size] ?? 0);
      hash ^= Math.imul(key2, 0xc2b2ae3d) ^ Math.imul(key3, 0x27d4eb2f);
    }
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    const at = (hash >>> (32 - SLOT_BITS)) * STRIDE;
    const meta = entries[at + 4] ?? 0;
    if (
      (meta & ((1 << LENGTH_BITS) - 1)) === size &&
      entries[at] === key0 &&
      entries[at + 1] === key1 &&
      entries[at + 2] === key2 &&
      entries[at + 3] === key3
    ) {
      return meta >>> LENGTH_BITS;
    }
    this.at = at;
    this.key0 = key0;
    this.key1 = key1;
    this.key2 = key2;
    this.key3 = key3;
    this.size = size;
    return 0;
  }

  /** Stores the count of the pretoken that `get` did not know. */
  set(count: number): void {
    const { entries, at } = this;
    entries[at] = this.key0;
    entries[at + 1] = this.key1;
    entries[at + 2] = this.key2;
    entries[at + 3] = this.key3;
    entries[at + 4] = this.size | (count << LENGTH_BITS);
  }
}
