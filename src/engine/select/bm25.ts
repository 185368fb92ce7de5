/**
 * Okapi BM25 over the records of one text, in one pass: word counts per record for the query's words only, no index.
 * (Robertson & Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009; k1 and b as usual there.)
 */
import type { Checkpoint, Span } from "../contract.ts";
import type { Term } from "./query.ts";
import { words } from "./words.ts";

const K1 = 1.2;
const B = 0.75;

/** Slots of the table that tells at one look that a word is none of the query's. A power of two. */
const SLOTS = 4096;
/** Records between two checkpoints. */
const CHECK_EVERY = 4096;

/** @returns one score per record, 0 where no word of the query occurs */
export function bm25(
  text: string,
  records: readonly Span[],
  terms: readonly Term[],
  checkpoint: Checkpoint,
): Float64Array {
  const n = records.length;
  const scores = new Float64Array(n);
  if (terms.length === 0 || n === 0) return scores;
  // The first term of each slot, and for each term the next one in its slot; 0 is none.
  const slots = new Uint8Array(SLOTS);
  const next = new Uint8Array(terms.length + 1);
  terms.forEach((t, i) => {
    const slot = t.hash & (SLOTS - 1);
    next[i + 1] = slots[slot] as number;
    slots[slot] = i + 1;
  });

  const lengths = new Int32Array(n);
  const counts = new Int32Array(terms.length);
  const frequency = new Int32Array(terms.length);
  /** Postings: record, term, count. */
  const postings: number[] = [];
  let total = 0;
  let length = 0;
  const visit = (start: number, end: number, hash: number): void => {
    length++;
    for (let at = slots[hash & (SLOTS - 1)] as number; at > 0; at = next[at] as number) {
      const term = terms[at - 1] as Term;
      if (
        term.hash === hash &&
        term.word.length === end - start &&
        text.slice(start, end).toLowerCase() === term.word
      ) {
        counts[at - 1] = (counts[at - 1] as number) + 1;
        return;
      }
    }
  };
  for (let r = 0; r < n; r++) {
    if (r % CHECK_EVERY === 0) checkpoint();
    const [from, to] = records[r] as Span;
    length = 0;
    words(text, from, to, visit);
    lengths[r] = length;
    total += length;
    for (let t = 0; t < terms.length; t++) {
      const count = counts[t] as number;
      if (count === 0) continue;
      postings.push(r, t, count);
      frequency[t] = (frequency[t] as number) + 1;
      counts[t] = 0;
    }
  }

  const mean = total / n || 1;
  // Rounded: the last digits of a logarithm depend on the platform, and an answer must not.
  const idf = Array.from(
    frequency,
    (df) => Math.round(1e9 * Math.log(1 + (n - df + 0.5) / (df + 0.5))) / 1e9,
  );
  for (let p = 0; p < postings.length; p += 3) {
    const r = postings[p] as number;
    const t = postings[p + 1] as number;
    const tf = postings[p + 2] as number;
    const norm = K1 * (1 - B + (B * (lengths[r] as number)) / mean);
    scores[r] = (scores[r] as number) + ((idf[t] as number) * tf * (K1 + 1)) / (tf + norm);
  }
  return scores;
}
