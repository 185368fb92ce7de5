/**
 * Writes a diff without its unchanged context and without the hunks of files in `summarised`. Changed lines and
 * all headers stand as they were, so the line numbers of a `@@` header stay those of the original hunk.
 */

import { PATH_BYTES, statedValue } from "../facts/words.ts";
import { runMarker, wholeMarker } from "../markers.ts";
import { type Diff, type DiffFile, Role } from "./scan.ts";

/** Context of fewer lines or characters is shown: a marker would cost as much. */
const MIN_CONTEXT_LINES = 2;
const MIN_CONTEXT_CHARS = 56;
/** Files are listed by name in the last marker up to this number; the list would otherwise cost more than it tells. */
const MAX_LISTED_FILES = 12;

export interface Rendering {
  readonly output: string;
  readonly droppedChars: number;
}

const sumOf = (files: readonly DiffFile[]): { hunks: number; added: number; removed: number } => {
  const sum = { hunks: 0, added: 0, removed: 0 };
  for (const { hunks } of files) {
    for (const hunk of hunks) {
      sum.hunks++;
      sum.added += hunk.added;
      sum.removed += hunk.removed;
    }
  }
  return sum;
};

const changes = ({ added, removed }: { added: number; removed: number }): string =>
  `sum added=${added}, removed=${removed}`;

/** `file: a.ts×3 b.ts×1`: hunks of each file, or "" where a path cannot be told or there are too many. */
function fileFact(files: readonly DiffFile[]): string {
  const counts = new Map<string, number>();
  for (const { path, hunks } of files) counts.set(path, (counts.get(path) ?? 0) + hunks.length);
  const listed = [...counts].filter(([, n]) => n > 0);
  if (listed.length === 0 || listed.length > MAX_LISTED_FILES) return "";
  const words = listed.map(([path, n]) => {
    const value = statedValue(path, PATH_BYTES);
    return value === null ? null : `${value}×${n}`;
  });
  return words.includes(null) ? "" : `file: ${words.join(" ")}; `;
}

export function renderDiff(
  input: string,
  diff: Diff,
  summarised: ReadonlySet<DiffFile>,
  keep: ReadonlySet<number>,
): Rendering {
  const { lines, roles, files } = diff;
  const out: string[] = [];
  let droppedChars = 0;
  const chars = (from: number, to: number): number => (lines.ends[to - 1] ?? 0) - (lines.starts[from] ?? 0);
  const show = (from: number, to: number): void => {
    // Line ends included: a diff may be about nothing but them.
    if (to > from) out.push(input.slice(lines.starts[from], lines.starts[to] ?? input.length));
  };
  const mark = (marker: string): void => {
    if (out.at(-1)?.endsWith("\n") === false) out.push("\n");
    out.push(`${marker}\n`);
  };
  const showBody = (from: number, to: number): void => {
    for (let i = from; i < to; ) {
      let end = i + 1;
      const context = roles[i] === Role.context && !keep.has(i);
      while (end < to && (roles[end] === Role.context && !keep.has(end)) === context) end++;
      if (context && end - i >= MIN_CONTEXT_LINES && chars(i, end) >= MIN_CONTEXT_CHARS) {
        mark(runMarker("lines", end - i));
        droppedChars += chars(i, end);
      } else show(i, end);
      i = end;
    }
  };

  let at = 0;
  for (const file of files) {
    show(at, file.from);
    const body = file.hunks[0]?.from ?? file.to;
    show(file.from, body);
    if (summarised.has(file)) {
      const sum = sumOf([file]);
      mark(runMarker("hunks", sum.hunks, changes(sum)));
      droppedChars += chars(body, file.to);
    } else showBody(body, file.to);
    at = file.to;
  }
  show(at, lines.count);
  const all = sumOf(files);
  const elided = sumOf(files.filter((f) => summarised.has(f)));
  if (diff.countable && (files.length > 1 || summarised.size > 0)) {
    mark(wholeMarker("hunks", all.hunks, elided.hunks, `${fileFact(files)}${changes(all)}`));
  }
  const output = out.join("");
  return { output: input.endsWith("\n") ? output : output.replace(/\n$/, ""), droppedChars };
}
