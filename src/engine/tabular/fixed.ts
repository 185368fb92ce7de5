/**
 * Fixed-width columns (docker ps, kubectl get, df, ps, psql, dpkg -l): a header, maybe a rule below it, rows up to a blank
 * line. A column ends where every row and the header are blank; if values overflow, words are counted instead.
 */
import { splitLines } from "../../text/lines.ts";
import type { Checkpoint, Span } from "../contract.ts";
import { Cells } from "./cells.ts";
import { findHeader, isBar, ruleStretches } from "./header.ts";
import type { TextTable } from "./table-text.ts";

/** Characters of a line in which columns are told apart; the last column takes the rest. */
const MAX_WIDTH = 1024;
const MIN_ROWS = 3;

/** psql's last line. */
const FOOTER = /^\(\d+ (?:rows?|Zeilen?|lignes?|filas?)\)$/;

interface Frame {
  /** Line of the header; rows begin at `first`. */
  readonly header: number;
  readonly first: number;
  readonly last: number;
  /** A rule stands below the header. */
  readonly ruled: boolean;
}

type LineAt = (line: number) => string;

/** Rows end at the first blank line, or above sums (a rule); a count of them on the last line is none. */
function frameOf(lineAt: LineAt, count: number): Frame | null {
  const header = findHeader(lineAt, count);
  if (header === null) return null;
  const { line, first, ruled } = header;
  let last = first;
  while (last < count && lineAt(last).trim() !== "" && ruleStretches(lineAt(last)).length < 2) last++;
  if (last > first && FOOTER.test(lineAt(last - 1).trim())) last--;
  return { header: line, first, last, ruled };
}

/** Start of each column, by the blank positions that the header and all rows share; whether bars stand in them. */
function gutterColumns(lineAt: LineAt, { header, first, last }: Frame): { starts: number[]; bars: boolean } {
  const width = Math.min(MAX_WIDTH, lineAt(header).length);
  const inked = new Uint8Array(width);
  const barred = new Uint32Array(width);
  const mark = (line: string): void => {
    for (let at = 0; at < width && at < line.length; at++) {
      const c = line.charCodeAt(at);
      if (isBar(c)) barred[at] = (barred[at] ?? 0) + 1;
      else if (c !== 0x20) inked[at] = 1;
    }
  };
  mark(lineAt(header));
  for (let line = first; line < last; line++) mark(lineAt(line));
  const lines = last - first + 1;
  // A bar separates columns only where it stands in every line; else it is a character of a value.
  let bars = false;
  for (let at = 0; at < width; at++) {
    if ((barred[at] ?? 0) === 0) continue;
    if (barred[at] === lines) bars = true;
    else inked[at] = 1;
  }
  const starts: number[] = [];
  const head = lineAt(header);
  for (let at = 0; at < width; at++) {
    if (inked[at] !== 1 || (at > 0 && inked[at - 1] === 1)) continue;
    let end = at;
    while (end < width && inked[end] === 1) end++;
    // A stretch without a name belongs to the column before it.
    if (starts.length === 0 || /[^\s|│┃║]/.test(head.slice(at, end))) starts.push(at);
  }
  return { starts, bars };
}

/** Pushes a slice without its padding, and without the bars where those are what columns are divided by. */
function pushTrimmed(text: string, start: number, end: number, bars: boolean, cells: Cells): void {
  const isPadding = (c: number): boolean => c === 0x20 || (bars && isBar(c));
  while (start < end && isPadding(text.charCodeAt(start))) start++;
  while (end > start && isPadding(text.charCodeAt(end - 1))) end--;
  cells.push(start, end, false);
}

/** Cells of one line by column starts. */
function cutByPosition(
  text: string,
  [from, to]: Span,
  columns: readonly number[],
  bars: boolean,
  cells: Cells,
): void {
  for (const [i, start] of columns.entries()) {
    const next = columns[i + 1];
    const end = next === undefined ? to : Math.min(from + next, to);
    pushTrimmed(text, Math.min(from + start, to), end, bars, cells);
  }
}

/** A column cut by words holds what stands below its name in at least this share of the rows. */
const BELOW_SHARE = 0.8;

/**
 * Cells by words, the last taking the rest, for tables whose values overflow their columns. Null where a row has too
 * few words, or where words do not stand below the names that they would get (`CONTAINER ID` is one name).
 */
function cutByWords(text: string, rows: readonly Span[], names: readonly Span[]): Cells | null {
  const cells = new Cells();
  const below = new Uint32Array(names.length);
  for (const [from, to] of rows) {
    let at = from;
    for (const [i, name] of names.entries()) {
      while (at < to && text.charCodeAt(at) === 0x20) at++;
      if (at === to) return null;
      const start = at;
      if (i === names.length - 1) at = to;
      else while (at < to && text.charCodeAt(at) !== 0x20) at++;
      pushTrimmed(text, start, at, false, cells);
      if (start - from < name[1] && at - from > name[0]) below[i] = (below[i] ?? 0) + 1;
    }
  }
  return below.every((n) => n >= rows.length * BELOW_SHARE) ? cells : null;
}

/** What stands above so many of the rows as their own value is the first row of a table without a header. */
const SAME_SHARE = 0.5;
const COMPARED_ROWS = 400;

function isRow(text: string, header: readonly string[], cells: Cells, all: number): boolean {
  const rows = Math.min(all, COMPARED_ROWS);
  return header.some((name, column) => {
    // Bars, and names of one letter (`S` of top), are also values.
    if (name.length < 2 || !/[\p{L}\d]/u.test(name)) return false;
    let same = 0;
    for (let row = 0; row < rows; row++) if (cells.text(text, row * header.length + column) === name) same++;
    return same >= SAME_SHARE * rows;
  });
}

/** Offsets of the header's words from its line's start. */
function wordSpans(header: string): Span[] {
  return [...header.matchAll(/\S+/g)].map((m) => [m.index, m.index + m[0].length] as const);
}

export function parseFixedWidth(text: string, checkpoint: Checkpoint): TextTable | null {
  if (text.includes("\t")) return null;
  const lines = splitLines(text);
  const lineAt: LineAt = (line) => text.slice(lines.starts[line], lines.ends[line]);
  const frame = lines.count > MIN_ROWS ? frameOf(lineAt, lines.count) : null;
  if (frame === null || frame.last - frame.first < MIN_ROWS) return null;
  const spanOf = (line: number): Span => [lines.starts[line] ?? 0, lines.ends[line] ?? 0];
  const rows = Array.from({ length: frame.last - frame.first }, (_, i) => spanOf(frame.first + i));
  checkpoint();
  const { starts: columns, bars } = gutterColumns(lineAt, frame);
  checkpoint();
  const head = lineAt(frame.header);
  const words = wordSpans(head);
  let cells = words.length > columns.length ? cutByWords(text, rows, words) : null;
  let header = words.map(([start, end]) => head.slice(start, end));
  if (cells === null) {
    if (columns.length < 2) return null;
    cells = new Cells();
    for (const row of rows) cutByPosition(text, row, columns, bars, cells);
    const names = new Cells();
    cutByPosition(text, spanOf(frame.header), columns, bars, names);
    header = columns.map((_, i) => names.text(text, i));
  }
  checkpoint();
  if (!frame.ruled && isRow(text, header, cells, rows.length)) return null;
  return {
    text,
    format: "fixed",
    delimiter: "",
    width: header.length,
    header,
    headEnd: lines.ends[frame.first - 1] ?? 0,
    headerStart: lines.starts[frame.header] ?? 0,
    tailStart: lines.starts[frame.last] ?? text.length,
    count: rows.length,
    starts: lines.starts.slice(frame.first, frame.last),
    ends: lines.ends.slice(frame.first, frame.last),
    ...cells.slices(),
  };
}
