/** Where a table of a TOML text begins and ends: just enough reading to tell headers from what only looks like one. */
import { parse } from "smol-toml";
import type { Path } from "./dialect.ts";

/** A line that is a header, with the line's offset. */
interface Header {
  readonly start: number;
  /** Keys of `[a.b]`; null for `[[a.b]]`. */
  readonly keys: readonly string[] | null;
}

/** Strings (the long ones first), comments, brackets, line breaks; everything else is skipped. */
const TOKEN =
  /"""(?:\\[\s\S]|[^\\])*?"{3,5}|'''[\s\S]*?'{3,5}|"(?:\\.|[^"\\\r\n])*"|'[^'\r\n]*'|#[^\r\n]*|[[\]{}]|\r?\n/g;

/** All headers of a text that parses. */
function headers(text: string): Header[] {
  const found: Header[] = [];
  let depth = 0;
  let lineStart = 0;
  let blank = true;
  let last = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    if (text.slice(last, match.index).trim() !== "") blank = false;
    last = match.index + token.length;
    if (token.endsWith("\n") && token.trim() === "") {
      lineStart = last;
      blank = true;
      continue;
    }
    if (token === "[" && depth === 0 && blank)
      found.push({ start: lineStart, keys: keysOf(text, match.index) });
    if (token === "[" || token === "{") depth++;
    if (token === "]" || token === "}") depth--;
    blank = false;
  }
  return found;
}

/** The keys of the header at `at`, by the parser itself: the header alone is a document. */
function keysOf(text: string, at: number): string[] | null {
  if (text[at + 1] === "[") return null;
  const line = /^[^\r\n]*/.exec(text.slice(at))?.[0] ?? "";
  let table: unknown = parse(line);
  const keys: string[] = [];
  for (;;) {
    const [name] = Object.keys(table as object);
    if (name === undefined) return keys;
    keys.push(name);
    table = (table as Record<string, unknown>)[name];
  }
}

/**
 * The lines of `[table.name]` and of the tables in it that follow, as offsets; blank lines and comments before
 * the next header stay. Null where it is not written as a table of its own.
 */
export function tableExtent(text: string, [table, name]: Path): [start: number, end: number] | null {
  const all = headers(text);
  const isOurs = ({ keys }: Header): boolean => keys !== null && keys[0] === table && keys[1] === name;
  const first = all.findIndex((header) => isOurs(header));
  const header = all[first];
  if (header === undefined || all.filter(isOurs)[0]?.keys?.length !== 2) return null;
  let next = first + 1;
  for (let after = all[next]; after !== undefined && isOurs(after); after = all[next]) next++;
  const end = all[next]?.start ?? text.length;
  const kept = /(?:\r?\n|^)((?:[ \t]*(?:#[^\r\n]*)?(?:\r?\n|$))*)$/.exec(text.slice(header.start, end));
  return [header.start, end - (kept?.[1]?.length ?? 0)];
}
