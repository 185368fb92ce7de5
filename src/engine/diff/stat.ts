/** The summary that `--stat` writes: ` path | 13 ++--` lines, between whatever else stands there (commits, totals). */
import { splitLines } from "../../text/lines.ts";
import type { Checkpoint } from "../contract.ts";
import { Cell, Column, type UnitTable } from "../table.ts";

/** With more top folders than this, one line of each would be the list again. */
const MAX_FOLDER_KINDS = 24;

const STAT = /^ (\S.*?) +\| +(\d+|Bin)(?: [+-]+| \d+ -> \d+ bytes)? *$/;
export const STAT_TOTAL = /^ \d+ files? changed(?:, \d+ insertions?\(\+\))?(?:, \d+ deletions?\(-\))?$/;

/** No file's line is longer. */
const MAX_STAT_CHARS = 1024;

export function isStatLine(line: string): boolean {
  return line.length <= MAX_STAT_CHARS && STAT.test(line);
}

/** The stat lines as units, each with its number of changed lines; null where there are none. */
export function statUnits(text: string, checkpoint: Checkpoint): UnitTable | null {
  const lines = splitLines(text);
  const found: { start: number; end: number; folder: string; from: number; to: number }[] = [];
  for (let i = 0; i < lines.count; i++) {
    if (i % 1024 === 0) checkpoint();
    const start = lines.starts[i] ?? 0;
    const end = lines.ends[i] ?? 0;
    if (text.charCodeAt(start) !== 0x20 || end - start > MAX_STAT_CHARS) continue;
    const line = text.slice(start, end);
    const match = STAT.exec(line);
    if (match === null) continue;
    const number = match[2] ?? "";
    const from =
      number === "Bin"
        ? -1
        : start + line.indexOf("|") + 1 + line.slice(line.indexOf("|") + 1).indexOf(number);
    const folder = /^(?:\.\.\.\/)?[^/]*\/[^/]*/.exec(match[1] ?? "")?.[0] ?? "";
    found.push({ start, end, folder, from, to: from + number.length });
  }
  if (found.length === 0) return null;
  const count = found.length;
  const folders = new Map<string, number>();
  for (const { folder } of found) if (!folders.has(folder)) folders.set(folder, folders.size);
  const single = folders.size > MAX_FOLDER_KINDS;
  const changed = new Column("changed", count);
  for (const [unit, { from, to }] of found.entries()) if (from >= 0) changed.set(unit, Cell.number, from, to);
  return {
    text,
    noun: "files",
    count,
    starts: Int32Array.from(found, (f) => f.start),
    ends: Int32Array.from(found, (f) => f.end),
    kinds: Int32Array.from(found, (f) => (single ? 0 : (folders.get(f.folder) ?? 0))),
    kindCount: single ? 1 : folders.size,
    columns: [changed],
  };
}
