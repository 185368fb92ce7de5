/** Which neighbouring tokens byte pair encoding would have merged. */
import { PAIR_BITS, PAIR_TOKEN_BITS, PAIR_TOKEN_MASK, pairHash, SINGLE_BYTES } from "./layout.ts";
import type { Tables } from "./tables.ts";

/** Larger than every rank. */
const NO_LIMIT = 0x7fffffff;

export class Merges {
  private readonly left: Int32Array;
  private readonly right: Int32Array;
  private readonly pairs: Int32Array;

  constructor({ left, right, pairs }: Tables) {
    this.left = left;
    this.right = right;
    this.pairs = pairs;
  }

  /** The token whose last merge joins these two, or -1. */
  private merged(left: number, right: number): number {
    const { pairs } = this;
    const hash = pairHash(left, right);
    const print = hash << PAIR_TOKEN_BITS;
    for (let slot = hash >>> (32 - PAIR_BITS); ; slot = (slot + 1) & ((1 << PAIR_BITS) - 1)) {
      const entry = pairs[slot] ?? 0;
      if (entry === 0) return -1;
      if ((entry & ~PAIR_TOKEN_MASK) !== print) continue;
      const token = entry & PAIR_TOKEN_MASK;
      if (this.left[token] === left && this.right[token] === right) return token;
    }
  }

  /**
   * Whether encoding the bytes of token `a` followed by those of token `b` gives just these two: no merge across the
   * boundary came before the merges that made them. Those are undone from the last on, and at each state it is asked
   * whether a merge across the boundary would have had a better rank than the next one undone. Of equal ranks
   * the leftmost goes first, so across the boundary wins against a merge in `b` and loses against one in `a`.
   */
  keepApart(a: number, b: number): boolean {
    let limit = NO_LIMIT;
    for (;;) {
      const across = this.merged(a, b);
      if (across >= 0 && across < limit) return false;
      if (a > b) {
        if (a < SINGLE_BYTES) return true;
        limit = a;
        a = this.right[a] ?? 0;
      } else {
        if (b < SINGLE_BYTES) return true;
        limit = b + 1;
        b = this.left[b] ?? 0;
      }
    }
  }
}
