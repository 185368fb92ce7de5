/**
 * Moves the engine's largest whole marker (src/engine/markers.ts: `… N rows in all, M elided (caveman): FACTS …`)
 * out of a view, so that it stands on the summary's `facts:` line and nothing is said twice.
 */

/** A whole marker up to where its text ends; FACTS hold no `…`. In JSON its quotes are escaped. */
const WHOLE = /… (\d+) [a-z-]+ in all, \d+ elided \(caveman\)(?:: [^…\n\r]*)? …/g;

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
  const start = best.index;
  const end = start + best[0].length;
  const quoted = view[start - 1] === '"' && view[end] === '"';
  if (quoted && isRow(view, start - 1, end + 1)) {
    const rest = view.slice(0, start - 1) + view.slice(lineAfter(view, end));
    return { view: rest, facts: best[0].slice(2, -2).replaceAll('""', '"') };
  }
  const rest = quoted ? withoutElement(view, start - 1, end + 1) : withoutLine(view, start, end);
  if (rest === null) return { view, facts: null };
  const text = quoted ? unescaped(best[0]) : best[0];
  return text === null ? { view, facts: null } : { view: rest, facts: text.slice(2, -2) };
}

function unescaped(inside: string): string | null {
  try {
    return JSON.parse(`"${inside}"`) as string;
  } catch {
    return null;
  }
}

/** A row of CSV: the quoted cell begins its line, and only empty cells stand behind it. No JSON looks like that. */
function isRow(view: string, start: number, end: number): boolean {
  if (start > 0 && view[start - 1] !== "\n") return false;
  return /^[,;\t]+\r?\n?$/.test(view.slice(end, lineAfter(view, end)));
}

/** Where the line that holds `at` has ended. */
function lineAfter(view: string, at: number): number {
  const newline = view.indexOf("\n", at);
  return newline < 0 ? view.length : newline + 1;
}

/** A whole marker is the last element of its array, so a comma stands before it. */
function withoutElement(view: string, start: number, end: number): string | null {
  const before = view.slice(0, start).trimEnd();
  return before.endsWith(",") ? before.slice(0, -1) + view.slice(end) : null;
}

/** Only a marker that has its line for itself is moved. */
function withoutLine(view: string, start: number, end: number): string | null {
  const lineStart = view.lastIndexOf("\n", start) + 1;
  const newline = view.indexOf("\n", end);
  const lineEnd = newline < 0 ? view.length : newline;
  if (view.slice(lineStart, start).trim() !== "" || view.slice(end, lineEnd).trim() !== "") return null;
  return newline < 0
    ? view.slice(0, Math.max(0, lineStart - 1))
    : view.slice(0, lineStart) + view.slice(newline + 1);
}
