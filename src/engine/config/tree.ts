/** Configuration as a tree of blocks of lines: a block is what is written below a key, a dash or a header. */

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

export const NO_CHILDREN: Block[] = [];

/** Puts a block behind the others of its parent. */
export function add(parent: Block, child: Block): void {
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
