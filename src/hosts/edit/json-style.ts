/** How a JSON text is laid out, so that what is added looks as if its author had written it. */
import type { Node } from "jsonc-parser";
import type { Json } from "../contract.ts";
import { lineBreak } from "./dialect.ts";

/** Where a file has no indentation to follow. */
const DEFAULT_UNIT = "  ";

export interface Style {
  readonly eol: string;
  /** One level of indentation. */
  readonly unit: string;
  /** All on one line. */
  readonly oneLine: boolean;
  /** On one line, and without a blank behind colons. */
  readonly minified: boolean;
}

/** White space at the start of the line of `offset`. */
export function lineIndent(text: string, offset: number): string {
  const start = lineStart(text, offset);
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

/** Whether nothing but white space stands before `offset` on its line, and there is a line before. */
export function beginsLine(text: string, offset: number): boolean {
  const start = lineStart(text, offset);
  return start > 0 && /^[ \t]*$/.test(text.slice(start, offset));
}

function lineStart(text: string, offset: number): number {
  return Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
}

export function styleOf(text: string, root: Node | undefined): Style {
  const inside = root === undefined ? "" : text.slice(root.offset, root.offset + root.length);
  const first = root?.children?.[0];
  const oneLine = first !== undefined && !/[\r\n]/.test(inside);
  const minified = oneLine && !/[:,] /.test(inside);
  let unit = DEFAULT_UNIT;
  if (first !== undefined && beginsLine(text, first.offset)) {
    const outer = lineIndent(text, root?.offset ?? 0);
    const inner = lineIndent(text, first.offset);
    if (inner.length > outer.length && inner.startsWith(outer)) unit = inner.slice(outer.length);
  }
  return { eol: lineBreak(text), unit, oneLine, minified };
}

/** `"key": value` in the style. @param indent of the line that the member begins */
export function writeMember(key: string, value: Json, style: Style, indent: string): string {
  const name = JSON.stringify(key);
  if (style.minified) return `${name}:${JSON.stringify(value)}`;
  if (style.oneLine) return `${name}: ${onOneLine(value)}`;
  return `${name}: ${JSON.stringify(value, null, style.unit).replaceAll("\n", style.eol + indent)}`;
}

function onOneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([k, v]) => `${JSON.stringify(k)}: ${onOneLine(v ?? null)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
