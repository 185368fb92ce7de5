/** Key and value on a line of configuration: where they stand, and whether the value can be stated. */
import { isNumber } from "../../text/decimal.ts";
import { Cell, type CellType } from "../table.ts";

/** `key: value` of YAML and the place of what follows; dashes before it are skipped. */
export const YAML_KEYED =
  /^\s*(?:- +)*("[^"\\]{1,120}"|'[^']{1,120}'|[^\s:#"'[{][^:#]{0,119}?)\s*:(?=\s|$)\s*/;
/** The same of sections: `key = value`, `key: value`. */
export const KEYED = /^\s*("[^"\\]{1,120}"|'[^']{1,120}'|[^\s:=#"'[{][^:=#]{0,119}?)\s*(?::(?=\s|$)|=)\s*/;

export interface ConfigValue {
  readonly type: CellType;
  readonly start: number;
  readonly end: number;
}

/** A key with a plain value behind it, as against flow collections, block scalars, anchors, aliases, tags and comments. */
export const YAML_FILLED = new RegExp(`${YAML_KEYED.source}[^\\s#[{|>&*!%@\`]`);
/** Letters that begin what is not taken apart: flow collections, block scalars, anchors, tags. */
export const UNREAD = "[{|>&*!%@`";
function valueType(text: string, start: number, end: number): CellType {
  const first = text[start] ?? "";
  const bare = text.slice(start, Math.min(end, start + 8));
  if (end - start <= 5) {
    if (bare === "null" || bare === "~") return Cell.null;
    if (bare === "true") return Cell.true;
    if (bare === "false") return Cell.false;
  }
  if (isNumber(text, start, end)) return Cell.number;
  return UNREAD.includes(first) ? Cell.escaped : Cell.string;
}

/** The value on the rest of a line: quotes taken off, a comment behind it not counted. */
export function valueAt(text: string, from: number, to: number, yaml: boolean): ConfigValue | null {
  if (text[from] === "#") return null;
  const quote = text[from];
  if (quote === '"' || quote === "'") {
    const close = text.indexOf(quote, from + 1);
    if (close < 0 || close >= to) return { type: Cell.escaped, start: from, end: to };
    const plain =
      /^\s*(?:#.*)?$/.test(text.slice(close + 1, to)) && !text.slice(from + 1, close).includes("\\");
    if (!plain) return { type: Cell.escaped, start: from + 1, end: to };
    return { type: close === from + 1 ? Cell.empty : Cell.string, start: from + 1, end: close };
  }
  const comment = / #/.exec(text.slice(from, to));
  // Whether it is a comment depends on who reads an INI file.
  if (comment !== null && !yaml) return { type: Cell.escaped, start: from, end: to };
  let end = comment === null ? to : from + comment.index;
  while (end > from && (text.charCodeAt(end - 1) === 0x20 || text.charCodeAt(end - 1) === 0x09)) end--;
  return end === from ? null : { type: valueType(text, from, end), start: from, end };
}
