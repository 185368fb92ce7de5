/**
 * An accessibility tree as browsers' tools print it: one node a line, indented below its parent, with a role, a name
 * in quotes and attributes in brackets; with or without a dash.
 */
import { splitLines } from "../../text/lines.ts";
import type { Checkpoint } from "../contract.ts";
import { Cell, Column, type UnitTable } from "../table.ts";

const NODE = /^(\s*)(- )?(?:\[\d+\] |uid=\S+ )?'?([A-Za-z/][\w-]*)\b(?:\s+"((?:[^"\\]|\\.)*)")?/;

export interface A11yNode {
  readonly line: number;
  /** Behind the last line of the node and all below it. */
  to: number;
  readonly indent: number;
  readonly role: string;
  readonly name: { readonly start: number; readonly end: number } | null;
  readonly children: A11yNode[];
}

export interface A11yTree {
  readonly text: string;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly lineCount: number;
  readonly roots: readonly A11yNode[];
}

export function parseTree(text: string, checkpoint: Checkpoint): A11yTree {
  const { starts, ends, count } = splitLines(text);
  const roots: A11yNode[] = [];
  const stack: A11yNode[] = [];
  for (let i = 0; i < count; i++) {
    if (i % 1024 === 0) checkpoint();
    const line = text.slice(starts[i], ends[i]);
    const match = NODE.exec(line);
    // A line that is no node (the rest of a long text) belongs to the node above.
    if (match === null) continue;
    const indent = (match[1] ?? "").length;
    while (stack.length > 0 && (stack.at(-1) as A11yNode).indent >= indent) (stack.pop() as A11yNode).to = i;
    const quote = match[4] === undefined ? -1 : match[0].length - 1 - match[4].length;
    const at = (starts[i] ?? 0) + quote;
    const name = quote < 0 ? null : { start: at, end: at + (match[4] ?? "").length };
    const node: A11yNode = { line: i, to: count, indent, role: match[3] ?? "", name, children: [] };
    (stack.at(-1)?.children ?? roots).push(node);
    stack.push(node);
  }
  return { text, starts, ends, lineCount: count, roots };
}

/** Roles of a node and all below it: nodes of one shape can stand for each other. */
function shapeOf(node: A11yNode): string {
  return node.children.length === 0 ? node.role : `${node.role}(${node.children.map(shapeOf).join(",")})`;
}

/** Siblings as units; their names are a column, their shapes the kinds. */
export function siblingUnits(tree: A11yTree, nodes: readonly A11yNode[]): UnitTable {
  const count = nodes.length;
  const shapes = new Map<string, number>();
  const kinds = new Int32Array(count);
  const names = new Column("name", count);
  for (const [unit, node] of nodes.entries()) {
    const shape = shapeOf(node);
    const kind = shapes.get(shape) ?? shapes.size;
    shapes.set(shape, kind);
    kinds[unit] = kind;
    if (node.name === null) continue;
    const { start, end } = node.name;
    const escaped = tree.text.slice(start, end).includes("\\");
    names.set(unit, end === start ? Cell.empty : escaped ? Cell.escaped : Cell.string, start, end);
  }
  return {
    text: tree.text,
    noun: "nodes",
    count,
    starts: Int32Array.from(nodes, (node) => tree.starts[node.line] ?? 0),
    ends: Int32Array.from(nodes, (node) => tree.ends[node.to - 1] ?? 0),
    kinds,
    kindCount: shapes.size,
    columns: [names],
  };
}
