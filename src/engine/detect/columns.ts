/** Recognises columns that stand under their header: docker ps, kubectl get, psql, top, systemctl, PowerShell. */
import { findHeader, looksLikeNames, ruleStretches } from "../tabular/header.ts";
import { type Sample, share } from "./sample.ts";

/** Rows that a table has at least. */
const MIN_ROWS = 2;
const EDGE = /[\s|+│┃║]/;

const isBlankAt = (line: string, at: number): boolean =>
  line[at] === undefined || EDGE.test(line[at] as string);

/**
 * Columns that stand under their header: a header of two names or more, and each later line with a blank wherever
 * a column begins (numbers may be aligned to the right and reach across the header's own blanks).
 */
function alignedShare(header: string, rows: readonly string[]): number {
  const names = [...header.matchAll(/\S+(?: \S+)*/g)];
  const columns = [...header.matchAll(/\S+/g)];
  if (columns.length < 3 && names.length < 2) return 0;
  return share(rows, (row) => {
    const words = row.match(/\S+/g)?.length ?? 0;
    if (words < Math.min(columns.length, 3) - 1) return false;
    let aligned = 0;
    for (const name of names) {
      const from = name.index;
      const to = from + name[0].length;
      const leftEdge = row[from] !== undefined && row[from] !== " " && (from === 0 || row[from - 1] === " ");
      const rightEdge =
        row[to - 1] !== undefined && row[to - 1] !== " " && (row[to] === undefined || row[to] === " ");
      if (leftEdge || rightEdge) aligned++;
    }
    // Rows may end early: `Swap:` of free has half of the columns.
    return aligned >= Math.max(2, Math.min(names.length, words) * 0.6);
  });
}

/** Of the header's columns each begins or ends with its stretch of dashes. */
function ruledShare(rule: string, rows: readonly string[]): number {
  const stretches = ruleStretches(rule);
  if (stretches.length < 2) return 0;
  return share(rows, (row) =>
    stretches.every(([from, to]) => from === 0 || isBlankAt(row, from - 1) || isBlankAt(row, to)),
  );
}

/** Lower-case names over numbers, one each: `vmstat` writes them wherever they find room. */
function numbersShare(names: string, rows: readonly string[]): number {
  const words = names.trim().split(/\s+/).length;
  return share(rows, (row) => {
    const values = row.trim().split(/\s+/);
    return values.length === words && values.every((value) => /^[-\d.,:%]+$/.test(value));
  });
}

/** `free` names its rows. */
const numbersIn = (line: string): number => line.match(/(?<=\s)[\d.,:%-]+(?=\s|$)/g)?.length ?? 0;

export function recogniseColumns({ lines }: Sample): number {
  const header = findHeader((line) => lines[line] ?? "", lines.length);
  if (header === null) return 0;
  const rows: string[] = [];
  // The sample's windows may begin anywhere: what follows a blank line is another table, or words about this one.
  for (const row of lines.slice(header.first)) {
    if (!/\S/.test(row) || ruleStretches(row).length > 1) break;
    if (!/^\(\d+ rows?\)$/.test(row)) rows.push(row);
  }
  if (rows.length < MIN_ROWS) return 0;
  const behind = lines.slice(header.first + rows.length).filter((l) => /\S/.test(l)).length;
  if (behind > rows.length * 2) return 0;
  const names = lines[header.line] as string;
  if (header.ruled && ruledShare(lines[header.first - 1] as string, rows) > 0.85) return 0.92;
  if (!looksLikeNames(names)) return 0;
  const cells = names.match(/\S+(?: \S+)*/g) ?? [];
  const capital = cells.length > 0 && cells.every((n) => /^[A-Z%#]/.test(n));
  const wide = /\S {2,}\S/.test(names);
  if ((!capital && !wide) || /[;{}]\s*$|^\s*(?:\/\/|#|\*)/.test(names)) return 0;
  if (!/\d/.test(names) && names.trim().split(/\s+/).length >= 4 && numbersShare(names, rows) > 0.9)
    return 0.9;
  if (alignedShare(names, rows) < 0.85) return 0;
  if (capital && wide) return 0.93;
  // Small letters with a digit are data: branches, devices, addresses.
  if (/\d/.test(names) && cells.filter((n) => /^[A-Z%#]/.test(n)).length * 2 < cells.length) return 0;
  if (wide && cells.length >= 4 && share(rows, (l) => numbersIn(l) >= 3) > 0.9) return 0.9;
  return capital ? 0.7 : 0.6;
}
