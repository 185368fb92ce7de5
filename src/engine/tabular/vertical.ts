/** Records with a line per field: `\x` of psql, `\G` of mysql, sqlite3's line mode, PowerShell's Format-List, /proc/cpuinfo. */
import { firstLines, splitLines } from "../../text/lines.ts";
import type { Checkpoint } from "../contract.ts";
import { Cell, Column, type UnitTable } from "../table.ts";

interface Style {
  /** The heading of a record; null where blank lines part them. */
  readonly opens: RegExp | null;
  /** Name and value of a field. A name of psql is empty where a value goes on. */
  readonly pair: RegExp;
  /** Whether names end in one place of a record, so that text of several lines is not taken for fields. */
  readonly inline: boolean;
  /** What goes on with the field above. */
  readonly more: RegExp;
}

/** Of each line only so much is looked at: names are short. */
const NAME_CHARS = 200;
const LOOKED_AT_LINES = 4;
const NEVER = /^(?!)/;

export const STYLES: readonly Style[] = [
  { opens: /^-\[ RECORD \d+ \][-+]*$/, pair: /^(\S*(?: \S+)*) *\|(?: |$)/, inline: true, more: NEVER },
  { opens: /^\*{10,} \d+\. row \*{10,}$/, pair: /^ *(\S+):(?: |$)/, inline: true, more: /^/ },
  { opens: null, pair: /^ *(\S+) =(?: |$)/, inline: true, more: NEVER },
  { opens: null, pair: /^(\S+(?: \S+)*)(?:[ \t]+:(?: |$)|:$)/, inline: false, more: /^[ \t]+\S/ },
];

/** mysql's last line. */
const COUNT = /^\d+ rows? in set/;
const MIN_RECORDS = 3;
const MAX_COLUMNS = 400;

interface Field {
  readonly name: string;
  readonly start: number;
  end: number;
  /** It goes on below. */
  more: boolean;
}

interface Record {
  readonly line: number;
  readonly fields: Field[];
}

/** Whether the first line with anything on it begins a record; decided without looking at all of the text. */
function mayBegin(text: string, { opens, pair }: Style): boolean {
  const first = firstLines(text, LOOKED_AT_LINES)
    .split("\n")
    .find((line) => line.trim() !== "")
    ?.replace(/\r$/, "")
    .slice(0, NAME_CHARS);
  return first === undefined || (opens === null ? pair.test(first) : opens.test(first) || COUNT.test(first));
}

/** The records that all lines are, or null. */
function read(
  text: string,
  style: Style,
  checkpoint: Checkpoint,
): { records: Record[]; starts: Int32Array } | null {
  if (!mayBegin(text, style)) return null;
  const { count, starts, ends } = splitLines(text);
  const records: Record[] = [];
  let blank = true;
  let place = -1;
  for (let i = 0; i < count; i++) {
    if (i % 1024 === 0) checkpoint();
    const start = starts[i] as number;
    const end = ends[i] as number;
    const line = text.slice(start, Math.min(end, start + NAME_CHARS));
    if (style.opens?.test(line) === true) {
      records.push({ line: i, fields: [] });
      place = -1;
      continue;
    }
    if (line.trim() === "" || (style.opens !== null && COUNT.test(line))) {
      blank = true;
      continue;
    }
    const pair = style.pair.exec(line);
    const isPair = pair !== null && (!style.inline || place < 0 || pair[0].trimEnd().length === place);
    if (style.opens === null && blank) {
      if (!isPair) return null;
      records.push({ line: i, fields: [] });
      place = -1;
    }
    blank = false;
    const record = records.at(-1);
    if (record === undefined) return null;
    const last = record.fields.at(-1);
    if (isPair && pair[1] !== "") {
      place = pair[0].trimEnd().length;
      record.fields.push({ name: pair[1] as string, start: start + pair[0].length, end, more: false });
    } else if (last !== undefined && (isPair || style.more.test(line))) last.more = true;
    else return null;
  }
  return { records, starts };
}

/** The table of records that the whole text is, or null. */
export function parseVertical(text: string, checkpoint: Checkpoint): UnitTable | null {
  for (const style of STYLES) {
    const found = read(text, style, checkpoint);
    if (found === null || found.records.length < MIN_RECORDS) continue;
    if (found.records.some(({ fields }) => fields.length < 2)) return null;
    return tableOf(text, found.records, found.starts);
  }
  return null;
}

function tableOf(text: string, records: readonly Record[], lineStarts: Int32Array): UnitTable | null {
  const count = records.length;
  const columns = new Map<string, Column>();
  const kinds = new Int32Array(count);
  const signatures = new Map<string, number>();
  for (const [unit, { fields }] of records.entries()) {
    const filled: string[] = [];
    for (const { name, start, end, more } of fields) {
      const value = text.slice(start, end);
      const from = start + (value.length - value.trimStart().length);
      const to = Math.max(from, start + value.trimEnd().length);
      if (from === to && !more) continue;
      let column = columns.get(name);
      if (column === undefined) {
        if (columns.size >= MAX_COLUMNS) return null;
        column = new Column(name, count);
        columns.set(name, column);
      }
      column.set(unit, more ? Cell.nested : Cell.string, from, to);
      filled.push(name);
    }
    const signature = filled.sort().join("\n");
    kinds[unit] = signatures.get(signature) ?? signatures.size;
    signatures.set(signature, kinds[unit] as number);
  }
  // A record goes up to the next one; blank lines before the first one are its own.
  const starts = Int32Array.from(records, ({ line }, i) => (i === 0 ? 0 : (lineStarts[line] as number)));
  return {
    text,
    noun: "records",
    count,
    starts,
    ends: Int32Array.from(starts, (_, i) => starts[i + 1] ?? text.length),
    kinds,
    kindCount: signatures.size,
    columns: [...columns.values()],
  };
}
