/**
 * Fixed-width columns (docker ps, kubectl get, df, ps, psql, dpkg -l): a header, maybe a rule below it, rows. A column
 * ends where every row and the header are blank; if values overflow, words are counted from the left instead.
 */
import { splitLines } from "../../text/lines.ts";
import type { Checkpoint } from "../contract.ts";
import type { TextTable } from "./table-text.ts";

/** Lines in which the rule below the header is looked for. */
const HEADER_LINES = 8;
/** Characters of a line in which columns are told apart; the last column takes the rest. */
const MAX_WIDTH = 1024;
const MIN_ROWS = 3;

const RULE = /^[\s|+]{0,8}[-=+]{2,}(?:[\s|+-]+[-=+]{2,})+[\s|+]*$/;
/** psql's last line. */
const FOOTER = /^\(\d+ (?:rows?|Zeilen?|lignes?|filas?)\)$/;

interface Frame {
  /** Line of the header; rows begin at `first`. */
  readonly header: number;
  readonly first: number;
  readonly last: number;
}

type LineAt = (line: number) => string;

function frameOf(lineAt: LineAt, count: number): Frame | null {
  let last = count;
  while (last > 0 && (lineAt(last - 1).trim() === "" || FOOTER.test(lineAt(last - 1).trim()))) last--;
  for (let line = 1; line < Math.min(HEADER_LINES, last); line++) {
    if (RULE.test(lineAt(line).slice(0, MAX_WIDTH))) {
      return { header: line - 1, first: line + 1, last };
    }
  }
  // Without a rule the first line must look like names: several, none of them a number.
  const names = lineAt(0).trim().split(/\s+/);
  if (names.length < 2 || names.some((name) => /^[-+]?\d[\d.,:%]*$/.test(name))) return null;
  if (!/ {2,}/.test(lineAt(0).trim()) && lineAt(0) !== lineAt(0).toUpperCase()) return null;
  return { header: 0, first: 1, last };
}

/** Start of each column, by the blank positions that the header and all rows share; whether bars stand in them. */
function gutterColumns(lineAt: LineAt, { header, first, last }: Frame): { starts: number[]; bars: boolean } {
  const width = Math.min(MAX_WIDTH, lineAt(header).length);
  const inked = new Uint8Array(width);
  const barred = new Uint32Array(width);
  const mark = (line: string): void => {
    for (let at = 0; at < width && at < line.length; at++) {
      const c = line.charCodeAt(at);
      if (c === 0x7c) barred[at] = (barred[at] ?? 0) + 1;
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
    if (starts.length === 0 || /[^\s|]/.test(head.slice(at, end))) starts.push(at);
  }
  return { starts, bars };
}

/** Cell slices without their padding, and without the bars where those are what columns are divided by. */
class Cells {
  readonly starts: number[] = [];
  readonly ends: number[] = [];

  constructor(private readonly bars: boolean) {}

  private isPadding(c: number): boolean {
    return c === 0x20 || (this.bars && c === 0x7c);
  }

  push(text: string, start: number, end: number): void {
    while (start < end && this.isPadding(text.charCodeAt(start))) start++;
    while (end > start && this.isPadding(text.charCodeAt(end - 1))) end--;
    this.starts.push(start);
    this.ends.push(end);
  }
}

/** Cells of one line by column starts. */
function cutByPosition(
  text: string,
  from: number,
  to: number,
  columns: readonly number[],
  cells: Cells,
): void {
  for (const [i, start] of columns.entries()) {
    const next = columns[i + 1];
    cells.push(text, Math.min(from + start, to), next === undefined ? to : Math.min(from + next, to));
  }
}

/** Cells of one line by words, the last taking the rest; false where there are too few. */
function cutByWords(text: string, from: number, to: number, columns: number, cells: Cells): boolean {
  let at = from;
  for (let i = 0; i < columns; i++) {
    while (at < to && text.charCodeAt(at) === 0x20) at++;
    if (at === to) return false;
    const start = at;
    if (i === columns - 1) at = to;
    else while (at < to && text.charCodeAt(at) !== 0x20) at++;
    cells.push(text, start, at);
  }
  return true;
}

export function parseFixedWidth(text: string, checkpoint: Checkpoint): TextTable | null {
  if (text.includes("\t")) return null;
  const lines = splitLines(text);
  const lineAt: LineAt = (line) => text.slice(lines.starts[line], lines.ends[line]);
  const frame = lines.count > MIN_ROWS ? frameOf(lineAt, lines.count) : null;
  if (frame === null || frame.last - frame.first < MIN_ROWS) return null;
  for (let line = frame.first; line < frame.last; line++) {
    if (lines.starts[line] === lines.ends[line]) return null;
  }
  checkpoint();
  const { starts: columns, bars } = gutterColumns(lineAt, frame);
  const words = lineAt(frame.header).trim().split(/\s+/);
  const byWords = (): Cells | null => {
    const cells = new Cells(false);
    for (let line = frame.first; line < frame.last; line++) {
      if (!cutByWords(text, lines.starts[line] ?? 0, lines.ends[line] ?? 0, words.length, cells)) return null;
    }
    return cells;
  };
  let cells = words.length > columns.length ? byWords() : null;
  let header = words;
  if (cells === null) {
    if (columns.length < 2) return null;
    const cut = new Cells(bars);
    for (let line = frame.first; line < frame.last; line++) {
      cutByPosition(text, lines.starts[line] ?? 0, lines.ends[line] ?? 0, columns, cut);
    }
    cells = cut;
    const head = new Cells(bars);
    cutByPosition(text, lines.starts[frame.header] ?? 0, lines.ends[frame.header] ?? 0, columns, head);
    header = head.starts.map((start, i) => text.slice(start, head.ends[i]));
  }
  checkpoint();
  const size = cells.starts.length;
  return {
    text,
    format: "fixed",
    delimiter: "",
    width: header.length,
    header,
    headEnd: lines.ends[frame.first - 1] ?? 0,
    headerStart: lines.starts[frame.header] ?? 0,
    tailStart: lines.starts[frame.last] ?? text.length,
    count: frame.last - frame.first,
    starts: lines.starts.slice(frame.first, frame.last),
    ends: lines.ends.slice(frame.first, frame.last),
    cellStarts: Int32Array.from(cells.starts),
    cellEnds: Int32Array.from(cells.ends),
    escaped: new Uint8Array(size),
  };
}
