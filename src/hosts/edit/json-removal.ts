/** Taking an entry out of JSON with comments: exactly as it was added, or wherever it stands now. */
import { applyEdits, modify, type Node } from "jsonc-parser";
import { type Addition, noPlace, type Path } from "./dialect.ts";
import { find, isOnlyChange } from "./json-entry.ts";
import { endOf, memberValue, tailFrom } from "./json-tree.ts";

export function undo(text: string, path: Path, addition: Addition): string | null {
  const { root, table, entry } = find(text, path);
  if (root === undefined || table === undefined || entry === undefined) return null;
  const start = entry.offset - addition.at;
  if (start < 0 || !text.startsWith(addition.body, start)) return null;
  const body: Span = [start, start + addition.body.length];
  if (!addition.comma) return firstSafe([[body]], text, path);
  const member = table.offset >= start ? table : entry;
  const siblings = (member === table ? root : memberValue(table))?.children ?? [];
  const before = siblings[siblings.indexOf(member) - 1];
  if (before === undefined) return firstSafe([[body]], text, path);
  const comma = endOf(before);
  const { comma: next } = tailFrom(text, endOf(member), "all");
  const cuts: Span[][] = [];
  if (text[comma] === ",") cuts.push([[comma, comma + 1], body]);
  // A member was added behind ours, and without our comma its own would end up in a comment.
  if (next !== null) cuts.push([body, [next, next + 1]]);
  return firstSafe(cuts, text, path);
}

type Span = readonly [start: number, end: number];

function withoutSpans(text: string, spans: readonly Span[]): string {
  return spans
    .toSorted((a, b) => b[0] - a[0])
    .reduce((left, [start, end]) => left.slice(0, start) + left.slice(end), text);
}

/** The text without the spans of the first list that takes out the entry and nothing else. */
function firstSafe(cuts: readonly (readonly Span[])[], text: string, path: Path): string | null {
  for (const spans of cuts) {
    const after = withoutSpans(text, spans);
    if (isSafe(after, text, path)) return after;
  }
  return null;
}

function isSafe(after: string, before: string, path: Path): boolean {
  try {
    return isOnlyChange(after, before, path);
  } catch {
    return false;
  }
}

export function remove(text: string, path: Path, addition: Addition | null): string {
  const { table, entry } = find(text, path);
  if (entry === undefined) return text;
  const after = firstSafe([memberCut(text, memberValue(table), entry)], text, path) ?? byEditor(text, path);
  return addition?.body.slice(0, addition.at).includes(JSON.stringify(path[0])) === true
    ? withoutEmptyTable(after, text, path)
    : after;
}

/** jsonc-parser takes comments between members with it; better than nothing. */
function byEditor(text: string, path: Path): string {
  const after = applyEdits(text, modify(text, [...path], undefined, {}));
  if (isSafe(after, text, path)) return after;
  throw noPlace("it is such that the entry could not be taken out alone: please do that by hand");
}

/** A table that came with the entry goes with it, if nothing is in it. */
function withoutEmptyTable(after: string, before: string, path: Path): string {
  const { root, table } = find(after, path);
  const servers = memberValue(table);
  if (root === undefined || table === undefined || servers === undefined) return after;
  const isEmpty = after.slice(servers.offset + 1, endOf(servers) - 1).trim() === "";
  if (!isEmpty) return after;
  const less = withoutSpans(after, memberCut(after, root, table));
  return isSafe(less, before, path) ? less : after;
}

/** A member with its line break and indentation, and the comma that is one too many without it. */
function memberCut(text: string, object: Node | undefined, entry: Node): Span[] {
  const siblings = object?.children ?? [];
  const lead = /(?:\r\n|\n|\r)?[ \t]*$/.exec(text.slice(0, entry.offset))?.[0].length ?? 0;
  const member: Span = [entry.offset - lead, endOf(entry)];
  const own = tailFrom(text, endOf(entry), "all").comma;
  const previous = siblings[siblings.indexOf(entry) - 1];
  const comma = own ?? (previous === undefined ? null : tailFrom(text, endOf(previous), "all").comma);
  return comma === null ? [member] : [member, [comma, comma + 1]];
}
