/** What a terminal showed: the screen, and then the view of what is on it. */
import { splitLines } from "../../text/lines.ts";
import type { Compressor, Cut, View, ViewRequest } from "../contract.ts";
import { wholeMarker } from "../markers.ts";
import { resolveScreen } from "../terminal/screen.ts";

function view(request: ViewRequest): View | null {
  const screen = resolveScreen(request.input, request.checkpoint);
  // A screen on which nothing is left says nothing.
  if (screen.text === request.input || screen.text.trim() === "") return null;
  const inner = request.viewOf(screen.text);
  const text = inner?.output ?? screen.text;
  const method = inner === null ? "terminal-screen" : `terminal-screen+${inner.method}`;
  const lossless = inner?.losslessToModel ?? true;
  if (screen.overwritten === 0) return { output: text, method, losslessToModel: lossless };
  // Redraws are spread over the lines, so only the total is stated.
  const all = screen.overwritten + screen.shownStates;
  const marker = wholeMarker("redraws", all, screen.overwritten);
  const gap = text === "" || text.endsWith("\n") ? "" : "\n";
  return { output: `${text}${gap}${marker}\n`, method, losslessToModel: false };
}

/** Records are the capture's own lines: nothing shorter is a whole slice of the original. */
function cut(input: string): Cut | null {
  const { starts, ends, count } = splitLines(input);
  const records = Array.from({ length: count }, (_, i) => [starts[i] ?? 0, ends[i] ?? 0] as const);
  return { header: null, records: records.filter(([from, to]) => to > from) };
}

const content = (input: string): string => resolveScreen(input, () => {}).text;

export const terminal: Compressor = { type: "terminal", view, cut, content };
