/** Fixed-width columns as docs/reference/tables.md defines them: which lines are rows, and where their cells are. */

export interface FixedTable {
  /** Lines before the first row, and behind the last one. */
  readonly head: readonly string[];
  readonly rows: readonly string[];
  readonly tail: readonly string[];
  readonly names: readonly string[];
  /** Of one of several lines, null. */
  readonly cells: readonly (readonly (string | null)[])[];
  /** Lines above the header. */
  readonly above: number;
  /** The first line behind the rows is the drawing's own. */
  readonly drawn?: true;
}

const COUNT = /^\(\d+ \p{L}+\)$/u;
/** Positions that are looked at; behind them all is the last column. */
const WIDTH = 1024;

/** Stretches of dashes of a line that consists of a rule's characters only. */
function dashes(line: string): string[] {
  if (/[^\s+=─━═┼╋╬╪╫╇┿-]/.test(line)) return [];
  return line.match(line.includes("==") ? /==+/g : /[-─━═]{2,}/g) ?? [];
}

function areNames(line = ""): boolean {
  const words = line.trim().split(/\s+/);
  const number = words.some((word) => /^[-+]?\d[\d.,:%]*$|:$/.test(word));
  return words.length > 1 && !number && (/\S {2}/.test(line.trim()) || !/\p{Ll}/u.test(line));
}

/** Lines of the header and of the first row. */
function headed(lines: readonly string[]): { header: number; first: number } {
  const rule = lines.findIndex(
    (line, i) => i > 0 && i < 8 && dashes(line).length > 1 && (lines[i - 1] ?? "").trim() !== "",
  );
  if (rule > 0) return { header: rule - 1, first: rule + 1 };
  const blank = lines.findIndex((line) => line.trim() === "");
  const header = [0, /\d/.test(lines[0] ?? "") ? -1 : 1, blank < 0 ? -1 : blank + 1].find(
    (line) => line >= 0 && line < 8 && areNames(lines[line]),
  );
  if (header === undefined) throw new Error("no line looks like a header");
  const solid = /^\s*(?:-{3,}|={3,}|─{3,}|━{3,}|═{3,})\s*$/.test(lines[header + 1] ?? "");
  return { header, first: header + (solid ? 2 : 1) };
}

function columnsOf(header: string, rows: readonly string[]): { starts: number[]; bars: boolean } {
  const all = [header, ...rows];
  const width = Math.min(WIDTH, header.length);
  const at = (line: string, c: number): string => line.charAt(c) || " ";
  const bar = Array.from({ length: width }, (_, c) => all.every((line) => /[|│┃║]/.test(at(line, c))));
  const blank = bar.map((is, c) => is || all.every((line) => at(line, c) === " "));
  const starts: number[] = [];
  for (let c = 0; c < width; c++) {
    if (blank[c] || (c > 0 && blank[c - 1] === false)) continue;
    let end = c;
    while (end < width && !blank[end]) end++;
    if (starts.length === 0 || /[^\s|│┃║]/.test(header.slice(c, end))) starts.push(c);
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
  const { header: at, first } = headed(lines);
  let last = lines.findIndex((line, i) => i >= first && (line.trim() === "" || dashes(line).length > 1));
  if (last < 0) last = lines.length;
  if (COUNT.test((lines[last - 1] ?? "").trim())) last--;
  const header = lines[at] ?? "";
  const rows = lines.slice(first, last);
  const parts = {
    head: lines.slice(0, first),
    rows,
    tail: lines.slice(last),
    above: at,
  };
  const { starts, bars } = columnsOf(header, rows);
  const named = header.trim().split(/\s+/);
  const byWord = named.length > starts.length ? words(header, rows) : null;
  if (byWord !== null) return { ...parts, names: named, cells: byWord };
  const cut = (line: string): string[] =>
    starts.map((at, c) =>
      line.slice(at, starts[c + 1]).replace(bars ? /^[ |│┃║]+|[ |│┃║]+$/g : /^ +| +$/g, ""),
    );
  return { ...parts, names: cut(header), cells: rows.map(cut) };
}
