/**
 * Writes the view of a text that consists of units which follow each other without gaps (log entries, paragraphs):
 * shown units verbatim, line ends included; markers as lines of their own.
 */
import type { View, ViewRequest } from "./contract.ts";
import { type Elision, segments } from "./elide/elide.ts";
import { NOTE_FROM_CHARS, note, runMarker } from "./markers.ts";
import { wholeMarkerOf } from "./whole.ts";

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
  if (elision.droppedChars >= NOTE_FROM_CHARS) marker(note(noun, request.hint));
  const whole = wholeMarkerOf(elision, request);
  if (whole !== null) marker(whole);
  return { output: out.join(""), method, losslessToModel: false };
}
