/**
 * TOON to minified JSON, strict, with every number spelled as in the input and keys in their order.
 * The library parses; what it would lose or stumble over (long numbers, deep nesting, many blank lines) is handled here.
 */
import { decodeStreamSync, ToonDecodeError } from "@toon-format/toon";
import { CaveError } from "../../text/errors.ts";
import { isWellFormed } from "../../text/well-formed.ts";
import { MAX_TOON_DEPTH } from "./canonical.ts";
import { explain } from "./explain.ts";
import { JsonWriter } from "./json-writer.ts";
import { NumberCarrier } from "./numbers.ts";

/** Blank lines between indented lines; the library looks through all of them once per array. */
const MAX_INNER_BLANK_LINES = 256;

/** A run of blanks beside a bracket; the library's trimming of that place is quadratic. */
const MAX_BLANK_RUN = 4096;
const BLANK_RUN = new RegExp(`[ \\t]{${MAX_BLANK_RUN}}`);

function invalid(what: string, line?: number): CaveError {
  const where = line === undefined ? "" : `line ${line}: `;
  return new CaveError("cave_invalid_toon", `The input is not valid TOON. ${where}${what}.`);
}

/** Deepest nesting of braces outside of quotes: the field groups of a table's header. */
function braceDepth(line: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    const c = line[i];
    if (c === '"') quoted = !quoted;
    else if (quoted) {
      if (c === "\\") i++;
    } else if (c === "{") deepest = Math.max(deepest, ++depth);
    else if (c === "}") depth--;
  }
  return deepest;
}

function indentOf(line: string): number {
  let at = 0;
  while (at < line.length && line[at] === " ") at++;
  return at;
}

/** Throws where a line would cost the library a stack overflow or quadratic time. */
function guard(line: string, number: number): void {
  const indent = indentOf(line);
  // Two blanks per level; a line of nothing but blanks has no level.
  const tooDeep = indent > 2 * MAX_TOON_DEPTH && indent < line.length;
  if (tooDeep || (line.includes("{") && braceDepth(line) > MAX_TOON_DEPTH)) {
    throw invalid(`nested deeper than ${MAX_TOON_DEPTH} levels`, number);
  }
  if (line.includes("]") && BLANK_RUN.test(line)) {
    throw invalid(`more than ${MAX_BLANK_RUN} blanks in a row beside a bracket`, number);
  }
}

const BLANK = /^[ \t\r]*$/;

/**
 * Blank lines before an unindented line lie outside of every array. The library keeps a list of all blank lines
 * and searches it for each array, so these become comments, which keep the line numbers and cost nothing.
 */
function neutraliseBlankLines(lines: string[]): void {
  let inner = 0;
  let pending: number[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    if (BLANK.test(line)) {
      pending.push(i);
    } else if (pending.length > 0 && !line.startsWith("#")) {
      if (line.startsWith(" ")) inner += pending.length;
      else for (const at of pending) lines[at] = "#";
      if (inner > MAX_INNER_BLANK_LINES) throw invalid("too many blank lines between nested values", i + 1);
      pending = [];
    }
  }
  for (const at of pending) lines[at] = "#";
}

/**
 * Whether the text is JSON instead. The library would read `{"a": 1}` as a key `{"a"` and `[1,2]` as a string;
 * no encoder writes either without quotes.
 */
function looksLikeJson(text: string): boolean {
  const head = /^\s*([[{])/.exec(text)?.[1];
  if (head !== "[") return head === "{";
  if (text.trim() === "[]") return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param toon a TOON document
 * @returns its JSON, minified, keys in the order of the input
 * @throws CaveError `cave_invalid_toon` with the line; never a part of the input
 */
export function decodeToon(toon: string): string {
  if (!isWellFormed(toon)) throw invalid("It holds half a surrogate pair");
  if (toon.startsWith("\ufeff")) throw invalid("it starts with a byte order mark", 1);
  if (looksLikeJson(toon)) throw invalid("it is JSON", 1);
  const carrier = NumberCarrier.forText(toon);
  if (carrier === null) throw invalid("It uses every private-use character");
  const lines = toon.split("\n");
  neutraliseBlankLines(lines);
  for (let i = 0; i < lines.length; i++) {
    guard(lines[i] as string, i + 1);
    lines[i] = carrier.pack(lines[i] as string);
  }
  const json = new JsonWriter();
  try {
    for (const event of decodeStreamSync(lines)) {
      if (event.type === "key") json.key(carrier.unpack(event.key));
      else if (event.type === "primitive") json.value(carrier.unpackValue(event.value));
      else json.bracket(event.type);
    }
  } catch (error) {
    if (error instanceof RangeError) throw invalid("nested too deeply to be read");
    if (error instanceof ToonDecodeError) throw invalid(explain(error.message), error.line);
    throw error;
  }
  return json.text();
}
