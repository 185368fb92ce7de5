/** Units that the caller's words point at. */
import type { Checkpoint } from "../contract.ts";
import type { UnitTable } from "../table.ts";

/** Matching units that are pulled into view: a better view, not a larger one. */
const MAX_MATCHES = 6;
/** Shorter words are in everything. */
const MIN_CHARS = 2;
const MAX_WORDS = 16;

/** The units that hold the rarest of the query's words, best first. */
export function findMatches(table: UnitTable, query: string, checkpoint: Checkpoint): number[] {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}_][\p{L}\p{N}_.:-]*/gu) ?? [])]
    .filter((word) => word.length >= MIN_CHARS)
    .slice(0, MAX_WORDS);
  if (words.length === 0) return [];
  const has: { unit: number; words: number[] }[] = [];
  const found = new Array<number>(words.length).fill(0);
  for (let unit = 0; unit < table.count; unit++) {
    if (unit % 1024 === 0) checkpoint();
    const text = table.text.slice(table.starts[unit], table.ends[unit]).toLowerCase();
    const hits = words.flatMap((word, i) => (text.includes(word) ? [i] : []));
    for (const i of hits) found[i] = (found[i] ?? 0) + 1;
    if (hits.length > 0) has.push({ unit, words: hits });
  }
  // No logarithm: its last digits depend on the platform.
  const weight = (n: number): number => table.count / (1 + n);
  return has
    .map(({ unit, words: hits }) => ({
      unit,
      score: hits.reduce((sum, i) => sum + weight(found[i] ?? 0), 0),
    }))
    .sort((a, b) => b.score - a.score || a.unit - b.unit)
    .slice(0, MAX_MATCHES)
    .map(({ unit }) => unit);
}
