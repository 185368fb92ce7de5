/** `ls -l` and `ls -lR`: entries paired with their original, each below the heading of its own folder. docs/reference/tables.md */
import { faults } from "../../engine/truth/check.ts";
import type { Value } from "../../engine/truth/facts.ts";
import type { Marker } from "../../engine/truth/grammar.ts";
import { type Reader, verdictOf } from "../verdict.ts";
import { type Countable, markerOf, paired } from "./pairing.ts";

/** At most two numbers (inode, blocks); type and mode; links, owner, group; size or two numbers of a device; a date of two or three words; the name. */
const ENTRY =
  /^(?: *\d[\d.,]*[KMGTP]? +){0,2}([-dlbcpsDC?])([-rwxsStT?]{9})[.+@]? +(\d+) +(\S+) +(\S+) +(\d+, *\d+|\d+|\d+(?:[.,]\d+)?[KMGTP]) +(?:\d{4}-\d\d-\d\d +\S+(?: [-+]\d{4})?|[^\s\d]\S* +\d+ +\d[\d:]*|\d+ +[^\s\d]\S* +\d[\d:]*) (.*\S.*)$/;
/** Windows: date, time, what it is or its size, and its name. */
const DIR =
  /^(?<date>\d{2,4}([-./])\d\d\2\d{2,4}) +(?<time>\d{1,2}:\d\d(?: [AP]M)?) +(?:(?<type><[A-Z]+>)|(?<size>\d[\d.,]*)) +(?<name>\S.*)$/;
const DU = /^(?<size>\d[\d.,]*[KMGTP]?)\t(?<name>(?:[./~]|[^\t/]+\/).*)$/;
const WC = /^ *(?<count>\d+) (?<name>\/.*|[^\s/]+\/.*|\S+\.\w+)$/;
const NAMES = ["type", "mode", "links", "owner", "group", "size", "name"];

interface Entry extends Countable {
  /** Lines between the entry before it and this one, that of the entry above where there are none. */
  readonly heading: readonly string[];
}

const linesOf = (text: string): string[] => text.replace(/\r?\n$/, "").split(/\r?\n/);

/** The fields of an entry; null where the line is none. */
function fieldsOf(text: string): Map<string, Value> | null {
  const ls = ENTRY.exec(text);
  const dir = DIR.exec(text) ?? DU.exec(text) ?? WC.exec(text);
  const told =
    ls === null ? Object.entries(dir?.groups ?? {}) : NAMES.map((name, i) => [name, ls[i + 1]] as const);
  if (told.length === 0) return null;
  return new Map(
    told.flatMap(([name, literal]): [string, Value][] =>
      literal === undefined ? [] : [[name, { type: "string", literal }]],
    ),
  );
}

/** The folder that a line of a heading names. */
const folderOf = (line: string): string | undefined =>
  line.endsWith(":") ? line.slice(0, -1) : /^ \S.*? ((?:[A-Za-z]:|\\)\\.*)$/.exec(line)?.[1];

/** @returns `tail`: lines behind the last entry */
function listingOf(lines: readonly string[]): { entries: Entry[]; tail: string[] } {
  const entries: Entry[] = [];
  let heading: string[] = [];
  let open: string[] = [];
  let folder: string | undefined;
  for (const text of lines) {
    const fields = fieldsOf(text);
    if (fields === null) {
      open.push(text);
      folder = folderOf(text) ?? folder;
      continue;
    }
    if (open.length > 0) [heading, open] = [open, []];
    if (folder !== undefined) fields.set("folder", { type: "string", literal: folder });
    entries.push({ text, fields, heading });
  }
  return { entries, tail: open };
}

export function isListing(text: string): boolean {
  const lines = linesOf(text);
  return [
    { entry: ENTRY, around: /^$|^total \d|:$/ },
    { entry: DIR, around: /^(?: |$)/ },
    { entry: DU, around: /^(?!)/ },
    { entry: WC, around: /^ *\d+ total$/ },
  ].some(
    ({ entry, around }) =>
      lines.filter((line) => entry.test(line)).length > 2 &&
      lines.every((line) => around.test(line) || entry.test(line)),
  );
}

/**
 * The entries and markers of a view's lines. A heading is taken off before the first entry of its folder in view.
 * @throws Error where a heading is missing, too many or wrong
 */
function piecesOf(view: readonly string[], entries: readonly Entry[]): (string | Marker)[] {
  const out: (string | Marker)[] = [];
  let [at, next]: [number, readonly string[]] = [0, []];
  for (let line = 0; line < view.length; ) {
    const marker = markerOf(view[line] ?? "");
    if (marker !== null) {
      if (marker.kind === "run") at += marker.count;
      out.push(marker);
      line++;
      continue;
    }
    const heading = entries[at]?.heading ?? [];
    if (heading !== next) {
      next = heading;
      const shown = view.slice(line, line + heading.length).join("\n");
      if (shown !== heading.join("\n"))
        throw new Error(`«${shown.slice(0, 80)}» is not the heading of entry ${at}`);
      line += heading.length;
    }
    out.push(view[line++] ?? "");
    at++;
  }
  return out;
}

export const listing: Reader = (view, original) => {
  const { entries, tail } = listingOf(linesOf(original));
  const lines = linesOf(view);
  if (lines.slice(lines.length - tail.length).join("\n") !== tail.join("\n"))
    throw new Error("the listing does not end as the original's");
  const collection = paired(entries, piecesOf(lines.slice(0, lines.length - tail.length), entries));
  return verdictOf([collection], faults(collection));
};
