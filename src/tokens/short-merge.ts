/** Byte pair encoding as the book has it: merge the pair of best rank, the leftmost of equals, until none is left. */
import { NO_TOKEN } from "./layout.ts";
import type { Merges } from "./merges.ts";
import type { Tables } from "./tables.ts";

/** Quadratic in the length, and up to about here still the fastest: everything is in a few registers and cache lines. */
export const SHORT_BYTES = 16;

export class ShortMerge {
  private readonly bytePairs: Int32Array;
  private readonly byteTokens: Int32Array;
  private readonly tokens = new Int32Array(SHORT_BYTES);
  /** What merging each token with the next makes. */
  private readonly ranks = new Int32Array(SHORT_BYTES);

  constructor(
    { bytePairs, bytes }: Tables,
    private readonly merges: Merges,
  ) {
    this.bytePairs = bytePairs;
    this.byteTokens = bytes;
  }

  /** Number of tokens of `bytes[from..to)`, which has 1 to SHORT_BYTES bytes. */
  count(bytes: Uint8Array, from: number, to: number): number {
    const { tokens, ranks, bytePairs, byteTokens, merges } = this;
    let last = to - from - 1;
    for (let i = 0; i <= last; i++) {
      const byte = bytes[from + i] ?? 0;
      tokens[i] = byteTokens[byte] ?? 0;
      if (i < last) ranks[i] = bytePairs[(byte << 8) | (bytes[from + i + 1] ?? 0)] ?? 0;
    }
    for (;;) {
      let best = NO_TOKEN;
      let at = 0;
      for (let i = 0; i < last; i++) {
        const rank = ranks[i] ?? 0;
        if (rank < best) {
          best = rank;
          at = i;
        }
      }
      if (best === NO_TOKEN) return last + 1;
      tokens[at] = best;
      last--;
      for (let i = at + 1; i <= last; i++) {
        tokens[i] = tokens[i + 1] ?? 0;
        ranks[i] = ranks[i + 1] ?? 0;
      }
      if (at < last) ranks[at] = merges.merged(best, tokens[at + 1] ?? 0);
      if (at > 0) ranks[at - 1] = merges.merged(tokens[at - 1] ?? 0, best);
    }
  }
}
