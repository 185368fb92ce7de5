/** `ls -l`, also `-R`, Windows' `dir`, `du` and `wc -l`: entries as units, the folder's heading before its first one. */
import { firstLines, splitLines } from "../../text/lines.ts";
import type { Checkpoint, Span } from "../contract.ts";
import { Cell, Column, type UnitTable } from "../table.ts";

interface Form {
  /** Its groups are the columns, but the last one's name is the end of the line. */
  readonly entry: RegExp;
  /** The first character of the first group. */
  readonly first: RegExp;
  readonly names: readonly string[];
  /** What stands around entries. */
  readonly heading: RegExp;
  /** The name of the folder in its heading. */
  readonly folder: RegExp;
  /** The column by which entries are of different kinds; -1 where they are of one. */
  readonly kind: number;
}

const FORMS: readonly Form[] = [
  {
    // Inode and blocks (`-i`, `-s`, `find -ls`) or not; mode, links, owner, group, size or device numbers, date of two or
    // three words, name.
    entry:
      /^(?: *\d+(?:[.,]\d+)?[KMGTP]? +){0,2}([-dlbcpsDC?])([-rwxsStT?]{9})[.+@]? +(\d+) +(\S+) +(\S+) +(\d+(?:, *\d+|(?:[.,]\d+)?[KMGTP])?) +(?:\d{4}-\d\d-\d\d +\S+(?: [-+]\d{4})?|[^\s\d]\S* +\d{1,2} +[\d:]+|\d{1,2} +\S+ +[\d:]+) (.+)$/,
    first: /[^\d\s.,KMGTP]/,
    names: ["type", "mode", "links", "owner", "group", "size", "name"],
    heading: /^(?:total \d+(?:[.,]\d+)?[KMGTP]?|.+:)?$/,
    folder: /^(.*):$/,
    kind: 0,
  },
  {
    // Windows' dir: date, time, a size or what it is instead of a file, name. Lines around have a blank first.
    entry: /^(\d{2,4}[-./]\d\d[-./]\d{2,4}) +(\d{1,2}:\d\d(?: [AP]M)?) +(?:(<[A-Z]+>)|([\d.,]+)) +(\S.*)$/,
    first: /\d/,
    names: ["date", "time", "type", "size", "name"],
    heading: /^(?: .*)?$/,
    folder: /^ \S.*? ((?:[A-Za-z]:|\\)\\.*)$/,
    kind: 2,
  },
  {
    // du: a size, a tab, a path.
    entry: /^([\d.,]+[KMGTP]?)\t([./~].*|[^\t/]+\/.*)$/,
    first: /\d/,
    names: ["size", "name"],
    heading: /^(?!)/,
    folder: /^(?!)/,
    kind: -1,
  },
  {
    // wc: a count and a path, below them the total.
    entry: /^ *(\d+) (?!total$)([^\s/]+\/.*|\/.*|\S+\.\w+)$/,
    first: /\d/,
    names: ["count", "name"],
    heading: /^ *\d+ total$/,
    folder: /^(?!)/,
    kind: -1,
  },
];

export interface Listing {
  readonly table: UnitTable;
  /** For each entry what stands before it: the heading of its folder. Same span for all of one folder. */
  readonly headings: readonly (Span | null)[];
  /** Text behind the last entry (headings of empty folders). */
  readonly tail: Span;
}

interface Entry {
  readonly start: number;
  readonly end: number;
  readonly heading: Span | null;
  /** The folder's name in its heading. */
  readonly folder: Span | null;
  readonly fields: readonly (Span | null)[];
}

/** The listing that the whole text is, or null. */
export function parseListing(text: string, checkpoint: Checkpoint): Listing | null {
  for (const form of FORMS) {
    const listing = listingOf(text, form, checkpoint);
    if (listing !== null) return listing;
  }
  return null;
}

/** Where the groups of a match stand; the name is the end of the line, and what it holds may occur before it as well. */
function fieldsOf(text: string, [from, to]: Span, found: RegExpExecArray, first: RegExp): (Span | null)[] {
  const fields: (Span | null)[] = [];
  let at = from + found[0].search(first);
  for (const field of found.slice(1) as (string | undefined)[]) {
    if (field === undefined) {
      fields.push(null);
      continue;
    }
    const start = text.indexOf(field, at);
    at = start + field.length;
    fields.push([start, at]);
  }
  fields[fields.length - 1] = [to - (found.at(-1)?.length ?? 0), to];
  return fields;
}

function listingOf(text: string, form: Form, checkpoint: Checkpoint): Listing | null {
  const first = firstLines(text, 1).replace(/\r?\n$/, "");
  if (!form.entry.test(first) && !form.heading.test(first)) return null;
  const lines = splitLines(text);
  const entries: Entry[] = [];
  let headingStart = -1;
  let heading: Span | null = null;
  let folder: Span | null = null;
  let end = 0;
  for (let line = 0; line < lines.count; line++) {
    if (line % 1024 === 0) checkpoint();
    const from = lines.starts[line] ?? 0;
    const to = lines.ends[line] ?? 0;
    const words = text.slice(from, to);
    const found = form.entry.exec(words);
    if (found === null) {
      if (!form.heading.test(words)) return null;
      if (headingStart < 0) headingStart = from;
      const name = form.folder.exec(words)?.[1];
      if (name !== undefined) {
        const start = from + words.lastIndexOf(name);
        folder = [start, start + name.length];
      }
      continue;
    }
    if (headingStart >= 0) {
      heading = [headingStart, from];
      headingStart = -1;
    }
    entries.push({
      start: from,
      end: to,
      heading,
      folder,
      fields: fieldsOf(text, [from, to], found, form.first),
    });
    end = to;
  }
  if (entries.length < 3) return null;
  return {
    table: tableOf(text, form, entries),
    headings: entries.map((e) => e.heading),
    tail: [end, text.length],
  };
}

function tableOf(text: string, form: Form, entries: readonly Entry[]): UnitTable {
  const count = entries.length;
  const columns = form.names.map((name) => new Column(name, count));
  const kinds = new Int32Array(count);
  const types: string[] = [];
  const folders = entries.some((e) => e.folder !== null) ? new Column("folder", count) : null;
  for (const [unit, entry] of entries.entries()) {
    for (const [c, field] of entry.fields.entries())
      if (field !== null) columns[c]?.set(unit, Cell.string, field[0], field[1]);
    if (entry.folder !== null) folders?.set(unit, Cell.string, entry.folder[0], entry.folder[1]);
    const kind = entry.fields[form.kind] ?? null;
    const type = kind === null ? "" : text.slice(kind[0], kind[1]);
    if (!types.includes(type)) types.push(type);
    kinds[unit] = types.indexOf(type);
  }
  return {
    text,
    noun: "entries",
    count,
    starts: Int32Array.from(entries, (e) => e.start),
    ends: Int32Array.from(entries, (e) => e.end),
    kinds,
    kindCount: types.length,
    columns: folders === null ? columns : [...columns, folders],
  };
}
