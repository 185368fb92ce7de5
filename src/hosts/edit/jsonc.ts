/** JSON with comments: an entry is added as text, so that nothing of the user's is written anew. */
import { isDeepStrictEqual } from "node:util";
import { applyEdits, getNodeValue, modify, type Node } from "jsonc-parser";
import type { Json } from "../contract.ts";
import { type Added, type Addition, type Dialect, noPlace, type Path } from "./dialect.ts";
import { beginsLine, lineIndent, type Style, styleOf, writeMember } from "./json-style.ts";
import {
  endOf,
  hasNoTrailingComma,
  memberOf,
  memberValue,
  readTree,
  type Shape,
  shapeOf,
  tailFrom,
} from "./json-tree.ts";

interface Found {
  readonly root: Node | undefined;
  /** Member of the root that holds all servers. */
  readonly table: Node | undefined;
  readonly entry: Node | undefined;
}

/** @throws CaveError where the text does not parse or has something else in these places */
function find(text: string, [table, name]: Path): Found {
  const root = readTree(text);
  if (root === undefined) return { root, table: undefined, entry: undefined };
  if (root.type !== "object") throw noPlace("it does not hold an object");
  const member = memberOf(root, table);
  if (member === undefined) return { root, table: undefined, entry: undefined };
  const servers = memberValue(member);
  if (servers?.type !== "object") throw noPlace(`its ${JSON.stringify(table)} is not an object`);
  return { root, table: member, entry: memberOf(servers, name) };
}

interface Insertion {
  readonly at: number;
  readonly body: string;
  /** Offset behind which a comma goes, or null. */
  readonly comma: number | null;
}

/** Adds a member as the last of an object. */
function insertion(text: string, object: Node, key: string, value: Json, style: Style): Insertion {
  const last = object.children?.at(-1);
  if (last === undefined) return firstMember(text, object, key, value, style);
  const { comma, at, behindLineComment } = tailFrom(text, endOf(last), "same line");
  const ownLine = behindLineComment || beginsLine(text, last.offset);
  const indent = lineIndent(text, last.offset);
  const lead = ownLine ? style.eol + indent : style.minified ? "" : " ";
  const laidOut = ownLine ? style : { ...style, oneLine: true };
  const member = writeMember(key, value, laidOut, indent);
  return {
    at,
    body: `${lead}${member}${comma === null ? "" : ","}`,
    comma: comma === null ? endOf(last) : null,
  };
}

function firstMember(text: string, object: Node, key: string, value: Json, style: Style): Insertion {
  const open = object.offset + 1;
  const close = endOf(object) - 1;
  const { at, behindLineComment } = tailFrom(text, open, "all");
  if (style.oneLine && !behindLineComment) {
    return { at, body: writeMember(key, value, style, ""), comma: null };
  }
  const outer = lineIndent(text, object.offset);
  const indent = outer + style.unit;
  const end = /[\r\n]/.test(text.slice(at, close)) ? "" : style.eol + outer;
  return { at, body: `${style.eol}${indent}${writeMember(key, value, style, indent)}${end}`, comma: null };
}

function wholeText(text: string, [table, name]: Path, entry: Json): Insertion {
  const style = styleOf(text, undefined);
  const document = JSON.stringify({ [table]: { [name]: entry } }, null, style.unit);
  const lead = text === "" || /[\r\n]$/.test(text) ? "" : style.eol;
  return { at: text.length, body: `${lead}${document.replaceAll("\n", style.eol)}${style.eol}`, comma: null };
}

function plan(text: string, path: Path, entry: Json): Insertion {
  const [table, name] = path;
  const found = find(text, path);
  if (found.root === undefined) return wholeText(text, path, entry);
  const style = styleOf(text, found.root);
  const servers = memberValue(found.table);
  return servers === undefined
    ? insertion(text, found.root, table, { [name]: entry }, style)
    : insertion(text, servers, name, entry, style);
}

function add(text: string, path: Path, entry: Json): Added {
  const { at, body, comma } = plan(text, path, entry);
  const inserted = text.slice(0, at) + body + text.slice(at);
  const after = comma === null ? inserted : `${inserted.slice(0, comma)},${inserted.slice(comma)}`;
  const bodyAt = at + (comma === null ? 0 : 1);
  const member = find(after, path).entry;
  if (member === undefined || !isOnlyChange(text, after, path, entry)) {
    throw noPlace("it is such that the entry could not be added without changing anything else");
  }
  return { text: after, body, at: member.offset - bodyAt, comma: comma !== null };
}

/** Whether `longer` holds what `shorter` does and, last of its table, the entry (in any value where it is undefined). */
function isOnlyChange(shorter: string, longer: string, path: Path, entry?: Json): boolean {
  const [table, name] = path;
  if (hasNoTrailingComma(shorter) !== hasNoTrailingComma(longer)) return false;
  const found = find(longer, path);
  if (found.entry === undefined) return false;
  if (entry !== undefined && !isDeepStrictEqual(plain(memberValue(found.entry)), entry)) return false;
  const rest = shapeOf(longer, found.root);
  const without = withoutMember(rest, table, (servers) => withoutMember(servers, name, () => null));
  const wanted = JSON.stringify(shapeOf(shorter, readTree(shorter)));
  if (JSON.stringify(without) === wanted) return true;
  // The table came and goes with the entry.
  const bare = withoutMember(without, table, (servers) =>
    typeof servers === "object" && "object" in servers && servers.object.length === 0 ? null : servers,
  );
  return JSON.stringify(bare) === wanted;
}

function withoutMember(shape: Shape, key: string, change: (value: Shape) => Shape | null): Shape {
  if (typeof shape === "string" || !("object" in shape)) return shape;
  return {
    object: shape.object.flatMap(([name, value]): [string, Shape][] => {
      if (name !== key) return [[name, value]];
      const changed = change(value);
      return changed === null ? [] : [[name, changed]];
    }),
  };
}

function undo(text: string, path: Path, addition: Addition): string | null {
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

/** The text without the spans of the first list that takes out the entry and nothing else. */
function firstSafe(cuts: readonly (readonly Span[])[], text: string, path: Path): string | null {
  for (const spans of cuts) {
    const after = spans
      .toSorted((a, b) => b[0] - a[0])
      .reduce((left, [start, end]) => left.slice(0, start) + left.slice(end), text);
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

function remove(text: string, path: Path): string {
  const removed = firstSafe([memberCut(text, path)], text, path);
  if (removed !== null) return removed;
  // jsonc-parser takes comments between members with it; better than nothing.
  const after = applyEdits(text, modify(text, [...path], undefined, {}));
  if (isSafe(after, text, path)) return after;
  throw noPlace("it is such that the entry could not be taken out alone: please do that by hand");
}

/** The entry with its line break and indentation, and the comma that is one too many without it. */
function memberCut(text: string, path: Path): Span[] {
  const { table, entry } = find(text, path);
  const siblings = memberValue(table)?.children ?? [];
  if (entry === undefined) return [];
  const lead = /(?:\r\n|\n|\r)?[ \t]*$/.exec(text.slice(0, entry.offset))?.[0].length ?? 0;
  const member: Span = [entry.offset - lead, endOf(entry)];
  const own = tailFrom(text, endOf(entry), "all").comma;
  const previous = siblings[siblings.indexOf(entry) - 1];
  const comma = own ?? (previous === undefined ? null : tailFrom(text, endOf(previous), "all").comma);
  return comma === null ? [member] : [member, [comma, comma + 1]];
}

/** getNodeValue makes objects without prototype; this makes plain ones. */
function plain(node: Node | undefined): Json | undefined {
  return node === undefined ? undefined : (JSON.parse(JSON.stringify(getNodeValue(node))) as Json);
}

export const jsonc: Dialect = {
  entryAt: (text, path) => plain(memberValue(find(text, path).entry)),
  add,
  undo,
  remove,
  isBare: (text, path) => {
    const { root, table } = find(text, path);
    const members = root?.children ?? [];
    const servers = memberValue(table);
    return members.every((m) => m === table) && (servers?.children ?? []).length === 0;
  },
  example: ([table, name], entry) => `${JSON.stringify({ [table]: { [name]: entry } }, null, 2)}\n`,
};
