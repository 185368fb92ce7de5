/** Recognises tables: CSV, TSV, semicolon CSV, Markdown tables and fixed-width columns. */
import { type Sample, share } from "./sample.ts";

/** Rows (header included) that a table has at least. */
const MIN_ROWS = 3;

/** Cells of one line of separated values; -1 where its quotes do not close on the line. */
function cellCount(line: string, separator: string): number {
  let cells = 1;
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    const c = line[i];
    if (c === '"') quoted = !quoted;
    else if (c === separator && !quoted) cells++;
  }
  return quoted ? -1 : cells;
}

const NUMBER_OR_TIME = /^[-+]?[\d.,:/%-]+$/;

const shape = (line: string): string => line.replace(/\d+/g, "0");

/** Names, all different, none a number or a sentence; and not just one more line like the next. */
function looksLikeHeader(line: string, next: string, separator: string): boolean {
  const names = line.split(separator).map((c) => c.trim().replace(/^"(.*)"$/, "$1"));
  return (
    names.every((n) => n !== "" && n.length <= 60 && !NUMBER_OR_TIME.test(n) && !/[.!?]$/.test(n)) &&
    new Set(names).size === names.length &&
    !(/\d/.test(line) && shape(line) === shape(next))
  );
}

/** Lines of prose, code and logs may happen to hold the same number of commas: what their cells look like decides. */
function recogniseSeparated({ filled }: Sample, separator: string): number {
  const header = filled[0] ?? "";
  const cells = cellCount(header, separator);
  if (filled.length < MIN_ROWS || cells < 2) return 0;
  const same = share(filled, (l) => cellCount(l, separator) === cells);
  const open = share(filled, (l) => cellCount(l, separator) < 0);
  if (same < 0.9 && same + open < 0.98) return 0;
  const named = looksLikeHeader(header, filled[1] ?? "", separator);
  const spaced = share(filled, (l) => l.split(separator).some((c) => c.trim().split(/\s+/).length > 12));
  if (separator === ",") {
    const statements = share(filled, (l) => /[;{}(]\s*$|^\s+\S/.test(l));
    if (statements > 0.2 || spaced > 0.3) return 0;
    const sentences = share(filled, (l) => /[a-z], [a-z]/.test(l));
    if (sentences > 0.5 && !named) return 0;
  }
  if (named) return same === 1 ? 0.95 : 0.9;
  // Arguments of calls are no cells.
  if (share(filled, (l) => /\w\([^)]*[,;]/.test(l)) > 0.3) return 0;
  return cells >= 3 && share(filled, (l) => /^\s*[-*[]|: /.test(l)) < 0.3 ? 0.75 : 0;
}

const RULE_ROW = /^\s*\|?\s*:?-{1,}:?\s*(?:\|\s*:?-{1,}:?\s*)*\|?\s*$/;

function recogniseMarkdownTable({ filled }: Sample): number {
  const rows = share(filled, (l) => /^\s*\|.*\|\s*$/.test(l) || (l.length >= 600 && l.startsWith("|")));
  const second = filled[1] ?? "";
  return filled.length >= MIN_ROWS && rows > 0.9 && second.includes("-") && RULE_ROW.test(second) ? 0.96 : 0;
}

/** Mode, links, owner, group, size, month: `ls -l` in every locale that keeps the order. */
const LS_LINE = /^(?:\s*\d[\d.,]*[KMGTP]?\s+){0,2}[-dlbcpsDC?][-rwxsStT?]{9}[.+@]?\s+\d+\s+\S+/;
const LS_EXTRA = /^(?:total \d[\d.,]*[KMGTP]?|\S.*:|ls: .*)$/;

function recogniseListing({ filled }: Sample): number {
  const entries = share(filled, (l) => LS_LINE.test(l));
  const all = share(filled, (l) => LS_LINE.test(l) || LS_EXTRA.test(l));
  return entries > 0.3 && all > 0.95 ? 0.94 : 0;
}

/** psql, dpkg and friends: a rule of dashes under the header, parted by blanks, bars or signs. */
const RULED = /^[\s|+]*[-=]{2,}(?:(?:[\s|]+|\+)[-=]{2,})+[\s|+]*$|^\+{2,}-=+(?:-=+)+$/;

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
    return aligned >= Math.max(2, names.length * 0.6);
  });
}

function recogniseFixedWidth({ filled }: Sample): number {
  if (filled.length < MIN_ROWS) return 0;
  const ruleAt = filled.slice(0, 8).findIndex((l) => RULED.test(l));
  if (ruleAt > 0) {
    const rows = filled.slice(ruleAt + 1).filter((r) => !/^\(\d+ rows?\)$/.test(r));
    const rule = filled[ruleAt] as string;
    const edges = [...rule.matchAll(/[-=]{2,}/g)].map((m) => m.index);
    const fits = share(rows, (r) =>
      edges.every((e) => e === 0 || r[e - 1] === undefined || /[\s|+]/.test(r[e - 1] as string)),
    );
    if (rows.length > 0 && fits > 0.85) return 0.92;
  }
  const header = filled[0] as string;
  const names = header.match(/\S+(?: \S+)*/g) ?? [];
  const capital = names.length > 0 && names.every((n) => /^[A-Z%#]/.test(n));
  const wide = /\S {2,}\S/.test(header);
  if (!capital && !wide) return 0;
  if (/[;{}]\s*$|^\s*(?:\/\/|#|\*)/.test(header)) return 0;
  const aligned = alignedShare(header, filled.slice(1));
  if (aligned < 0.85) return 0;
  if (capital && wide) return 0.93;
  // Lower-case names over numbers: `free`, `vmstat`.
  const numeric = share(filled.slice(1), (l) => (l.match(/(?<=\s)[\d.,:%-]+(?=\s|$)/g)?.length ?? 0) >= 3);
  if (wide && names.length >= 4 && numeric > 0.9 && !/\d/.test(header)) return 0.9;
  return capital ? 0.7 : 0.6;
}

export function recogniseTabular(sample: Sample): number {
  return Math.max(
    recogniseMarkdownTable(sample),
    recogniseSeparated(sample, "\t"),
    recogniseSeparated(sample, ","),
    recogniseSeparated(sample, ";"),
    recogniseListing(sample),
    recogniseFixedWidth(sample),
  );
}
