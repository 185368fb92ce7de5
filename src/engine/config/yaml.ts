/** YAML: blocks by indentation. Values are not interpreted (there are many ways to read them wrongly), only found. */
import type { Checkpoint } from "../contract.ts";
import { add, type Block, NO_CHILDREN } from "./tree.ts";
import { YAML_FILLED, YAML_KEYED } from "./values.ts";

const BLOCK_SCALAR = /[|>][+-]?\d?[+-]?\s*(?:#.*)?$/;
/** A key stands within so many characters of its line. */
const KEY_CHARS = 400;
/** A document holds keys at the left edge, and is inside of nothing. */
const DOCUMENT_INDENT = -0.5;
const DOCUMENT = /^(?:---|\.\.\.)(?:\s|$)/;

interface Level {
  readonly indent: number;
  readonly block: Block;
  /** A plain value stands behind its key: no key can stand below it. */
  readonly filled: boolean;
  /** Where the first key or dash below stands, and which of them it is: all others stand below it, and are the same. */
  inner: { readonly indent: number; readonly group: string } | null;
}

/** @returns false where keys that belong together do not stand below each other: whatever is meant, it is no YAML */
export function readYaml(
  root: Block,
  text: string,
  starts: Int32Array,
  ends: Int32Array,
  count: number,
  checkpoint: Checkpoint,
): boolean {
  const stack: Level[] = [{ indent: -1, block: root, filled: false, inner: null }];
  let comments = 0;
  /** Lines deeper than this belong to a block scalar, whatever they look like. */
  let scalar = Number.POSITIVE_INFINITY;
  /** @param dashed whether a dash follows, which may stand right below the key of its list, as deep as that */
  const close = (indent: number, at: number, dashed = false): void => {
    for (;;) {
      const { indent: own, block } = stack.at(-1) as Level;
      if (own < indent || (dashed && own === indent && block.group === ":")) return;
      stack.pop();
      block.to = at;
    }
  };
  let aligned = true;
  const open = (
    indent: number,
    head: number,
    from: number,
    group: string,
    told: boolean,
    filled = false,
  ): void => {
    const parent = stack.at(-1) as Level;
    if (told) {
      const { inner } = parent;
      if (parent.filled || (inner !== null && (inner.indent !== indent || inner.group !== group))) {
        aligned = false;
      }
      parent.inner = { indent, group };
    }
    const block: Block = { from, to: count, head, children: NO_CHILDREN, group };
    add(parent.block, block);
    stack.push({ indent, block, filled, inner: null });
  };
  for (let i = 0; i < count; i++) {
    if (i % 1024 === 0) checkpoint();
    const start = starts[i] ?? 0;
    const end = ends[i] ?? 0;
    let at = start;
    while (at < end && text.charCodeAt(at) === 0x20) at++;
    if (at === end) {
      // A comment with a blank line below is about nothing in particular.
      comments = 0;
      continue;
    }
    let indent = at - start;
    if (indent > scalar) continue;
    scalar = Number.POSITIVE_INFINITY;
    const first = text.charCodeAt(at);
    if (first === 0x23) {
      comments++;
      continue;
    }
    const from = i - comments;
    comments = 0;
    const line = text.slice(start, end);
    if (indent === 0 && DOCUMENT.test(line)) {
      close(DOCUMENT_INDENT, i);
      open(DOCUMENT_INDENT, i, i, "---", false);
      continue;
    }
    const dashed = first === 0x2d && (at + 1 === end || text.charCodeAt(at + 1) === 0x20);
    close(indent, from, dashed);
    // `- - a: 1` opens a block for each dash; the key behind the dash is the first of the item's own.
    while (text.charCodeAt(at) === 0x2d && (at + 1 === end || text.charCodeAt(at + 1) === 0x20)) {
      open(indent, i, from, "-", true);
      at++;
      while (at < end && text.charCodeAt(at) === 0x20) at++;
      indent = at - start;
    }
    // Lines without a key go on with the text above, as far indented as they like.
    if (at < end) {
      const content = text.slice(at, Math.min(end, at + KEY_CHARS));
      open(indent, i, from, ":", YAML_KEYED.test(content), YAML_FILLED.test(content));
    }
    if (BLOCK_SCALAR.test(line) && /[:-]\s+(?:[!&]\S+\s+)?[|>]/.test(line))
      scalar = leadingIndent(text, start, end);
  }
  return aligned;
}

/** Indentation that a block scalar's lines must exceed: that of the key's line, dashes not counted. */
function leadingIndent(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && text.charCodeAt(at) === 0x20) at++;
  return at - start;
}
