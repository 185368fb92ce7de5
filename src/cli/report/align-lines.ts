/** Views whose lines are lines of the original, with markers between them: logs, text, tables, diffs, code. */
import { splitLines } from "../../text/lines.ts";
import { type Alignment, type Gone, markerAt, markersOf, partsOf, runLength } from "./parts.ts";

/** A marker by itself, or in the first cell of a table's row. */
const MARKER_LINE = /^[\s|"]*… /;

/** Where each line of the original occurs, in order. */
function placesOf(lines: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, line] of lines.entries()) {
    const known = places.get(line);
    if (known === undefined) places.set(line, [at]);
    else known.push(at);
  }
  return places;
}

/** The first of the sorted numbers that is not below `from`, or null. */
function firstFrom(sorted: readonly number[], from: number): number | null {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return sorted[low] ?? null;
}

interface Line {
  readonly text: string;
  readonly start: number;
  /** Behind the line's break. */
  readonly end: number;
}

function linesOf(text: string): Line[] {
  const { count, starts, ends } = splitLines(text);
  const lines: Line[] = [];
  for (let i = 0; i < count; i++) {
    const start = starts[i] ?? 0;
    lines.push({ text: text.slice(start, ends[i]), start, end: starts[i + 1] ?? text.length });
  }
  return lines;
}

/** Null where a line of the view is none of the original, or stands in another order. */
export function alignLines(original: string, view: string): Alignment | null {
  const lines = linesOf(original);
  const places = placesOf(lines.map((line) => line.text));
  const markers = markersOf(view);
  const gone: Gone[] = [];
  let cursor = 0;
  let least = 0;
  let marker: number | null = null;
  const skipTo = (to: number): void => {
    const first = lines[cursor];
    const last = lines[to - 1];
    if (first !== undefined && last !== undefined && to > cursor) {
      gone.push({ start: first.start, end: last.end, marker });
    }
    marker = null;
    least = 0;
  };
  for (const { text, start } of linesOf(view)) {
    const run = runLength(text);
    if (run !== null) {
      if (!MARKER_LINE.test(text)) return null;
      if (run === 0) continue;
      marker = markerAt(markers, start);
      least += run;
      continue;
    }
    if (text === "" && cursor >= lines.length) continue;
    // A unit has a line at least, so the next shown one is not nearer than the run is long.
    const at = firstFrom(places.get(text) ?? [], cursor + least);
    if (at === null) return null;
    skipTo(at);
    cursor = at + 1;
  }
  skipTo(lines.length);
  return partsOf(original.length, gone);
}
