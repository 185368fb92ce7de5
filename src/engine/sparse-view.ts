/**
 * Writes the view of a text in which units stand between lines that are none (a summary's lines between commits):
 * those other lines stay, and a run of dropped units ends where one stands.
 */
import type { View, ViewRequest } from "./contract.ts";
import type { Elision } from "./elide/elide.ts";
import { runMarker } from "./markers.ts";
import { noteOf, wholeMarkerOf } from "./whole.ts";

/** A run of fewer characters is shown: its marker would be as long. */
const MIN_RUN_CHARS = 56;

interface Run {
  readonly from: number;
  readonly to: number;
}

/** Runs of dropped units that follow each other line by line. */
function runsOf({ table, shown }: Elision): Run[] {
  const { text, starts, ends, count } = table;
  const follows = (unit: number): boolean =>
    /^\r?\n$/.test(text.slice(ends[unit - 1] ?? 0, Math.min(starts[unit] ?? 0, (ends[unit - 1] ?? 0) + 3)));
  const runs: Run[] = [];
  for (let from = 0; from < count; ) {
    let to = from + 1;
    while (to < count && shown[from] === 0 && shown[to] === 0 && follows(to)) to++;
    if (shown[from] === 0 && (ends[to - 1] ?? 0) - (starts[from] ?? 0) >= MIN_RUN_CHARS)
      runs.push({ from, to });
    from = to;
  }
  return runs;
}

/** Null where no run is worth its marker. */
export function renderSparse(elision: Elision, request: ViewRequest, method: string): View | null {
  const { text, noun, starts, ends, count } = elision.table;
  const runs = runsOf(elision);
  if (runs.length === 0) return null;
  const shown = new Uint8Array(count).fill(1);
  const out: string[] = [];
  let at = 0;
  let dropped = 0;
  let droppedChars = 0;
  for (const { from, to } of runs) {
    out.push(text.slice(at, starts[from]), runMarker(noun, to - from));
    at = ends[to - 1] ?? at;
    shown.fill(0, from, to);
    dropped += to - from;
    droppedChars += at - (starts[from] ?? 0);
  }
  out.push(text.slice(at));
  if (!text.endsWith("\n")) out.push("\n");
  const explained = noteOf(request, noun, droppedChars);
  if (explained !== null) out.push(`${explained}\n`);
  const whole = wholeMarkerOf({ ...elision, shown, dropped, droppedChars }, request);
  if (whole !== null) out.push(`${whole}\n`);
  return { output: out.join(""), method, losslessToModel: false };
}
