/** Search results as units: which resemble each other, and what can be stated about their files. */
import { compareUtf8, utf8Length } from "../../text/utf8.ts";
import { PATH_BYTES, statedRange, statedValue } from "../facts/words.ts";
import { Cell, Column, type UnitTable } from "../table.ts";
import type { Results } from "./parse.ts";

/** With more files than this, one hit of each directory stays instead of one of each file. */
const MAX_FILE_KINDS = 40;

const directoryOf = (path: string): string => path.replace(/[^\\/]*$/, "");

/** Kind per file: the file itself, its directory, or one kind for all, whichever are few enough to show one of each. */
function kindsOf(files: readonly string[]): { of: number[]; count: number } {
  if (files.length <= MAX_FILE_KINDS) return { of: files.map((_, i) => i), count: files.length };
  const directories = new Map<string, number>();
  const of = files.map((path) => {
    const directory = directoryOf(path);
    const known = directories.get(directory) ?? directories.size;
    directories.set(directory, known);
    return known;
  });
  return directories.size <= MAX_FILE_KINDS
    ? { of, count: directories.size }
    : { of: files.map(() => 0), count: 1 };
}

export function unitsOf(results: Results): UnitTable {
  const { text, lines, line, file, found } = results;
  const count = line.length;
  const starts = new Int32Array(count);
  const ends = new Int32Array(count);
  const kinds = new Int32Array(count);
  const pinned = new Uint8Array(count);
  const column = new Column("text", count);
  const { of, count: kindCount } = kindsOf(results.files);
  for (let unit = 0; unit < count; unit++) {
    starts[unit] = lines.starts[line[unit] ?? 0] ?? 0;
    ends[unit] = lines.ends[line[unit] ?? 0] ?? 0;
    const id = file[unit] ?? -1;
    kinds[unit] = id < 0 ? kindCount : (of[id] ?? 0);
    if (id < 0) pinned[unit] = 1;
    column.set(unit, Cell.string, found[unit] ?? 0, ends[unit] ?? 0);
  }
  // What the tool says before or behind the hits is no first or last one of them.
  const first = file.findIndex((id) => id >= 0);
  if (first >= 0) {
    pinned[first] = 1;
    pinned[file.findLastIndex((id) => id >= 0)] = 1;
  }
  const noun = results.hasContext ? "lines" : "hits";
  return { text, noun, count, starts, ends, kinds, kindCount: kindCount + 1, columns: [column], pinned };
}

/** `file: a.ts×31 b.ts×4` for the units from..to, or `all file=a.ts`; "" where a path cannot be told or the list is too long. */
export function fileFacts(results: Results, from: number, to: number, maxBytes: number): string {
  const counts = new Map<number, number>();
  for (let unit = from; unit < to; unit++) {
    const id = results.file[unit] ?? -1;
    if (id < 0) continue;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const words: string[] = [];
  let bytes = 0;
  for (const [id, n] of counts) {
    const path = statedValue(results.files[id] ?? "", PATH_BYTES);
    if (path === null) return "";
    words.push(counts.size === 1 ? path : `${path}×${n}`);
    bytes += utf8Length(path) + 6;
    if (bytes > maxBytes) return "";
  }
  if (counts.size === 0) return "";
  return counts.size === 1 ? `all file=${words[0]}` : `file: ${words.join(" ")}`;
}

/** `file: 120 distinct, A..B`: how many files there are, and the first and last of them by bytes; "" where untold. */
export function distinctFiles({ files, file }: Results): string {
  // A heading without hits is a file of the listing, but not of the hits.
  const found = new Set(file);
  const sorted = files.filter((_, id) => found.has(id)).toSorted(compareUtf8);
  const first = statedValue(sorted[0] ?? "", PATH_BYTES);
  const last = statedValue(sorted.at(-1) ?? "", PATH_BYTES);
  if (first === null || last === null || first.includes(" ") || last.includes(" ")) return "";
  const ends = statedRange(first, last);
  return ends === null ? "" : `file: ${sorted.length} distinct, ${ends}`;
}
