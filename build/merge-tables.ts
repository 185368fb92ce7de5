/** From ranks to merges: which two tokens each token is made of, and tables to find it by them. */
import {
  FILTER_BITS,
  NO_TOKEN,
  PAIR_BITS,
  PAIR_TOKEN_BITS,
  PAIR_TOKEN_MASK,
  pairHash,
  SINGLE_BYTES,
} from "../src/tokens/layout.ts";

/**
 * The last merge of byte pair encoding for every token: [left, right] at 2 × token. Counting with such tables is right
 * only for a vocabulary in which merging the bytes of any token alone ends in that token; this throws for any other.
 */
export function findHalves(tokens: readonly Uint8Array[]): Int32Array {
  const text = tokens.map((t) => Buffer.from(t).toString("latin1"));
  const rank = new Map(text.map((t, i) => [t, i]));
  const halves = new Int32Array(tokens.length * 2);
  const rankAt = (s: string, from = 0, to = 0): number => rank.get(s.slice(from, to)) ?? NO_TOKEN;

  for (const [token, s] of text.entries()) {
    if ((s.length === 1) !== token < SINGLE_BYTES) {
      throw new Error(`token ${token}: tokens of one byte must come first`);
    }
    // Starts of the parts, and the rank that merging each with the next would have.
    const starts = Array.from({ length: s.length + 1 }, (_, i) => i);
    const ranks = Array.from({ length: s.length - 1 }, (_, i) => rankAt(s, i, i + 2));
    while (ranks.length > 1) {
      const best = Math.min(...ranks);
      const at = ranks.indexOf(best);
      if (best === NO_TOKEN) throw new Error(`token ${token} cannot be made by merges`);
      starts.splice(at + 1, 1);
      ranks.splice(at, 1);
      if (at < ranks.length) ranks[at] = rankAt(s, starts[at], starts[at + 2]);
      if (at > 0) ranks[at - 1] = rankAt(s, starts[at - 1], starts[at + 1]);
    }
    const middle = starts[1];
    halves[token * 2] = s.length === 1 ? token : rankAt(s, 0, middle);
    halves[token * 2 + 1] = s.length === 1 ? token : rankAt(s, middle, s.length);
  }
  return halves;
}

/** The hash table from pairs to tokens (open addressing, linear probing), and the filter before it. */
export function buildPairTable(halves: Int32Array): { pairs: Int32Array; filter: Int32Array } {
  const tokens = halves.length / 2;
  if (tokens > PAIR_TOKEN_MASK) throw new Error("token numbers need more bits");
  const pairs = new Int32Array(1 << PAIR_BITS);
  const filter = new Int32Array(1 << (FILTER_BITS - 5));
  for (let token = SINGLE_BYTES; token < tokens; token++) {
    const hash = pairHash(halves[token * 2] ?? 0, halves[token * 2 + 1] ?? 0);
    let slot = hash >>> (32 - PAIR_BITS);
    while (pairs[slot] !== 0) slot = (slot + 1) & (pairs.length - 1);
    pairs[slot] = (hash << PAIR_TOKEN_BITS) | token;
    const bit = hash >>> (32 - FILTER_BITS);
    filter[bit >>> 5] = (filter[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }
  return { pairs, filter };
}

/** Tokens of one byte, and of two as `first << 8 | second`. */
export function buildByteTables(tokens: readonly Uint8Array[]): { bytes: Int32Array; bytePairs: Int32Array } {
  const bytes = new Int32Array(256);
  const bytePairs = new Int32Array(1 << 16).fill(NO_TOKEN);
  for (const [token, [first = 0, second]] of tokens.entries()) {
    const { length } = tokens[token] ?? [];
    if (length === 1) bytes[first] = token;
    if (length === 2) bytePairs[(first << 8) | (second ?? 0)] = token;
  }
  return { bytes, bytePairs };
}
