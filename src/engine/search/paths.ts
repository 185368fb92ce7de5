/** A list of paths (find, `rg --files`, `grep -l`, a glob tool): one path a line and nothing else. */
import { splitLines } from "../../text/lines.ts";
import type { Checkpoint } from "../contract.ts";
import { Cell, Column, type UnitTable } from "../table.ts";

/** Share of the lines that must name a folder or have an extension. */
const MIN_SHARE = 0.9;
/** One path of each folder stays, the deepest folders of which there are at most so many, and few against the paths. */
const MAX_FOLDER_KINDS = 160;
const PATHS_PER_KIND = 12;
const MAX_KIND_DEPTH = 3;
const MAX_PATH_CHARS = 400;

const PATH = /^(?:[A-Za-z]:[\\/])?[^\s:*?"<>|]+$/;
const TELLING = /[\\/]|\.[A-Za-z0-9]{1,8}$/;

export function isPathLine(line: string): boolean {
  return line.length <= MAX_PATH_CHARS && PATH.test(line);
}

export interface PathList {
  readonly text: string;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly count: number;
}

/** The list, or null where a line is no path. A line that ends with a slash is a heading of a list written by folders. */
export function parsePaths(text: string, checkpoint: Checkpoint): PathList | null {
  const { starts, ends, count } = splitLines(text);
  let telling = 0;
  for (let i = 0; i < count; i++) {
    if (i % 1024 === 0) checkpoint();
    const line = text.slice(starts[i], ends[i]);
    if (!isPathLine(line) || /[\\/]$/.test(line)) return null;
    if (TELLING.test(line)) telling++;
  }
  return count >= 2 && telling >= count * MIN_SHARE ? { text, starts, ends, count } : null;
}

/** Offset behind the last slash of path `i`: where its name starts. */
export function nameStart({ text, starts, ends }: PathList, i: number): number {
  const start = starts[i] ?? 0;
  for (let at = (ends[i] ?? 0) - 1; at >= start; at--) {
    const c = text.charCodeAt(at);
    if (c === 0x2f || c === 0x5c) return at + 1;
  }
  return start;
}

/** Kind per path: its first folders, as many as leave few enough kinds. */
function kindsOf({ text, starts, ends, count }: PathList): { kinds: Int32Array; kindCount: number } {
  const kinds = new Int32Array(count);
  for (let depth = MAX_KIND_DEPTH; depth > 0; depth--) {
    const ids = new Map<string, number>();
    for (let i = 0; i < count; i++) {
      const folders = text.slice(starts[i], ends[i]).split(/[\\/]/).slice(0, -1);
      const key = folders.slice(0, depth).join("/");
      const id = ids.get(key) ?? ids.size;
      ids.set(key, id);
      kinds[i] = id;
    }
    if (ids.size <= Math.min(MAX_FOLDER_KINDS, count / PATHS_PER_KIND)) return { kinds, kindCount: ids.size };
  }
  return { kinds: kinds.fill(0), kindCount: 1 };
}

/** Paths as units: folder and extension are their fields, the first two folders their kind. */
export function pathUnits(list: PathList): UnitTable {
  const { text, starts, ends, count } = list;
  const folder = new Column("folder", count);
  const extension = new Column("extension", count);
  for (let i = 0; i < count; i++) {
    const start = starts[i] ?? 0;
    const end = ends[i] ?? 0;
    const name = nameStart(list, i);
    if (name > start + 1) folder.set(i, Cell.string, start, name - 1);
    const dot = text.lastIndexOf(".", end - 1);
    if (dot > name && dot < end - 1) extension.set(i, Cell.string, dot + 1, end);
  }
  const { kinds, kindCount } = kindsOf(list);
  return {
    text,
    noun: "paths",
    count,
    starts,
    ends,
    kinds,
    kindCount,
    columns: [folder, extension],
  };
}
