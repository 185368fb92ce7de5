/** Tables that are drawn with rules and bars, as docs/reference/tables.md defines them. */
import type { FixedTable } from "./columns.ts";

const isRule = (line: string): boolean =>
  /^\s*\+[-=+]*[-=]\+\s*$/.test(line) ||
  (/^\s*[\u2500-\u257f]{3,}\s*$/.test(line) && /[─━═╌╍┄┅┈┉]/.test(line));

const isRow = (line: string): boolean => /^\s*[|│┃║].*[|│┃║]\s*$/.test(line);

/** A line's cells by the places of corners, or by all its bars. */
function cellsOf(line: string, corners: readonly number[]): string[] {
  const placed = corners.every((at) => /[|│┃║]/.test(line.charAt(at)));
  const bars = placed ? corners : [...line.matchAll(/[|│┃║]/g)].map(({ index }) => index);
  if (bars.length !== corners.length) throw new Error(`«${line.slice(0, 80)}» has other cells`);
  return bars.slice(1).map((to, c) => line.slice((bars[c] ?? 0) + 1, to).replace(/^ +| +$/g, ""));
}

/** One row of several lines: a cell on two of them is null. */
const joined = (lines: readonly (readonly string[])[]): (string | null)[] =>
  (lines[0] ?? []).map((_, c) => {
    const filled = lines.map((cells) => cells[c] ?? "").filter((cell) => cell !== "");
    return filled.length > 1 ? null : (filled[0] ?? "");
  });

/** The table that the lines draw; null where they draw none. */
export function drawnTable(lines: readonly string[]): FixedTable | null {
  const top = lines.slice(0, 8).findIndex(isRule);
  if (top < 0) return null;
  const corners = [...(lines[top] ?? "").matchAll(/[^\s─━═╌╍┄┅┈┉=-]/g)].map(({ index }) => index);
  if (corners.length < 3) return null;
  const rules = [top];
  for (let line = top + 1; isRule(lines[line] ?? "") || isRow(lines[line] ?? ""); line++)
    if (isRule(lines[line] ?? "")) rules.push(line);
  const bodies = rules.slice(1).map((to, i) => ({ from: (rules[i] ?? 0) + 1, to }));
  const header = bodies.length > 1 ? bodies.shift() : undefined;
  const [body] = bodies;
  if (body === undefined) return null;
  const rows =
    bodies.length > 2
      ? bodies.map(({ from, to }, i) => ({ from, to, text: lines.slice(i > 0 ? from - 1 : from, to) }))
      : lines
          .slice(body.from, body.to)
          .map((line, i) => ({ from: body.from + i, to: body.from + i + 1, text: [line] }));
  const named = header !== undefined && header.to === header.from + 1;
  const names = cellsOf(lines[header?.from ?? body.from] ?? "", corners);
  return {
    head: lines.slice(0, body.from),
    rows: rows.map(({ text }) => text.join("\n")),
    tail: lines.slice(rows.at(-1)?.to ?? body.to),
    names: names.map((name) => (named ? name : "")),
    cells: rows.map(({ from, to }) => joined(lines.slice(from, to).map((line) => cellsOf(line, corners)))),
    above: top,
    drawn: true,
  };
}
