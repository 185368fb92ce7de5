/** Configuration: keys, structure and comments stay; blocks that repeat each other are elided like records. */
import { splitLines } from "../../text/lines.ts";
import { parseConfig } from "../config/blocks.ts";
import type { Block, ConfigTree } from "../config/tree.ts";
import { unitsOf } from "../config/units.ts";
import type { Checkpoint, Compressor, Cut, Span, View, ViewRequest } from "../contract.ts";
import { type Elision, elide, MIN_UNITS, segments } from "../elide/elide.ts";
import { runMarker } from "../markers.ts";
import { noteOf, wholeMarkerOf } from "../whole.ts";

/** Structure deeper than this is not looked into. */
const MAX_DEPTH = 24;

const NOUNS: Readonly<Record<string, string>> = { "-": "items", ":": "keys", "---": "documents" };

interface Group {
  readonly blocks: readonly Block[];
  readonly elision: Elision;
}

/** Elisions of groups of siblings, outermost first; what is elided is not looked into, what stays is. */
function plan(tree: ConfigTree, request: ViewRequest): Group[] {
  const out: Group[] = [];
  const walk = (block: Block, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    const { children } = block;
    for (let from = 0; from < children.length; ) {
      let to = from + 1;
      while (to < children.length && children[to]?.group === children[from]?.group) to++;
      const siblings = children.slice(from, to);
      const noun = NOUNS[siblings[0]?.group ?? ""] ?? "sections";
      // Keys with a plain value each are all there is to know; only keys with structure below them can repeat.
      const plain = siblings[0]?.group === ":" && siblings.some((b) => b.children.length === 0);
      const units = plain || siblings.length < MIN_UNITS ? null : unitsOf(tree, siblings, noun);
      const elision = units === null ? null : elide(units, request);
      if (elision !== null) out.push({ blocks: siblings, elision });
      else for (const child of siblings) walk(child, depth + 1);
      from = to;
    }
  };
  walk(tree.root, 0);
  return out;
}

function render(tree: ConfigTree, groups: readonly Group[], request: ViewRequest): string {
  const { text, starts } = tree;
  const out: string[] = [];
  let noted = false;
  let at = 0;
  const show = (from: number, to: number): void => {
    // Line ends included, as they are.
    if (to > from) out.push(text.slice(starts[from], starts[to] ?? text.length));
  };
  for (const { blocks, elision } of groups) {
    const head = starts[blocks[0]?.head ?? 0] ?? 0;
    const indent = /^ */.exec(text.slice(head, head + 200))?.[0] ?? "";
    const mark = (marker: string): void => {
      if (out.at(-1)?.endsWith("\n") === false) out.push("\n");
      out.push(`${indent}${marker}\n`);
    };
    for (const { shown, from, to } of segments(elision.shown)) {
      const first = blocks[from]?.from ?? at;
      const last = blocks[to - 1]?.to ?? first;
      show(at, first);
      if (shown) show(first, last);
      else mark(runMarker(elision.table.noun, to - from));
      at = last;
    }
    const explained: string | null = noted ? null : noteOf(request, elision.table.noun, elision.droppedChars);
    if (explained !== null) mark(explained);
    noted ||= explained !== null;
    const whole = wholeMarkerOf(elision, request);
    if (whole !== null) mark(whole);
  }
  show(at, tree.lineCount);
  return out.join("");
}

function view(request: ViewRequest): View | null {
  const tree = parseConfig(request.input, request.checkpoint);
  if (tree === null) return null;
  const groups = plan(tree, request);
  if (groups.length === 0) return null;
  return { output: render(tree, groups, request), method: "config-blocks", losslessToModel: false };
}

/** Records: the blocks of the largest group of siblings; where there is none, the blocks of the top. */
function cut(input: string, checkpoint: Checkpoint): Cut | null {
  const tree = parseConfig(input, checkpoint);
  if (tree === null) return null;
  let best: readonly Block[] = tree.root.children;
  const walk = (block: Block, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    const size = (blocks: readonly Block[]): number =>
      blocks.length < MIN_UNITS ? 0 : (blocks.at(-1)?.to ?? 0) - (blocks[0]?.from ?? 0);
    if (size(block.children) * 2 > size(best) && block.children.length > best.length) best = block.children;
    for (const child of block.children) walk(child, depth + 1);
  };
  walk(tree.root, 0);
  if (best.length < 2) return null;
  const { starts, ends } = splitLines(input);
  return { header: null, records: best.map((b): Span => [starts[b.from] ?? 0, ends[b.to - 1] ?? 0]) };
}

export const config: Compressor = { type: "config", view, cut };
