/** Accessibility trees: siblings that repeat each other's shape are elided, the rest of the tree stays. On request only. */
import { type A11yNode, type A11yTree, parseTree, siblingUnits } from "../a11y/tree.ts";
import type { Checkpoint, Compressor, Cut, Span, View, ViewRequest } from "../contract.ts";
import { type Elision, elide, MIN_UNITS, segments } from "../elide/elide.ts";
import { runMarker } from "../markers.ts";
import { noteOf, wholeMarkerOf } from "../whole.ts";

/** No page nests its nodes deeper. */
const MAX_DEPTH = 200;
/** How often all of the text may be read, in lists of siblings within siblings. */
const MAX_READINGS = 12;

interface Group {
  readonly nodes: readonly A11yNode[];
  readonly elision: Elision;
}

function plan(tree: A11yTree, request: ViewRequest): Group[] {
  const out: Group[] = [];
  let left = MAX_READINGS * tree.text.length;
  const walk = (nodes: readonly A11yNode[], depth: number): void => {
    if (depth > MAX_DEPTH || left < 0) return;
    const units = nodes.length < MIN_UNITS ? null : siblingUnits(tree, nodes);
    if (units !== null) left -= (units.ends.at(-1) ?? 0) - (units.starts[0] ?? 0);
    const elision = units === null ? null : elide(units, request);
    if (elision !== null) out.push({ nodes, elision });
    else for (const node of nodes) walk(node.children, depth + 1);
  };
  walk(tree.roots, 0);
  return out;
}

function view(request: ViewRequest): View | null {
  const tree = parseTree(request.input, request.checkpoint);
  const groups = plan(tree, request);
  if (groups.length === 0) return null;
  const { text, starts } = tree;
  const out: string[] = [];
  let at = 0;
  let noted = false;
  const show = (to: number): void => {
    // Line ends included, as they are.
    if (to > at) out.push(text.slice(starts[at], starts[to] ?? text.length));
    at = Math.max(at, to);
  };
  const mark = (line: string): void => {
    if (out.at(-1)?.endsWith("\n") === false) out.push("\n");
    out.push(`${line}\n`);
  };
  for (const { nodes, elision } of groups) {
    const indent = " ".repeat(nodes[0]?.indent ?? 0);
    for (const { shown, from, to } of segments(elision.shown)) {
      show(nodes[from]?.line ?? at);
      const end = nodes[to - 1]?.to ?? at;
      if (shown) show(end);
      else {
        mark(indent + runMarker("nodes", to - from));
        at = end;
      }
    }
    const explained: string | null = noted ? null : noteOf(request, "nodes", elision.droppedChars);
    if (explained !== null) mark(indent + explained);
    noted ||= explained !== null;
    const whole = wholeMarkerOf(elision, request);
    if (whole !== null) mark(indent + whole);
  }
  show(tree.lineCount);
  return { output: out.join(""), method: "a11y-siblings", losslessToModel: false };
}

/** Records: nodes without children together with their line's text; whole subtrees would be the page again. */
function cut(input: string, checkpoint: Checkpoint): Cut | null {
  const { starts, ends, roots } = parseTree(input, checkpoint);
  const records: Span[] = [];
  const walk = (nodes: readonly A11yNode[], depth: number): void => {
    for (const node of nodes) {
      const inner = node.children.some((child) => child.children.length > 0) && depth < MAX_DEPTH;
      if (inner) walk(node.children, depth + 1);
      else records.push([starts[node.line] ?? 0, ends[node.to - 1] ?? 0]);
    }
  };
  walk(roots, 0);
  return records.length < 2 ? null : { header: null, records };
}

export const a11y: Compressor = { type: "a11y", view, cut };
