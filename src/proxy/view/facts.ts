/**
 * Moves the engine's largest whole marker (src/engine/markers.ts: `… N rows in all, M elided (caveman): FACTS …`)
 * out of a view, so that it stands on the summary's `facts:` line and nothing is said twice.
 */

/** A whole marker up to where its text ends; FACTS hold no `…`, quote or backslash. */
const WHOLE = /… (\d+) [a-z-]+ in all, \d+ elided \(caveman\)(?:: [^…\n\r"\\]*)? …/g;

export interface MovedFacts {
  /** The view without that marker. */
  readonly view: string;
  /** The marker without its dots, or null where there is none. */
  readonly facts: string | null;
}

export function moveFacts(view: string): MovedFacts {
  let best: RegExpExecArray | null = null;
  for (const match of view.matchAll(WHOLE)) {
    if (best === null || Number(match[1]) > Number(best[1])) best = match;
  }
  if (best === null) return { view, facts: null };
  const facts = best[0].slice(2, -2);
  const end = best.index + best[0].length;
  return { view: without(view, best.index, end) ?? view, facts };
}

/** Cuts the marker out as a JSON element (with the comma before it) or as a line; null where it is neither. */
function without(view: string, start: number, end: number): string | null {
  if (view[start - 1] === '"' && view[end] === '"') {
    const before = view.slice(0, start - 1);
    const comma = /,\s*$/.exec(before);
    return comma ? before.slice(0, comma.index) + view.slice(end + 1) : null;
  }
  const lineStart = view.lastIndexOf("\n", start) + 1;
  const lineEnd = view.indexOf("\n", end);
  if (view.slice(lineStart, start).trim() !== "") return null;
  if (view.slice(end, lineEnd < 0 ? undefined : lineEnd).trim() !== "") return null;
  const rest = lineEnd < 0 ? "" : view.slice(lineEnd + 1);
  return lineEnd < 0 ? view.slice(0, Math.max(0, lineStart - 1)) : view.slice(0, lineStart) + rest;
}
