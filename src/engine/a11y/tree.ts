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
  /** Equal for nodes of one role of which all or none have a name, if the same holds of all nodes below them. */
  shape: number;
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
  const nodes: A11yNode[] = [];
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
    const node: A11yNode = { line: i, to: count, indent, role: match[3] ?? "", name, children: [], shape: 0 };
    (stack.at(-1)?.children ?? roots).push(node);
    stack.push(node);
    nodes.push(node);
  }
  numberShapes(nodes);
  return { text, starts, ends, lineCount: count, roots };
}

/** Numbers the shapes: the role of a node, whether it has a name, and the shapes below it. Nodes of one shape can stand for each other. */
function numberShapes(nodes: readonly A11yNode[]): void {
  const shapes = new Map<string, number>();
  // Children come behind their parents.
  for (const node of nodes.toReversed()) {
    const key = `${node.role}${node.name === null ? "" : '"'} ${node.children.map((child) => child.shape).join(" ")}`;
    node.shape = shapes.get(key) ?? shapes.size;
    shapes.set(key, node.shape);
  }
}

/** Siblings as units; their names are a column, their shapes the kinds. */
export function siblingUnits(tree: A11yTree, nodes: readonly A11yNode[]): UnitTable {
  const count = nodes.length;
  const shapes = new Map<number, number>();
  const kinds = new Int32Array(count);
  const names = new Column("name", count);
  // All text of a node and those below it: what it says must resemble what stays, whatever its shape.
  const texts = new Column("#text", count);
  for (const [unit, node] of nodes.entries()) {
    const kind = shapes.get(node.shape) ?? shapes.size;
    shapes.set(node.shape, kind);
    kinds[unit] = kind;
    texts.set(unit, Cell.string, tree.starts[node.line] ?? 0, tree.ends[node.to - 1] ?? 0);
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
    columns: [names, texts],
  };
}
