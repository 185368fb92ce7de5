/**
 * Retrieval by query: the whole records of an original that match best, in their order, each a slice of it.
 * Records that contain what the query names come before records that merely resemble it.
 */
import type { Checkpoint, Cut, Span } from "../contract.ts";
import { NON_ADJACENT } from "../markers.ts";
import { bm25 } from "./bm25.ts";
import { exactHits } from "./exact.ts";
import { parseQuery } from "./query.ts";

/** Most characters of a selection: a quarter of the original, but not less than the first nor more than the second. */
const BUDGET_FLOOR_CHARS = 2048;
const BUDGET_CEILING_CHARS = 24_000;
const BUDGET_SHARE = 4;
/** Records that score below this share of the best one are noise beside it. */
const SCORE_CUT = 0.5;

/** Between records: separators that carry nothing. */
const EMPTY_GAP = /^[\s,;]*$/;

interface Ranked {
  readonly record: number;
  readonly exact: number;
  readonly score: number;
}

/** Headings once each, and for every record the index of its own among them (-1 for none). */
function distinctHeadings(cut: Cut): { spans: Span[]; of: Int32Array } {
  const spans: Span[] = [];
  const of = new Int32Array(cut.records.length).fill(-1);
  cut.headings?.forEach((heading, r) => {
    if (heading === null) return;
    if (spans.at(-1)?.[0] !== heading[0]) spans.push(heading);
    of[r] = spans.length - 1;
  });
  return { spans, of };
}

/**
 * Matching records, best first. A record counts with its heading: a query may name the file of a hunk.
 * Where some record holds what the query names, those that merely resemble it are not wanted.
 */
function rank(original: string, cut: Cut, text: string, checkpoint: Checkpoint): Ranked[] {
  const query = parseQuery(text);
  const headings = distinctHeadings(cut);
  const scores = bm25(original, cut.records, query.terms, checkpoint);
  const exact = exactHits(original, cut.records, query.exact);
  const headingScores = bm25(original, headings.spans, query.terms, checkpoint);
  const headingExact = exactHits(original, headings.spans, query.exact);
  let top = 0;
  let anyNamed = false;
  headings.of.forEach((h, record) => {
    if (h >= 0) {
      scores[record] = (scores[record] as number) + (headingScores[h] as number);
      exact[record] = (exact[record] as number) + (headingExact[h] as number);
    }
    top = Math.max(top, scores[record] as number);
    anyNamed ||= exact[record] !== 0;
  });
  const least = anyNamed ? Number.POSITIVE_INFINITY : Math.max(top * SCORE_CUT, Number.MIN_VALUE);
  const ranked: Ranked[] = [];
  for (let record = 0; record < cut.records.length; record++) {
    const score = scores[record] as number;
    const named = exact[record] as number;
    if (named > 0 || score >= least) ranked.push({ record, exact: named, score });
  }
  return ranked.sort((a, b) => b.exact - a.exact || b.score - a.score || a.record - b.record);
}

/** The best records that fit, in the order of the original; always at least the best one. */
function choose(ranked: readonly Ranked[], cut: Cut, budget: number): number[] {
  const shownHeadings = new Set<number>();
  const chosen: number[] = [];
  let size = (cut.header === null ? 0 : cut.header[1] - cut.header[0]) + NON_ADJACENT.length + 1;
  for (const { record, exact } of ranked) {
    const [from, to] = cut.records[record] as Span;
    const heading = cut.headings?.[record] ?? null;
    let cost = to - from + NON_ADJACENT.length + 2;
    if (heading !== null && !shownHeadings.has(heading[0])) cost += heading[1] - heading[0] + 1;
    if (chosen.length > 0 && size + cost > budget) {
      // What is named goes before what resembles: nothing weaker takes its place.
      if (exact > 0) break;
      continue;
    }
    size += cost;
    chosen.push(record);
    if (heading !== null) shownHeadings.add(heading[0]);
  }
  return chosen.sort((a, b) => a - b);
}

/** Slices in order, neighbours joined, with the separator wherever anything is left out. */
function assemble(original: string, cut: Cut, chosen: readonly number[]): string {
  const spans: Span[] = [];
  const put = (from: number, to: number): void => {
    const last = spans.at(-1);
    if (last !== undefined && from < last[1]) return;
    if (last !== undefined && EMPTY_GAP.test(original.slice(last[1], from))) {
      spans[spans.length - 1] = [last[0], to];
    } else spans.push([from, to]);
  };
  if (cut.header !== null) put(cut.header[0], cut.header[1]);
  let heading: Span | null = null;
  for (const record of chosen) {
    const own = cut.headings?.[record] ?? null;
    if (own !== null && own[0] !== heading?.[0]) put(own[0], own[1]);
    heading = own;
    const [from, to] = cut.records[record] as Span;
    put(from, to);
  }
  const lines: string[] = [];
  let end = 0;
  for (const [from, to] of spans) {
    if (original.slice(end, from).trim() !== "" || lines.length > 0) lines.push(NON_ADJACENT);
    lines.push(original.slice(from, to));
    end = to;
  }
  if (original.slice(end).trim() !== "") lines.push(NON_ADJACENT);
  return lines.join("\n");
}

/**
 * @param cut how the original falls into records
 * @returns the selection, or the whole original: where it cannot be cut, nothing matches, or nothing would be saved
 */
export function selectRecords(
  original: string,
  query: string,
  cut: Cut | null,
  checkpoint: Checkpoint,
): string {
  if (cut === null || cut.records.length === 0) return original;
  const ranked = rank(original, cut, query, checkpoint);
  if (ranked.length === 0) return original;
  const budget = Math.min(
    BUDGET_CEILING_CHARS,
    Math.max(BUDGET_FLOOR_CHARS, Math.floor(original.length / BUDGET_SHARE)),
  );
  const view = assemble(original, cut, choose(ranked, cut, budget));
  return view.length < original.length ? view : original;
}
