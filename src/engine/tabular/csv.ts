/**
 * CSV by RFC 4180 with `,`, tab or `;`: strict, since a table that is guessed wrong would be a lie. Every row has the
 * header's number of cells; quotes stand around whole cells only; anything else is no table.
 */
import type { Checkpoint } from "../contract.ts";
import { Cells } from "./cells.ts";
import type { TextTable } from "./table-text.ts";

const TAB = 0x09;
const BLANK = 0x20;
const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;
/** Fewer data rows are not worth a guess. */
const MIN_ROWS = 2;
/** More cells than this are not taken apart. */
const MAX_CELLS = 24_000_000;

function pushTrimmed(text: string, start: number, end: number, cells: Cells): void {
  while (start < end && text.charCodeAt(start) === BLANK) start++;
  while (end > start && text.charCodeAt(end - 1) === BLANK) end--;
  cells.push(start, end, false);
}

/** Pushes the cells of the record at `at`; the offset of its line end (or the text's), or -1 where it is malformed. */
function scanRecord(text: string, at: number, delimiter: number, cells: Cells): number {
  const to = text.length;
  for (;;) {
    if (at < to && text.charCodeAt(at) === QUOTE) {
      const start = ++at;
      let escaped = false;
      for (;;) {
        at = text.indexOf('"', at);
        if (at < 0) return -1;
        if (text.charCodeAt(at + 1) !== QUOTE || at + 1 >= to) break;
        escaped = true;
        at += 2;
      }
      cells.push(start, at, escaped);
      at++;
    } else {
      const start = at;
      while (at < to) {
        const c = text.charCodeAt(at);
        if (c === delimiter || c === LF) break;
        if (c === QUOTE) return -1;
        at++;
      }
      const cr = at > start && text.charCodeAt(at - 1) === CR && (at === to || text.charCodeAt(at) === LF);
      const end = cr ? at - 1 : at;
      // Behind tabs some tools pad their cells as well (`helm list`).
      if (delimiter === TAB) pushTrimmed(text, start, end, cells);
      else cells.push(start, end, false);
    }
    if (at >= to) return to;
    const c = text.charCodeAt(at);
    if (c === LF) return at;
    if (c === CR && (at + 1 === to || text.charCodeAt(at + 1) === LF)) return Math.min(at + 1, to);
    if (c !== delimiter) return -1;
    at++;
  }
}

/** Whether the first row names the columns: short texts, all different, none of them a number or empty. */
function isHeader(names: readonly string[]): boolean {
  return (
    new Set(names).size === names.length &&
    names.every(
      (name) => name.trim() !== "" && name.length <= 80 && !/^[-+]?[\d.,:/]*\d[\d.,:/T-]*Z?$/.test(name),
    )
  );
}

/** The table that `text` is with this delimiter, or null. */
export function parseCsv(text: string, delimiter: string, checkpoint: Checkpoint): TextTable | null {
  const code = delimiter.charCodeAt(0);
  const cells = new Cells();
  const starts: number[] = [];
  const ends: number[] = [];
  let width = 0;
  // A byte order mark is no part of the first name.
  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at < text.length; ) {
    // Blank lines at the end are no rows; within the table they are damage.
    const first = text.charCodeAt(at);
    if (first === LF || first === CR) {
      if (text.slice(at).trim() !== "") return null;
      break;
    }
    const before = cells.size;
    const end = scanRecord(text, at, code, cells);
    if (end < 0 || cells.size > MAX_CELLS) return null;
    const n = cells.size - before;
    if (starts.length === 0) {
      width = n;
      if (width < 2) return null;
    } else if (n !== width) return null;
    starts.push(at);
    ends.push(end > at && text.charCodeAt(end - 1) === CR ? end - 1 : end);
    if (starts.length % 1024 === 0) checkpoint();
    at = end + 1;
  }
  const names = Array.from({ length: width }, (_, i) => cells.text(text, i));
  const header = isHeader(names) ? names : null;
  const skip = header === null ? 0 : 1;
  if (starts.length - skip < MIN_ROWS) return null;
  return {
    text,
    format: "csv",
    delimiter,
    width,
    header,
    headEnd: header === null ? 0 : (ends[0] ?? 0),
    tailStart: text.length,
    count: starts.length - skip,
    starts: new Int32Array(starts).subarray(skip),
    ends: new Int32Array(ends).subarray(skip),
    ...cells.slices(skip * width),
  };
}
