/**
 * Cuts prose and Markdown into blocks: headings, paragraphs, list items, fenced code. Every character belongs to one
 * block; blank lines belong to the block above them. A fenced block is never cut.
 */
import { type Lines, splitLines } from "../../text/lines.ts";
import type { Checkpoint } from "../contract.ts";

export const Block = { heading: 0, paragraph: 1, item: 2, code: 3, table: 4 } as const;
export type BlockType = (typeof Block)[keyof typeof Block];

export interface Blocks {
  readonly lines: Lines;
  readonly count: number;
  readonly types: readonly BlockType[];
  /** First line of each block (blank lines before the first block are its own), and at `count` the number of lines. */
  readonly firstLine: Int32Array;
  /** The line that opens each block. */
  readonly headLine: Int32Array;
}

const HEADING = /^#{1,6}(?:\s|$)/;
const UNDERLINE = /^(?:={3,}|-{3,})\s*$/;
const ITEM = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const TABLE_ROW = /^\|.*\|$/;
const CHECK_EVERY = 4096;

export function cutBlocks(text: string, checkpoint: Checkpoint): Blocks {
  const lines = splitLines(text);
  const heads: number[] = [];
  const types: BlockType[] = [];
  let fence: string | null = null;
  let blank = true;
  let itemIndent = 0;
  const open = (type: BlockType, line: number): void => {
    heads.push(line);
    types.push(type);
  };

  for (let i = 0; i < lines.count; i++) {
    if (i % CHECK_EVERY === 0) checkpoint();
    const start = lines.starts[i] as number;
    const line = text.slice(start, lines.ends[i]);
    const mark = FENCE.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence) === true && line.trim() === mark) fence = null;
      blank = fence === null;
      continue;
    }
    if (mark !== undefined) {
      fence = mark;
      // Code that belongs to a list item stays with it; a paragraph and its code do not.
      if (types.at(-1) !== Block.item || !/^\s/.test(line)) open(Block.code, i);
      continue;
    }
    if (line.trim() === "") {
      blank = true;
      continue;
    }
    const before = types.at(-1);
    const item = ITEM.exec(line);
    if (HEADING.test(line)) {
      open(Block.heading, i);
      // What follows a heading without a blank line is no part of it.
      blank = true;
      continue;
    }
    if (UNDERLINE.test(line) && before === Block.paragraph && !blank && heads.at(-1) === i - 1) {
      types[types.length - 1] = Block.heading;
      blank = true;
      continue;
    }
    if (item !== null) {
      const indent = (item[1] ?? "").length;
      // Items below an item are part of it.
      if (before !== Block.item || indent <= itemIndent) {
        open(Block.item, i);
        itemIndent = indent;
      }
    } else if (TABLE_ROW.test(line.trim())) {
      if (before !== Block.table || blank) open(Block.table, i);
    } else if (blank) {
      const continued = before === Block.item && /^\s{2,}/.test(line);
      if (!continued) open(Block.paragraph, i);
    } else if (before === Block.table) {
      open(Block.paragraph, i);
    } else if (before === undefined) {
      open(Block.paragraph, i);
    }
    blank = false;
  }
  return {
    lines,
    count: heads.length,
    types,
    firstLine: Int32Array.from({ length: heads.length + 1 }, (_, b) =>
      b === 0 ? 0 : (heads[b] ?? lines.count),
    ),
    headLine: Int32Array.from(heads),
  };
}
