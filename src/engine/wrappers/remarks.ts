/** One JSON document, or one a line, between a few lines of a tool's own, as `npm … --json 2>&1` and cargo print it. */
import { JsonTape, scanJson } from "../../text/json.ts";
import { enclosed, type Wrapped } from "./wrapped.ts";

/** The document has at least this share of the text … */
const MIN_SHARE = 0.75;
/** … and this many lines at most stand before it. */
const MAX_LINES_BEFORE = 20;

/** Offset of the first line that begins with a bracket; -1 where the first line does, or none of the first ones. */
function documentStart(text: string): number {
  let at = 0;
  for (let line = 0; line <= MAX_LINES_BEFORE; line++) {
    const c = text.charCodeAt(at);
    if (c === 0x7b || c === 0x5b) return line === 0 ? -1 : at;
    const newline = text.indexOf("\n", at);
    if (newline < 0 || newline > text.length * (1 - MIN_SHARE)) return -1;
    at = newline + 1;
  }
  return -1;
}

/** Behind the last of the lines from `from` on that begin as the first of them does. */
function endOfLines(text: string, from: number): number {
  let end = from;
  for (let at = from; text[at] === text[from]; ) {
    const newline = text.indexOf("\n", at);
    end = newline < 0 ? text.length : newline;
    if (newline < 0) break;
    at = newline + 1;
  }
  return end;
}

export function unwrapRemarks(text: string): Wrapped | null {
  const from = documentStart(text);
  if (from < 0) return null;
  const end = scanJson(new JsonTape(text), from, text.length);
  const to = text[end] === "\n" && text[end + 1] === text[from] ? endOfLines(text, from) : end;
  // Behind the document a line ends, or the text does: `[1] starting …` is no array.
  if (to < from + text.length * MIN_SHARE || !/^[ \t]*\r?(?:\n|$)/.test(text.slice(to, to + 80))) return null;
  return enclosed(text, from, to);
}
