/**
 * Text inside JSON strings: a string that holds a document or lines, an MCP result envelope, the `stdout` of a
 * command. Only where that one string is nearly all of the input; what is around it stays, letter by letter.
 */
import { Json, parseDocument } from "../../text/json.ts";
import type { Wrapped } from "./wrapped.ts";

/** The string holds at least this share of the input. */
const MIN_SHARE = 0.75;
/** Characters and nodes around it at most: an envelope is small. */
const MAX_ENVELOPE_NODES = 400;
const MIN_CHARS = 64;

/** Offset in the literal (without quotes) of each character of its value. */
function rawOffsets(literal: string): (offset: number) => number {
  if (!literal.includes("\\")) return (offset) => offset;
  // Offsets where raw and value part ways: behind each escape.
  const values: number[] = [0];
  const raws: number[] = [0];
  let value = 0;
  let raw = 0;
  for (let at = literal.indexOf("\\"); at >= 0; at = literal.indexOf("\\", raw)) {
    value += at - raw + 1;
    raw = at + (literal[at + 1] === "u" ? 6 : 2);
    values.push(value);
    raws.push(raw);
  }
  return (offset) => {
    let low = 0;
    let high = values.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((values[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return (raws[low] as number) + offset - (values[low] as number);
  };
}

/** `original.slice(start, end)` is a JSON string literal, quotes included. */
function fromLiteral(original: string, start: number, end: number): Wrapped | null {
  const literal = original.slice(start, end);
  const inner = JSON.parse(literal) as string;
  // One line that is no document is a value, not a text.
  if (!/\n/.test(inner) && !/^\s*[[{]/.test(inner)) return null;
  const raw = rawOffsets(literal.slice(1, -1));
  return {
    inner,
    rewrap: (view) => original.slice(0, start) + JSON.stringify(view) + original.slice(end),
    outer: (offset) => start + 1 + raw(offset),
  };
}

export function unwrapString(text: string): Wrapped | null {
  const start = text.search(/\S/);
  const end = text.trimEnd().length;
  if (text[start] !== '"' || text[end - 1] !== '"' || end - start < MIN_CHARS) return null;
  try {
    return fromLiteral(text, start, end);
  } catch {
    return null;
  }
}

/** A member whose value is a string, under one of the keys of tools. */
const TEXT_MEMBER = /"(text|stdout|output|content|body|logs?|result|data|message)"\s*:\s*"/g;
/** Such a member begins within this many characters; it is looked for no further. */
const MEMBER_WITHIN_CHARS = 2048;

/** End of the string literal that opens at `start`, quotes included. */
function literalEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (c === 0x22) return at + 1;
    if (c === 0x5c) at++;
  }
  return text.length;
}

/** The literal that is nearly all of the text, told without parsing: an ordinary document costs nothing here. */
function dominantLiteral(text: string): number {
  for (const member of text.slice(0, MEMBER_WITHIN_CHARS).matchAll(TEXT_MEMBER)) {
    const start = member.index + member[0].length - 1;
    if (literalEnd(text, start) - start >= text.length * MIN_SHARE) return start;
  }
  return -1;
}

export function unwrapEnvelope(text: string): Wrapped | null {
  if (!/^\s*\{/.test(text.slice(0, 64)) || text.length < MIN_CHARS) return null;
  const start = dominantLiteral(text);
  if (start < 0) return null;
  const tape = parseDocument(text);
  if (tape === null || tape.size > MAX_ENVELOPE_NODES) return null;
  for (let node = 1; node < tape.size; node++) {
    if (tape.starts[node] !== start) continue;
    const isString = tape.types[node] === Json.string || tape.types[node] === Json.escaped;
    return isString ? fromLiteral(text, start, tape.ends[node] ?? 0) : null;
  }
  return null;
}
