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

/** How many characters all folders have in common, up to and with a slash. */
function commonLength(list: PathList): number {
  const { text, starts, count } = list;
  const first = starts[0] ?? 0;
  let common = nameStart(list, 0) - first;
  for (let i = 1; i < count && common > 0; i++) {
    const start = starts[i] ?? 0;
    const most = Math.min(common, nameStart(list, i) - start);
    let same = 0;
    while (same < most && text.charCodeAt(start + same) === text.charCodeAt(first + same)) same++;
    common = same;
  }
  while (common > 0 && !/[\\/]/.test(text.charAt(first + common - 1))) common--;
  return common;
}

/** The first `depth` folders of path `i` behind what all have in common. */
function foldersOf(list: PathList, i: number, common: number, depth: number): string {
  const { text, starts } = list;
  const from = (starts[i] ?? 0) + common;
  const name = nameStart(list, i);
  let to = from;
  for (let at = from, folders = 0; at < name && folders < depth; at++) {
    const c = text.charCodeAt(at);
    if (c !== 0x2f && c !== 0x5c) continue;
    folders++;
    to = at;
  }
  return text.slice(from, to);
}

/** The keys that most paths have, as many as there may be kinds. */
function mostFrequent(keys: readonly string[], most: number): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const ranked = [...counts].sort((a, b) => b[1] - a[1]);
  return new Set(ranked.slice(0, most).map(([key]) => key));
}

/**
 * Kind per path: its first folders behind those that all have, as many as leave few enough kinds (of too many, those of
 * most paths), and which fields it has.
 */
function kindsOf(list: PathList, columns: readonly Column[]): number[] {
  const { count } = list;
  const common = commonLength(list);
  const most = Math.min(MAX_FOLDER_KINDS, count / PATHS_PER_KIND);
  const keysAt = (depth: number): string[] =>
    Array.from({ length: count }, (_, i) => foldersOf(list, i, common, depth));
  let keys = keysAt(1);
  for (let depth = 2; depth <= MAX_KIND_DEPTH; depth++) {
    const deeper = keysAt(depth);
    if (new Set(deeper).size <= most) keys = deeper;
  }
  const own = mostFrequent(keys, most);
  const ids = new Map<string, number>();
  return keys.map((key, i) => {
    const fields = columns.map(({ types }) => types[i] !== Cell.absent).join();
    const kind = `${own.has(key) ? key : ""}:${fields}`;
    const id = ids.get(kind) ?? ids.size;
    ids.set(kind, id);
    return id;
  });
}

/** Paths as units: folder and extension are their fields. */
export function pathUnits(list: PathList): UnitTable {
  const { text, starts, ends, count } = list;
  const folder = new Column("folder", count);
  const extension = new Column("extension", count);
  /** The first path of each shape stays: with and without a folder, with and without an extension. */
  const pinned = new Uint8Array(count);
  const shapes = new Set<number>();
  for (let i = 0; i < count; i++) {
    const start = starts[i] ?? 0;
    const end = ends[i] ?? 0;
    const name = nameStart(list, i);
    const inFolder = name > start + 1;
    if (inFolder) folder.set(i, Cell.string, start, name - 1);
    const dot = text.lastIndexOf(".", end - 1);
    const extended = dot > name && dot < end - 1;
    if (extended) extension.set(i, Cell.string, dot + 1, end);
    const shape = (inFolder ? 2 : 0) + (extended ? 1 : 0);
    if (!shapes.has(shape)) pinned[i] = 1;
    shapes.add(shape);
  }
  const kinds = kindsOf(list, [folder, extension]);
  return {
    text,
    noun: "paths",
    count,
    starts,
    ends,
    kinds: Int32Array.from(kinds),
    kindCount: kinds.reduce((most, kind) => Math.max(most, kind + 1), 1),
    columns: [folder, extension],
    pinned,
  };
}
