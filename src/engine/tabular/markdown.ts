/** A text that is one Markdown table (GFM): header, rule, rows of the same number of cells. */
import { type Lines, splitLines } from "../../text/lines.ts";
import type { Checkpoint } from "../contract.ts";
import { Cells } from "./cells.ts";
import type { TextTable } from "./table-text.ts";

const PIPE = 0x7c;
const RULE = /^\|(?:\s*:?-+:?\s*\|)+\s*$/;

/** Cell slices of one line without their padding; false where the line does not begin and end with a pipe. */
function scanRow(text: string, start: number, end: number, cells: Cells): boolean {
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
  if (end - start < 2 || text.charCodeAt(start) !== PIPE || text.charCodeAt(end - 1) !== PIPE) return false;
  let from = start + 1;
  let escaped = false;
  for (let at = from; at < end; at++) {
    const c = text.charCodeAt(at);
    if (c === 0x5c) {
      escaped = true;
      at++;
    } else if (c === PIPE) {
      let a = from;
      let b = at;
      while (a < b && text.charCodeAt(a) <= 0x20) a++;
      while (b > a && text.charCodeAt(b - 1) <= 0x20) b--;
      cells.push(a, b, escaped);
      escaped = false;
      from = at + 1;
    }
  }
  return from === end;
}

export function parseMarkdownTable(text: string, checkpoint: Checkpoint): TextTable | null {
  if (text.charCodeAt(0) !== PIPE) return null;
  const lines: Lines = splitLines(text);
  let count = lines.count;
  while (count > 0 && text.slice(lines.starts[count - 1], lines.ends[count - 1]).trim() === "") count--;
  if (count < 4 || !RULE.test(text.slice(lines.starts[1], lines.ends[1]))) return null;
  const head = new Cells();
  if (!scanRow(text, lines.starts[0] ?? 0, lines.ends[0] ?? 0, head)) return null;
  const width = head.size;
  if (text.slice(lines.starts[1], lines.ends[1]).split("|").length - 2 !== width) return null;
  const cells = new Cells();
  for (let line = 2; line < count; line++) {
    if (line % 1024 === 0) checkpoint();
    if (!scanRow(text, lines.starts[line] ?? 0, lines.ends[line] ?? 0, cells)) return null;
    if (cells.size !== (line - 1) * width) return null;
  }
  const rows = count - 2;
  return {
    text,
    format: "markdown",
    delimiter: "|",
    width,
    header: Array.from({ length: width }, (_, i) => head.text(text, i)),
    headEnd: lines.ends[1] ?? 0,
    tailStart: text.length,
    count: rows,
    starts: lines.starts.slice(2, count),
    ends: lines.ends.slice(2, count),
    ...cells.slices(),
  };
}
