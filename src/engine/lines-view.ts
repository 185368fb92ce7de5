/**
 * Writes the view of a text that consists of units which follow each other without gaps (log entries, paragraphs):
 * shown units verbatim, line ends included; markers as lines of their own.
 */
import type { View, ViewRequest } from "./contract.ts";
import { type Elision, segments } from "./elide/elide.ts";
import { runMarker } from "./markers.ts";
import { noteOf, wholeMarkerOf } from "./whole.ts";

export function renderLines(elision: Elision, request: ViewRequest, method: string): View {
  const { text, noun, starts, ends } = elision.table;
  const out: string[] = [];
  /** A marker stands on its own line, whether or not the unit before it ends its line. */
  const marker = (line: string): void => {
    const before = out.at(-1);
    if (before !== undefined && !before.endsWith("\n")) out.push("\n");
    out.push(line, "\n");
  };
  for (const { shown, from, to } of segments(elision.shown)) {
    if (shown) out.push(text.slice(starts[from], ends[to - 1]));
    else marker(runMarker(noun, to - from));
  }
  const note = noteOf(request, noun, elision.droppedChars);
  if (note !== null) marker(note);
  const whole = wholeMarkerOf(elision, request);
  if (whole !== null) marker(whole);
  return { output: out.join(""), method, losslessToModel: false };
}
