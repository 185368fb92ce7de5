/** A group of sibling blocks as units with columns: the `key: value` lines of each, by their dotted path. */
import { isNumber } from "../../text/decimal.ts";
import { Cell, type CellType, Column, type UnitTable } from "../table.ts";
import type { Block, ConfigTree } from "./blocks.ts";

/** Fields beyond are not followed, and a unit that has more cannot be compared. */
const MAX_FIELDS = 128;

interface Field {
  readonly path: string;
  readonly type: CellType;
  readonly start: number;
  readonly end: number;
}

/** `key` and the place of what follows, for `key: value` or `key = value`; dashes before it are skipped. */
const KEYED = /^\s*(?:- +)*("[^"\\]{1,120}"|'[^']{1,120}'|[^\s:=#"'[{][^:=#]{0,119}?)\s*(?::(?=\s|$)|=)\s*/;

function valueType(text: string, start: number, end: number): CellType {
  const first = text[start] ?? "";
  const bare = text.slice(start, Math.min(end, start + 8));
  if (end - start <= 5) {
    if (bare === "null" || bare === "~") return Cell.null;
    if (bare === "true") return Cell.true;
    if (bare === "false") return Cell.false;
  }
  if (isNumber(text, start, end)) return Cell.number;
  return "[{|>&*!%@`".includes(first) ? Cell.nested : Cell.string;
}

/** The value on the rest of a line: quotes taken off, a comment behind it not counted. */
function valueAt(text: string, from: number, to: number): Omit<Field, "path"> | null {
  const quote = text[from];
  if (quote === '"' || quote === "'") {
    const close = text.indexOf(quote, from + 1);
    if (close < 0 || close >= to) return { type: Cell.nested, start: from, end: to };
    const plain =
      /^\s*(?:#.*)?$/.test(text.slice(close + 1, to)) && !text.slice(from + 1, close).includes("\\");
    if (!plain) return { type: Cell.escaped, start: from + 1, end: to };
    return { type: close === from + 1 ? Cell.empty : Cell.string, start: from + 1, end: close };
  }
  const comment = / #/.exec(text.slice(from, to));
  let end = comment === null ? to : from + comment.index;
  while (end > from && (text.charCodeAt(end - 1) === 0x20 || text.charCodeAt(end - 1) === 0x09)) end--;
  return end === from ? null : { type: valueType(text, from, end), start: from, end };
}

/** All fields of a block, its own head's value (`- value`, `key: value`) as the field "". */
function fieldsOf(tree: ConfigTree, block: Block): Field[] {
  const out: Field[] = [];
  const { text, starts, ends } = tree;
  const read = (line: number, prefix: string): string | null => {
    const start = starts[line] ?? 0;
    const content = text.slice(start, ends[line]);
    const match = KEYED.exec(content);
    if (match === null) {
      const dash = /^\s*(?:- +)+/.exec(content)?.[0].length ?? 0;
      const value = dash === 0 ? null : valueAt(text, start + dash, ends[line] ?? 0);
      if (value !== null) out.push({ path: `${prefix}-`, ...value });
      return null;
    }
    const key = (match[1] ?? "").replace(/^["']|["']$/g, "");
    const path = prefix + (key.includes(".") ? `[${key}]` : key);
    const value = valueAt(text, start + match[0].length, ends[line] ?? 0);
    if (value !== null) out.push({ path, ...value });
    return path;
  };
  const walk = (node: Block, prefix: string): void => {
    if (out.length > MAX_FIELDS) return;
    const dashed = node.group === "-";
    const path = dashed && node.children.length > 0 ? `${prefix}-` : read(node.head, prefix);
    if (path !== null) for (const child of node.children) walk(child, node === block ? "" : `${path}.`);
  };
  if (tree.syntax === "sections") {
    for (let line = block.head + 1; line < block.to; line++) read(line, "");
  } else if (block.group === "-") {
    if (block.children.length === 0) read(block.head, "");
    else for (const child of block.children) walk(child, "");
  } else for (const child of block.children) walk(child, "");
  return out;
}

/** The units of sibling blocks. Kinds are told by the set of fields. */
export function unitsOf(tree: ConfigTree, blocks: readonly Block[], noun: string): UnitTable {
  const count = blocks.length;
  const starts = new Int32Array(count);
  const ends = new Int32Array(count);
  const kinds = new Int32Array(count);
  const columns = new Map<string, Column>();
  const signatures = new Map<string, number>();
  for (const [unit, block] of blocks.entries()) {
    starts[unit] = tree.starts[block.from] ?? 0;
    ends[unit] = tree.ends[block.to - 1] ?? 0;
    const fields = fieldsOf(tree, block);
    const signature = [...new Set(fields.map((f) => f.path))].sort().join("\n");
    const kind = signatures.get(signature) ?? signatures.size;
    signatures.set(signature, kind);
    kinds[unit] = kind;
    for (const { path, type, start, end } of fields) {
      let column = columns.get(path);
      if (column === undefined) {
        column = new Column(path, count, true);
        columns.set(path, column);
      }
      column.set(unit, type, start, end);
    }
  }
  return {
    text: tree.text,
    noun,
    count,
    starts,
    ends,
    kinds,
    kindCount: signatures.size,
    columns: [...columns.values()],
  };
}
