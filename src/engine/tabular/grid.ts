/**
 * Tables that are drawn: mysql, sqlite3's box and table, rich, nushell, reStructuredText. A line is a row, unless rules
 * stand between rows; then a row may have several lines.
 */
import { firstLines, type Lines, splitLines } from "../../text/lines.ts";
import type { Checkpoint } from "../contract.ts";
import { Cells } from "./cells.ts";
import { cornersOf, isFrameRow, isFrameRule } from "./frame.ts";
import { isBar } from "./header.ts";
import type { TextTable } from "./table-text.ts";

/** Lines above the table: a title, a prompt. */
const MAX_ABOVE = 8;
const MIN_ROWS = 3;

/** Lines between two rules, the second exclusive. */
interface Section {
  readonly from: number;
  readonly to: number;
}

interface Drawing {
  readonly lines: Lines;
  readonly corners: readonly number[];
  /** Sections between the rules, the header's among them. */
  readonly sections: readonly Section[];
}

/** The drawn lines of the text, from the first rule to the last; null where they are not one table. */
function drawingOf(text: string, checkpoint: Checkpoint): Drawing | null {
  if (
    !firstLines(text, MAX_ABOVE + 1)
      .split(/\r?\n/)
      .some(isFrameRule)
  )
    return null;
  const lines = splitLines(text);
  const lineAt = (line: number): string => text.slice(lines.starts[line], lines.ends[line]);
  let at = 0;
  while (at < Math.min(MAX_ABOVE, lines.count) && !isFrameRule(lineAt(at))) at++;
  if (at >= lines.count || !isFrameRule(lineAt(at))) return null;
  const corners = cornersOf(lineAt(at));
  if (corners.length < 3) return null;
  const sections: Section[] = [];
  for (let from = at + 1, line = from; line < lines.count; line++) {
    if (line % 1024 === 0) checkpoint();
    if (isFrameRow(lineAt(line))) continue;
    if (!isFrameRule(lineAt(line)) || line === from) break;
    sections.push({ from, to: line });
    from = line + 1;
  }
  const end = sections.at(-1)?.to ?? lines.count;
  for (let line = end + 1; line < lines.count; line++)
    if (isFrameRow(lineAt(line)) || isFrameRule(lineAt(line))) return null;
  return { lines, corners, sections };
}

/** Pushes the cells of one line; false where it has not the table's number of cells. */
function cutLine(
  text: string,
  start: number,
  end: number,
  corners: readonly number[],
  cells: Cells,
): boolean {
  let bars: readonly number[] = corners;
  if (!corners.every((at) => start + at < end && isBar(text.charCodeAt(start + at)))) {
    // Wide letters move the bars that follow; then all bars count, if there are as many.
    const found: number[] = [];
    for (let at = start; at < end; at++) if (isBar(text.charCodeAt(at))) found.push(at - start);
    if (found.length !== corners.length) return false;
    bars = found;
  }
  for (let c = 0; c + 1 < bars.length; c++) {
    let from = start + (bars[c] as number) + 1;
    let to = start + (bars[c + 1] as number);
    while (from < to && text.charCodeAt(from) === 0x20) from++;
    while (to > from && text.charCodeAt(to - 1) === 0x20) to--;
    cells.push(from, to, false);
  }
  return true;
}

/** The cells of a row of several lines: of each column the first line's, which is not all of it if others are filled. */
function cutRow(text: string, { from, to }: Section, drawing: Drawing, cells: Cells): boolean {
  const { lines, corners } = drawing;
  const own = new Cells();
  for (let line = from; line < to; line++)
    if (!cutLine(text, lines.starts[line] as number, lines.ends[line] as number, corners, own)) return false;
  const width = corners.length - 1;
  const { cellStarts, cellEnds } = own.slices();
  for (let c = 0; c < width; c++) {
    let filled = 0;
    let cell = c;
    for (let i = c; i < own.size; i += width) {
      if (cellStarts[i] === cellEnds[i]) continue;
      if (filled++ === 0) cell = i;
    }
    cells.push(cellStarts[cell] as number, cellEnds[cell] as number, filled > 1);
  }
  return true;
}

/** Cells of a line that hold something. */
function filledCells(text: string, start: number, end: number, corners: readonly number[]): boolean[] {
  const cells = new Cells();
  if (!cutLine(text, start, end, corners, cells)) return [];
  return Array.from({ length: cells.size }, (_, c) => cells.text(text, c) !== "");
}

/**
 * Rows as sections: each line one, or each stretch between rules. Null where it is not certain which: a line without
 * its first cell, or with nothing but one cell, may go on with the line above.
 */
function rowsOf(text: string, drawing: Drawing, body: readonly Section[]): Section[] | null {
  const { lines, corners } = drawing;
  const goesOn = (line: number): boolean => {
    const filled = filledCells(text, lines.starts[line] as number, lines.ends[line] as number, corners);
    return filled[0] !== true || filled.filter(Boolean).length === 1;
  };
  if (body.length > 2) {
    const whole = body.every(({ from, to }) => {
      for (let line = from + 1; line < to; line++)
        if (
          !filledCells(text, lines.starts[line] as number, lines.ends[line] as number, corners).includes(
            false,
          )
        )
          return false;
      return true;
    });
    return whole ? [...body] : null;
  }
  const [first] = body;
  if (first === undefined) return null;
  const rows: Section[] = [];
  for (let line = first.from; line < first.to; line++) {
    if (goesOn(line)) return null;
    rows.push({ from: line, to: line + 1 });
  }
  return rows;
}

/** The table that the text is drawn as, or null. */
export function parseGrid(text: string, checkpoint: Checkpoint): TextTable | null {
  const drawing = drawingOf(text, checkpoint);
  if (drawing === null) return null;
  const { lines, corners, sections } = drawing;
  const width = corners.length - 1;
  const named = sections.length > 1;
  const body = named ? sections.slice(1) : sections;
  const rows = rowsOf(text, drawing, body);
  if (rows === null || rows.length < MIN_ROWS) return null;
  const cells = new Cells();
  for (const [i, row] of rows.entries()) {
    if (i % 1024 === 0) checkpoint();
    if (!cutRow(text, row, drawing, cells)) return null;
  }
  const names = new Cells();
  const [head] = sections;
  const single = named && head !== undefined && head.to - head.from === 1;
  if (single && !cutRow(text, head, drawing, names)) return null;
  const firstRow = rows[0] as Section;
  const lastRow = rows.at(-1) as Section;
  // A rule between two rows belongs to the lower one.
  const starts = Int32Array.from(
    rows,
    ({ from }, i) => lines.starts[i > 0 && from > (rows[i - 1] as Section).to ? from - 1 : from] as number,
  );
  return {
    text,
    format: "grid",
    delimiter: "",
    width,
    header: single ? Array.from({ length: width }, (_, c) => names.text(text, c)) : null,
    headEnd: lines.ends[firstRow.from - 1] ?? 0,
    headerStart: lines.starts[(sections[0] as Section).from - 1] ?? 0,
    tailStart: lines.starts[lastRow.to] ?? text.length,
    count: rows.length,
    starts,
    ends: Int32Array.from(rows, ({ to }) => lines.ends[to - 1] as number),
    ...cells.slices(),
  };
}

/** Whether the table is all there is, so that its cells are worth as much without the drawing. */
export function isAllDrawn(table: TextTable): boolean {
  const behind = table.text.slice(table.tailStart).trim();
  return table.header !== null && !behind.includes("\n") && isFrameRule(behind) && !table.escaped.includes(1);
}
