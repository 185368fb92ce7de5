/**
 * `key=value` pairs of a log line, values bare or quoted; the format has no types, so 5 and "5" are the same. A quoted
 * value is read whole: what looks like a pair inside it is none.
 */
import { Cell, type CellType } from "../table.ts";

/** @param clean whether the pair stands by itself, behind a blank; else nothing is stated about its key */
export type PairVisitor = (
  keyStart: number,
  keyEnd: number,
  type: CellType,
  valueStart: number,
  valueEnd: number,
  clean: boolean,
) => void;

const EQUALS = 0x3d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function isKeyChar(c: number): boolean {
  return (
    (c >= 0x61 && c <= 0x7a) ||
    (c >= 0x41 && c <= 0x5a) ||
    (c >= 0x30 && c <= 0x39) ||
    c === 0x5f ||
    c === 0x2e ||
    c === 0x2d
  );
}

function isKeyStart(c: number): boolean {
  return (c >= 0x61 && c <= 0x7a) || (c >= 0x41 && c <= 0x5a) || c === 0x5f;
}

/** Whether a bare value ends with a bracket that was opened before the pair: `(failures=1, errors=2)`. */
function closesBracket(text: string, start: number, stop: number): boolean {
  if (start === stop) return false;
  const last = text.charCodeAt(stop - 1);
  const opener = last === 0x29 ? "(" : last === 0x5d ? "[" : last === 0x7d ? "{" : null;
  return opener !== null && !text.slice(start, stop).includes(opener);
}

/** Calls `visit` for each pair of `text[from, end)`. @returns whether the line is nothing but clean pairs */
export function eachPair(text: string, from: number, end: number, visit: PairVisitor): boolean {
  let at = from;
  let pairs = 0;
  let pure = true;
  while (at < end) {
    // Not indexOf: on lines without a pair it would search the rest of the text, once per line.
    let equals = at;
    while (equals < end && text.charCodeAt(equals) !== EQUALS) equals++;
    if (equals === end) break;
    let keyStart = equals;
    while (keyStart > at && isKeyChar(text.charCodeAt(keyStart - 1))) keyStart--;
    while (keyStart < equals && !isKeyStart(text.charCodeAt(keyStart))) keyStart++;
    if (keyStart === equals) {
      pure = false;
      at = equals + 1;
      continue;
    }
    for (let i = at; i < keyStart && pure; i++) if (text.charCodeAt(i) > 0x20) pure = false;
    let clean = keyStart === from || text.charCodeAt(keyStart - 1) <= 0x20;
    let type: CellType;
    let start = equals + 1;
    let stop = start;
    if (text.charCodeAt(start) === QUOTE) {
      let escaped = false;
      for (stop = start + 1; stop < end && text.charCodeAt(stop) !== QUOTE; stop++) {
        if (text.charCodeAt(stop) === BACKSLASH) {
          escaped = true;
          stop++;
        }
      }
      if (stop >= end) {
        // Never closed: what the value is cannot be told.
        stop = end;
        type = Cell.nested;
        clean = false;
        at = end;
      } else {
        start++;
        type = escaped ? Cell.escaped : start === stop ? Cell.empty : Cell.string;
        at = stop + 1;
        if (at < end && text.charCodeAt(at) > 0x20) clean = false;
      }
    } else {
      while (stop < end && text.charCodeAt(stop) > 0x20) stop++;
      type = start === stop ? Cell.empty : Cell.string;
      at = stop;
      if (closesBracket(text, start, stop)) clean = false;
    }
    pairs++;
    if (!clean || text.charCodeAt(equals + 1) === EQUALS) {
      pure = false;
      clean = false;
    }
    visit(keyStart, equals, type, start, stop, clean);
  }
  for (let i = at; i < end && pure; i++) if (text.charCodeAt(i) > 0x20) pure = false;
  return pure && pairs > 0;
}
