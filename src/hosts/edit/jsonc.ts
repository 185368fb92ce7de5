/** JSON with comments: an entry is added as text, so that nothing of the user's is written anew. */
import type { Node } from "jsonc-parser";
import type { Json } from "../contract.ts";
import { type Added, type Dialect, noPlace, type Path } from "./dialect.ts";
import { find, isOnlyChange, plain } from "./json-entry.ts";
import { remove, undo } from "./json-removal.ts";
import { beginsLine, lineIndent, type Style, styleOf, writeMember } from "./json-style.ts";
import { endOf, memberValue, tailFrom } from "./json-tree.ts";

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
