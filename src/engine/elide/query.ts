/** Units that the caller's words point at. */
import type { Checkpoint, Span } from "../contract.ts";
import { exactHits } from "../select/exact.ts";
import { parseQuery } from "../select/query.ts";
import type { UnitTable } from "../table.ts";

/** Matching units that are pulled into view at most. */
const MAX_MATCHES = 6;
/** A word that this share of the units holds points at none of them. */
const TELLING_SHARE = 0.5;

/** The units that hold what the query names, then those that hold the rarest of its words; best first. */
export function findMatches(table: UnitTable, query: string, checkpoint: Checkpoint): number[] {
  const { terms, exact } = parseQuery(query);
  if (terms.length === 0 && exact.length === 0) return [];
  const spans = Array.from(table.starts, (start, unit): Span => [start, table.ends[unit] ?? start]);
  const named = exactHits(table.text, spans, exact);
  checkpoint();
  const found = new Array<number>(terms.length).fill(0);
  const hits: { unit: number; terms: number[] }[] = [];
  for (const [unit, [start, end]] of spans.entries()) {
    if (unit % 1024 === 0) checkpoint();
    const text = table.text.slice(start, end).toLowerCase();
    const held = terms.flatMap(({ word }, i) => (text.includes(word) ? [i] : []));
    for (const i of held) found[i] = (found[i] ?? 0) + 1;
    if (held.length > 0 || (named[unit] ?? 0) > 0) hits.push({ unit, terms: held });
  }
  // No logarithm: its last digits depend on the platform.
  const weight = (n: number): number => (n > table.count * TELLING_SHARE ? 0 : table.count / n);
  const score = ({ unit, terms: held }: { unit: number; terms: number[] }): number =>
    (named[unit] ?? 0) * table.count * (terms.length + 1) +
    held.reduce((sum, i) => sum + weight(found[i] ?? 0), 0);
  return hits
    .map((hit) => ({ unit: hit.unit, score: score(hit) }))
    .filter((hit) => hit.score > 0)
    .sort((a, b) => b.score - a.score || a.unit - b.unit)
    .slice(0, MAX_MATCHES)
    .map(({ unit }) => unit);
}
