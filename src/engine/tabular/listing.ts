/** `ls -l`, also `-R`: entries as units, the folder's heading before its first one. */
import { splitLines } from "../../text/lines.ts";
import type { Checkpoint, Span } from "../contract.ts";
import { Cell, Column, type UnitTable } from "../table.ts";

/** Inode and blocks (`-i`, `-s`, `find -ls`) or not; mode, links, owner, group, size or device numbers, date of two or three words, name. */
const ENTRY =
  /^(?: *\d+(?:[.,]\d+)?[KMGTP]? +){0,2}([-dlbcpsDC?])([-rwxsStT?]{9})[.+@]? +(\d+) +(\S+) +(\S+) +(\d+(?:, *\d+|(?:[.,]\d+)?[KMGTP])?) +(?:\d{4}-\d\d-\d\d +\S+(?: [-+]\d{4})?|[^\s\d]\S* +\d{1,2} +[\d:]+|\d{1,2} +\S+ +[\d:]+) (.+)$/;
/** What stands around entries: a folder's name, its blocks, blank lines. */
const HEADING = /^(?:total \d+(?:[.,]\d+)?[KMGTP]?|.+:)?$/;

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
  readonly fields: readonly Span[];
}

const NAMES = ["type", "mode", "links", "owner", "group", "size", "name"];

/** The listing that the whole text is, or null. */
export function parseListing(text: string, checkpoint: Checkpoint): Listing | null {
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
    const found = ENTRY.exec(words);
    if (found === null) {
      if (!HEADING.test(words)) return null;
      if (headingStart < 0) headingStart = from;
      if (words.endsWith(":")) folder = [from, to - 1];
      continue;
    }
    if (headingStart >= 0) {
      heading = [headingStart, from];
      headingStart = -1;
    }
    const fields: Span[] = [];
    let at = from + words.search(/[^\d\s.,KMGTP]/);
    for (const field of found.slice(1)) {
      const start = text.indexOf(field, at);
      at = start + field.length;
      fields.push([start, at]);
    }
    // The name is the end of the line: what it holds may occur before it as well.
    fields[fields.length - 1] = [to - (found[7]?.length ?? 0), to];
    entries.push({ start: from, end: to, heading, folder, fields });
    end = to;
  }
  if (entries.length < 3) return null;
  return { table: tableOf(text, entries), headings: entries.map((e) => e.heading), tail: [end, text.length] };
}

function tableOf(text: string, entries: readonly Entry[]): UnitTable {
  const count = entries.length;
  const columns = NAMES.map((name) => new Column(name, count));
  const kinds = new Int32Array(count);
  const types: string[] = [];
  const folders = entries.some((e) => e.folder !== null) ? new Column("folder", count) : null;
  for (const [unit, entry] of entries.entries()) {
    for (const [c, [start, end]] of entry.fields.entries()) columns[c]?.set(unit, Cell.string, start, end);
    if (entry.folder !== null) folders?.set(unit, Cell.string, entry.folder[0], entry.folder[1]);
    const type = text.charAt(entry.fields[0]?.[0] ?? entry.start);
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
