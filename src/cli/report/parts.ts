/** Markers in a view, numbered in order, and an original cut into what the view shows and what markers stand for. */

/** Extent of a marker in the view. */
export type MarkerSpan = readonly [start: number, end: number];

/** Offsets in the original; `marker` is the number of the one that stands for it, null where none does. */
export interface Gone {
  readonly start: number;
  readonly end: number;
  readonly marker: number | null;
}

/** A part of the original. */
export interface Part extends Gone {
  readonly shown: boolean;
}

/** The whole original, in order and without gaps. */
export type Alignment = readonly Part[];

/** The marker grammar's first words: docs/reference/markers.md. Inside JSON a marker ends with its string. */
const MARKER = /… (?:\d+ [^\s…]+ (?:in all, \d+ )?elided \(caveman\)|caveman: elided)[^\n…]*…/g;

/** Every marker of a view, in order. */
export function markersOf(view: string): MarkerSpan[] {
  return [...view.matchAll(MARKER)].map((match) => [match.index, match.index + match[0].length]);
}

/** Units that a run marker stands for; 0 for a marker of another kind; null for no marker. */
export function runLength(text: string): number | null {
  const [, count, all] = /… (\d+) [^\s…]+ (in all, )?/.exec(text) ?? [];
  if (!/elided \(caveman\)|… caveman: elided/.test(text)) return null;
  return count === undefined || all !== undefined ? 0 : Number(count);
}

/** Number of the marker that begins at or behind `offset`. */
export function markerAt(markers: readonly MarkerSpan[], offset: number): number | null {
  const found = markers.findIndex(([start]) => start >= offset);
  return found < 0 ? null : found;
}

/** @param gone in order, not overlapping */
export function partsOf(length: number, gone: readonly Gone[]): Alignment {
  const parts: Part[] = [];
  let at = 0;
  for (const { start, end, marker } of gone) {
    if (start > at) parts.push({ start: at, end: start, shown: true, marker: null });
    parts.push({ start, end, shown: false, marker });
    at = end;
  }
  if (at < length) parts.push({ start: at, end: length, shown: true, marker: null });
  return parts;
}
