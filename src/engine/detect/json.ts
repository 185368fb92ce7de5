/** Recognises JSON documents (whole, truncated or cut out of the middle) and NDJSON. */
import { jsonPrefix } from "./json-prefix.ts";
import { type Sample, share } from "./sample.ts";

/** Characters of a document that are read before it counts as JSON. */
const PREFIX_CHARS = 1 << 15;
/** Valid JSON before the first error from which on a broken document is JSON all the same (and passes through). */
const BROKEN_MIN_CHARS = 40;

/** One line of a pretty-printed document: a member, an element, brackets, a comment. */
const FRAGMENT_LINE =
  /^\s*(?:"(?:[^"\\]|\\.)*"\s*(?::\s*(?:[[{"\d-].*|true,?|false,?|null,?))?,?|[\]}]+,?|[[{]+|-?\d[\d.eE+-]*,?|\/[/*].*|\*.*)\s*$/;

/** @returns confidence that the input is one JSON document, broken ones included */
export function recogniseJson({ text, filled }: Sample): number {
  const start = text.search(/\S/);
  if (start < 0) return 0;
  const first = text[start];
  if (first === "{" || first === "[") {
    const prefix = jsonPrefix(text, start, PREFIX_CHARS);
    if (prefix.state === "open") return 0.97;
    if (prefix.state === "complete") {
      if (text.slice(prefix.end, prefix.end + PREFIX_CHARS).trim() === "") return 1;
      // Another value follows: NDJSON where it stands on one line, else several documents.
      return prefix.members > 0 && /^\s*[[{]/.test(text.slice(prefix.end, prefix.end + 64)) ? 0.7 : 0;
    }
    if (prefix.members > 0 && prefix.end - start >= BROKEN_MIN_CHARS) return 0.7;
  }
  // The middle of a pretty-printed document, as a tool's own limit leaves it, or a document with comments.
  if (filled.length < (first === "{" || first === "[" ? 3 : 8)) return 0;
  const fragment = share(filled, (l) => FRAGMENT_LINE.test(l));
  const keyed = share(filled, (l) => /^\s*"(?:[^"\\]|\\.)*"\s*:/.test(l));
  return fragment > 0.9 && keyed > 0.2 ? 0.75 : 0;
}

function isJsonLine(line: string): boolean {
  const start = line.search(/\S/);
  if (line[start] !== "{" && line[start] !== "[") return false;
  const prefix = jsonPrefix(line, start, line.length);
  if (prefix.state === "open") return line.length >= 600;
  return prefix.state === "complete" && line.slice(prefix.end).trim() === "";
}

/** A value that stands alone on its line; where it is all there is, nothing says that it is JSON. */
const SCALAR_LINE =
  /^\s*(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|"(?:[^"\\]|\\.)*")\s*$/;

/** Whether the document that the text begins with goes on behind its first line: then it is one, however its lines look. */
function spansLines(text: string): boolean {
  const start = text.search(/\S/);
  const newline = text.indexOf("\n", start);
  if (start < 0 || newline < 0 || newline - start >= PREFIX_CHARS) return false;
  if (jsonPrefix(text, start, newline - start).state !== "open") return false;
  const { state, end } = jsonPrefix(text, start, PREFIX_CHARS);
  return state === "open" || (state === "complete" && end > newline);
}

/** @returns confidence that every line is a JSON value of its own (one line, cut short at either end, may not be) */
export function recogniseNdjson({ text, filled }: Sample): number {
  if (filled.length < 2 || spansLines(text)) return 0;
  const open = filled.filter((l) => !isJsonLine(l));
  const broken = open.filter((l) => !SCALAR_LINE.test(l));
  if (broken.length === 0 && open.length * 2 <= filled.length) return 0.98;
  const atEdge = broken.length === 1 && (broken[0] === filled[0] || broken[0] === filled.at(-1));
  return atEdge && filled.length >= 4 && broken[0]?.includes('"') === true ? 0.9 : 0;
}
