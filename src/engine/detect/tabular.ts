/** Recognises tables: CSV, TSV, semicolon CSV, Markdown tables and fixed-width columns. */
import { recogniseColumns } from "./columns.ts";
import { recogniseGrid } from "./grid.ts";
import { recogniseRecords } from "./records.ts";
import { CLIP_CHARS, type Sample, share } from "./sample.ts";

/** Rows (header included) that a table has at least. */
const MIN_ROWS = 3;

/** In so few rows one that was cut off is a large share. */
const FEW_ROWS = 50;

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
  // A clipped header may end within quotes.
  const cells = Math.max(
    cellCount(header, separator),
    header.length >= CLIP_CHARS ? cellCount(`${header}"`, separator) : -1,
  );
  if (filled.length < MIN_ROWS || cells < 2) return 0;
  // Markdown's rule, or a drawing's.
  if (separator === "|" && /^[ :|+-]+$/.test(filled[1] ?? "")) return 0;
  // How many cells a line has that the sample clips is not known.
  const isClipped = (l: string): boolean => l.length >= CLIP_CHARS;
  const wide = isClipped(header);
  const same = share(filled, (l) => isClipped(l) || (!wide && cellCount(l, separator) === cells));
  const open = share(filled, (l) => !isClipped(l) && cellCount(l, separator) < 0);
  // A row of another number of cells is damage at best; some of them, and this is no table.
  if (same + open < 0.98 && filled.length > FEW_ROWS) return 0;
  if (same < 0.9 && same + open < 0.98) return 0;
  const named = looksLikeHeader(header, filled[1] ?? "", separator);
  const spaced = share(filled, (l) => l.split(separator).some((c) => c.trim().split(/\s+/).length > 12));
  if (separator === ",") {
    const statements = share(filled, (l) => /[;{}(]\s*$|^\s+\S/.test(l));
    if (statements > 0.2 || spaced > 0.3) return 0;
    const sentences = share(filled, (l) => /[a-z], [a-z]/.test(l));
    if (sentences > 0.5 && !named) return 0;
  }
  // What stands in parentheses are arguments or options (`mount`), no cells.
  if (share(filled, (l) => /\([^)]*[,;]/.test(l.replace(/"[^"]*"/g, ""))) > 0.3) return 0;
  if (named) return same === 1 ? 0.95 : 0.9;
  // Bars without names above are a drawing.
  return separator !== "|" && cells >= 3 && share(filled, (l) => /^\s*[-*[]|: /.test(l)) < 0.3 ? 0.75 : 0;
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

/** Windows' dir: date, time, size or `<DIR>`; all around it begins with a blank. */
const DIR_LINE = /^\d{2,4}[-./]\d\d[-./]\d{2,4} +\d{1,2}:\d\d(?: [AP]M)? +(?:<[A-Z]+>|[\d.,]+) +\S/;

/** `wc -l`: counts that end in one place, then paths. */
const COUNT_LINE = /^( *\d+) (?:[^\s/]+\/.*|\/.*|\S+\.\w+|total)$/;

function recogniseCounts(filled: readonly string[]): number {
  const ends = filled.map((l) => COUNT_LINE.exec(l)?.[1]?.length ?? 0);
  const padded = filled.some((l) => l.startsWith(" "));
  return filled.length > MIN_ROWS && padded && ends.every((end) => end > 0 && end === ends[0]) ? 0.94 : 0;
}

function recogniseListing({ filled }: Sample): number {
  const entries = share(filled, (l) => LS_LINE.test(l));
  if (entries > 0.3 && share(filled, (l) => LS_LINE.test(l) || LS_EXTRA.test(l)) > 0.95) return 0.94;
  const files = share(filled, (l) => DIR_LINE.test(l));
  if (files > 0.3 && share(filled, (l) => DIR_LINE.test(l) || l.startsWith(" ")) > 0.98) return 0.94;
  return recogniseCounts(filled);
}

export function recogniseTabular(sample: Sample): number {
  return Math.max(
    recogniseMarkdownTable(sample),
    recogniseSeparated(sample, "\t"),
    recogniseSeparated(sample, ","),
    recogniseSeparated(sample, ";"),
    recogniseSeparated(sample, "|"),
    recogniseListing(sample),
    recogniseColumns(sample),
    recogniseGrid(sample),
    recogniseRecords(sample),
  );
}
