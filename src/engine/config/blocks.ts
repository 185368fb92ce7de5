/**
 * Configuration as a tree of blocks of lines: YAML by indentation, TOML and INI by section headers. The values are not
 * interpreted (YAML has many ways to be read wrongly), only found: a block is what is written below a key or dash.
 */
import { splitLines } from "../../text/lines.ts";
import type { Checkpoint } from "../contract.ts";

export interface Block {
  /** First and behind the last line, comments above it included. */
  from: number;
  to: number;
  /** The line with the key, dash or section header. */
  readonly head: number;
  /** Not to be added to from outside: blocks without any share one list. */
  children: readonly Block[];
  /** Siblings of one group can repeat each other: all dashes of a list, all keys of a map, all sections of a name. */
  readonly group: string;
}

const NO_CHILDREN: Block[] = [];

function add(parent: Block, child: Block): void {
  if (parent.children === NO_CHILDREN) parent.children = [];
  (parent.children as Block[]).push(child);
}

export interface ConfigTree {
  readonly text: string;
  readonly starts: Int32Array;
  /** Without the line's end. */
  readonly ends: Int32Array;
  readonly lineCount: number;
  readonly root: Block;
  readonly syntax: "yaml" | "sections";
}

const SECTION = /^\s*(\[{1,2})\s*([^[\]]{1,160})\s*\]{1,2}\s*(?:[#;].*)?$/;
/** What stands before the last part of a section's name: `service.web`, `program:web`, `remote "web"`. */
const PARENT = /^(.{0,160}?)[.:\s]+(?:"[^"]*"|'[^']*'|[^.:\s]+)$/;
/** A string of several lines that its first line does not end: what looks like a header in it is none. */
const LONG_STRING = /[=:]\s{0,80}("""|''')(?!.*\1)/;
const BLOCK_SCALAR = /[|>][+-]?\d?[+-]?\s*(?:#.*)?$/;
/** Each line costs half a kilobyte while it is looked at. */
const MAX_LINES = 1_000_000;
/** A longer line is no section header. */
const MAX_HEADER_CHARS = 400;
/** A document holds keys at the left edge, and is inside of nothing. */
const DOCUMENT_INDENT = -0.5;
const DOCUMENT = /^(?:---|\.\.\.)(?:\s|$)/;

/** The name in a section's header, or null where the line is none. */
export function sectionName(line: string): string | null {
  return line.length > MAX_HEADER_CHARS ? null : (SECTION.exec(line)?.[2]?.trim() ?? null);
}

/** The tree, or null where there are too many lines. */
export function parseConfig(text: string, checkpoint: Checkpoint): ConfigTree | null {
  const { starts, ends, count } = splitLines(text);
  if (count > MAX_LINES) return null;
  const line = (i: number): string => text.slice(starts[i], ends[i]);
  let sections = 0;
  for (let i = 0; i < count; i++)
    if (text.charCodeAt(starts[i] ?? 0) === 0x5b && sectionName(line(i)) !== null) sections++;
  const root: Block = { from: 0, to: count, head: -1, children: NO_CHILDREN, group: "" };
  const tree = { text, starts, ends, lineCount: count, root };
  if (sections >= 2) {
    readSections(root, count, line);
    return { ...tree, syntax: "sections" };
  }
  readYaml(root, text, starts, ends, count, checkpoint);
  return { ...tree, syntax: "yaml" };
}

/** Every `[[name]]` opens a block; `[name.part]` behind it belongs to it. Plain sections are blocks of their own. */
function readSections(root: Block, count: number, line: (i: number) => string): void {
  let open: Block | null = null;
  let openName = "";
  let comments = 0;
  let string: string | null = null;
  for (let i = 0; i < count; i++) {
    const text = line(i);
    if (string !== null) {
      if (text.includes(string)) string = null;
      continue;
    }
    string = LONG_STRING.exec(text)?.[1] ?? null;
    const match = text.length > MAX_HEADER_CHARS ? null : SECTION.exec(text);
    if (match === null) {
      comments = /^\s*[#;]/.test(text) ? comments + 1 : 0;
      continue;
    }
    const name = (match[2] ?? "").trim();
    const list = match[1] === "[[";
    if (open !== null && openName !== "" && name.startsWith(`${openName}.`)) continue;
    const from = i - comments;
    if (open !== null) open.to = from;
    // Sections `[service.web]`, `[service.db]` are a group, as `[[service]]` ones are.
    const parent = PARENT.exec(name)?.[1] ?? "";
    open = { from, to: count, head: i, children: NO_CHILDREN, group: list ? `[[${name}` : `[${parent}` };
    openName = list ? name : "";
    add(root, open);
    comments = 0;
  }
}

interface Level {
  readonly indent: number;
  readonly block: Block;
}

function readYaml(
  root: Block,
  text: string,
  starts: Int32Array,
  ends: Int32Array,
  count: number,
  checkpoint: Checkpoint,
): void {
  const stack: Level[] = [{ indent: -1, block: root }];
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
  const open = (indent: number, head: number, from: number, group: string): void => {
    const parent = (stack.at(-1) as Level).block;
    const block: Block = { from, to: count, head, children: NO_CHILDREN, group };
    add(parent, block);
    stack.push({ indent, block });
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
      open(DOCUMENT_INDENT, i, i, "---");
      continue;
    }
    const dashed = first === 0x2d && (at + 1 === end || text.charCodeAt(at + 1) === 0x20);
    close(indent, from, dashed);
    // `- - a: 1` opens a block for each dash; the key behind the dash is the first of the item's own.
    while (text.charCodeAt(at) === 0x2d && (at + 1 === end || text.charCodeAt(at + 1) === 0x20)) {
      open(indent, i, from, "-");
      at++;
      while (at < end && text.charCodeAt(at) === 0x20) at++;
      indent = at - start;
    }
    if (at < end) open(indent, i, from, ":");
    if (BLOCK_SCALAR.test(line) && /[:-]\s+(?:[!&]\S+\s+)?[|>]/.test(line))
      scalar = leadingIndent(text, start, end);
  }
}

/** Indentation that a block scalar's lines must exceed: that of the key's line, dashes not counted. */
function leadingIndent(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && text.charCodeAt(at) === 0x20) at++;
  return at - start;
}
