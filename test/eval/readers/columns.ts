/** Fixed-width columns as docs/reference/tables.md defines them: which lines are rows, and where their cells are. */

export interface FixedTable {
  /** Lines before the first row, and behind the last one. */
  readonly head: readonly string[];
  readonly rows: readonly string[];
  readonly tail: readonly string[];
  readonly names: readonly string[];
  readonly cells: readonly (readonly string[])[];
  /** Lines above the header. */
  readonly above: number;
}

const RULE = /^[\s|+]*[-=+]{2,}(?:[\s|+-]+[-=+]{2,})+[\s|+]*$/;
const COUNT = /^\(\d+ \p{L}+\)$/u;
/** Lines at the end in which a blank one ends the rows. */
const TAIL = 12;
/** Positions that are looked at; behind them all is the last column. */
const WIDTH = 1024;

function columnsOf(header: string, rows: readonly string[]): { starts: number[]; bars: boolean } {
  const all = [header, ...rows];
  const width = Math.min(WIDTH, header.length);
  const at = (line: string, c: number): string => line.charAt(c) || " ";
  const bar = Array.from({ length: width }, (_, c) => all.every((line) => at(line, c) === "|"));
  const blank = bar.map((is, c) => is || all.every((line) => at(line, c) === " "));
  const starts: number[] = [];
  for (let c = 0; c < width; c++) {
    if (blank[c] || (c > 0 && blank[c - 1] === false)) continue;
    let end = c;
    while (end < width && !blank[end]) end++;
    if (starts.length === 0 || /[^\s|]/.test(header.slice(c, end))) starts.push(c);
  }
  return { starts, bars: bar.includes(true) };
}

/** Each row's words, the last with all that follows; null where they do not stand under their names. */
function words(header: string, rows: readonly string[]): string[][] | null {
  const names = [...header.matchAll(/\S+/g)];
  const touching = names.map(() => 0);
  const cut = new RegExp(`^${"\\s*(\\S+)".repeat(names.length - 1)}\\s*(\\S.*)$`, "d");
  const out: string[][] = [];
  for (const row of rows) {
    const found = cut.exec(row);
    if (found === null) return null;
    for (const [i, name] of names.entries()) {
      const [from = 0, to = 0] = found.indices?.[i + 1] ?? [];
      if (from < name.index + name[0].length && to > name.index) touching[i] = (touching[i] ?? 0) + 1;
    }
    out.push(found.slice(1).map((word) => word.trim()));
  }
  return touching.every((n) => n * 5 >= rows.length * 4) ? out : null;
}

/** The table that a text without tabs is. */
export function fixedTable(lines: readonly string[]): FixedTable {
  const rule = lines.findIndex((line, i) => i > 0 && i < 8 && RULE.test(line));
  const first = rule < 0 ? 1 : rule + 1;
  let last = lines.length;
  while (
    last > first &&
    ((lines[last - 1] ?? "").trim() === "" || COUNT.test((lines[last - 1] ?? "").trim()))
  )
    last--;
  const blank = lines.findIndex((line, i) => i >= last - TAIL && i < last && line.trim() === "");
  if (blank > 2 * (last - blank)) last = blank;
  const header = lines[rule < 0 ? 0 : rule - 1] ?? "";
  const rows = lines.slice(first, last);
  const parts = {
    head: lines.slice(0, first),
    rows,
    tail: lines.slice(last),
    above: rule < 0 ? 0 : rule - 1,
  };
  const { starts, bars } = columnsOf(header, rows);
  const named = header.trim().split(/\s+/);
  const byWord = named.length > starts.length ? words(header, rows) : null;
  if (byWord !== null) return { ...parts, names: named, cells: byWord };
  const cut = (line: string): string[] =>
    starts.map((at, c) => line.slice(at, starts[c + 1]).replace(bars ? /^[ |]+|[ |]+$/g : /^ +| +$/g, ""));
  return { ...parts, names: cut(header), cells: rows.map(cut) };
}
