/** What byte pair encoding makes of two neighbouring tokens. */
import {
  FILTER_BITS,
  NO_TOKEN,
  PAIR_BITS,
  PAIR_TOKEN_BITS,
  PAIR_TOKEN_MASK,
  pairHash,
  SINGLE_BYTES,
} from "./layout.ts";
import type { Tables } from "./tables.ts";

export class Merges {
  private readonly halves: Int32Array;
  private readonly pairs: Int32Array;
  private readonly filter: Int32Array;

  constructor({ halves, pairs, filter }: Tables) {
    this.halves = halves;
    this.pairs = pairs;
    this.filter = filter;
  }

  /** The token that merging these two makes, or NO_TOKEN. Its number is the rank of the merge. */
  merged(left: number, right: number): number {
    const { pairs, halves } = this;
    const hash = pairHash(left, right);
    const bit = hash >>> (32 - FILTER_BITS);
    if ((((this.filter[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 0) return NO_TOKEN;
    const fingerprint = hash << PAIR_TOKEN_BITS;
    for (let slot = hash >>> (32 - PAIR_BITS); ; slot = (slot + 1) & ((1 << PAIR_BITS) - 1)) {
      const entry = pairs[slot] ?? 0;
      if (entry === 0) return NO_TOKEN;
      if ((entry & ~PAIR_TOKEN_MASK) !== fingerprint) continue;
      const token = entry & PAIR_TOKEN_MASK;
      if (halves[2 * token] === left && halves[2 * token + 1] === right) return token;
    }
  }

  /**
   * Whether encoding the bytes of token `a` followed by those of token `b` gives just these two: no merge across the
   * boundary came before the merges that made them. Those are undone from the last on, and at each state it is asked
   * whether a merge across the boundary would have had a better rank than the next one undone. Of equal ranks
   * the leftmost goes first, so across the boundary wins against a merge in `b` and loses against one in `a`.
   */
  keepApart(a: number, b: number): boolean {
    const { halves } = this;
    let limit = NO_TOKEN;
    for (;;) {
      if (this.merged(a, b) < limit) return false;
      if (a > b) {
        if (a < SINGLE_BYTES) return true;
        limit = a;
        a = halves[2 * a + 1] ?? 0;
      } else {
        if (b < SINGLE_BYTES) return true;
        limit = b + 1;
        b = halves[2 * b] ?? 0;
      }
    }
  }
}
