/** From ranks to merges: which two tokens each token is made of, and a hash table from such pairs to tokens. */
import { PAIR_BITS, PAIR_TOKEN_BITS, PAIR_TOKEN_MASK, pairHash, SINGLE_BYTES } from "../src/tokens/layout.ts";

export interface Merges {
  readonly left: Int32Array;
  readonly right: Int32Array;
}

/**
 * The last merge of byte pair encoding for every token. Counting by look-ups (src/tokens/encode.ts) is right only for
 * a vocabulary in which merging the bytes of any token alone ends in that token; this throws for any other.
 */
export function findMerges(tokens: readonly Uint8Array[]): Merges {
  const text = tokens.map((t) => Buffer.from(t).toString("latin1"));
  const rank = new Map(text.map((t, i) => [t, i]));
  const left = Int32Array.from(tokens.keys());
  const right = Int32Array.from(tokens.keys());
  const rankAt = (s: string, from: number, to: number): number => rank.get(s.slice(from, to)) ?? Infinity;

  for (const [token, s] of text.entries()) {
    if ((s.length === 1) !== token < SINGLE_BYTES)
      throw new Error(`token ${token}: single bytes must come first`);
    // Starts of the parts, and the rank that merging each with the next would have.
    const starts = Array.from({ length: s.length + 1 }, (_, i) => i);
    const ranks = Array.from({ length: s.length - 1 }, (_, i) => rankAt(s, i, i + 2));
    while (ranks.length > 1) {
      const best = Math.min(...ranks);
      const at = ranks.indexOf(best);
      if (best === Infinity) throw new Error(`token ${token} cannot be made by merges`);
      starts.splice(at + 1, 1);
      ranks.splice(at, 1);
      if (at < ranks.length) ranks[at] = rankAt(s, starts[at] ?? 0, starts[at + 2] ?? 0);
      if (at > 0) ranks[at - 1] = rankAt(s, starts[at - 1] ?? 0, starts[at + 1] ?? 0);
    }
    if (s.length === 1) continue;
    left[token] = rankAt(s, 0, starts[1] ?? 0);
    right[token] = rankAt(s, starts[1] ?? 0, s.length);
  }
  return { left, right };
}

/** Open addressing, linear probing; slots as layout.ts says. */
export function buildPairTable({ left, right }: Merges): Int32Array {
  if (left.length > PAIR_TOKEN_MASK) throw new Error("token numbers need more bits");
  const table = new Int32Array(1 << PAIR_BITS);
  for (let token = SINGLE_BYTES; token < left.length; token++) {
    const hash = pairHash(left[token] ?? 0, right[token] ?? 0);
    let slot = hash >>> (32 - PAIR_BITS);
    while (table[slot] !== 0) slot = (slot + 1) & (table.length - 1);
    table[slot] = (hash << PAIR_TOKEN_BITS) | token;
  }
  return table;
}
