/**
 * TOML: an entry is a table of its own at the end of the file, which every TOML file allows unless it keeps its
 * servers in an inline table. smol-toml judges before and after.
 */
import { isDeepStrictEqual } from "node:util";
import { parse, TomlError, type TomlTable } from "smol-toml";
import type { Json } from "../contract.ts";
import {
  type Added,
  type Addition,
  type Dialect,
  lineBreak,
  noPlace,
  type Path,
  unreadable,
} from "./dialect.ts";
import { tableExtent } from "./toml-lines.ts";

/** @throws CaveError */
function read(text: string): TomlTable {
  try {
    return parse(text, { integersAsBigInt: true });
  } catch (error) {
    if (error instanceof TomlError) throw unreadable(error.line, error.column);
    throw unreadable(1, 1);
  }
}

function isTable(value: unknown): value is TomlTable {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** The table of servers, or undefined. @throws CaveError where the name holds something else */
function serversIn(document: TomlTable, table: string): TomlTable | undefined {
  const servers = Object.hasOwn(document, table) ? document[table] : undefined;
  if (servers === undefined || isTable(servers)) return servers;
  throw noPlace(`its ${table} is not a table`);
}

function entryIn(document: TomlTable, [table, name]: Path): unknown {
  const servers = serversIn(document, table);
  return servers !== undefined && Object.hasOwn(servers, name) ? servers[name] : undefined;
}

/** A key as it stands in a header. */
function key(name: string): string {
  return /^[A-Za-z0-9_-]+$/.test(name) ? name : text(name);
}

/** A basic string; JSON's spelling is one, but for DEL. */
function text(value: string): string {
  return JSON.stringify(value).replaceAll("\x7f", "\\u007f");
}

function value(json: Json): string {
  if (typeof json === "string") return text(json);
  if (Array.isArray(json)) return `[${json.map(value).join(", ")}]`;
  if (typeof json === "object" && json !== null) {
    return `{ ${Object.entries(json)
      .map(([k, v]) => `${key(k)} = ${value(v ?? "")}`)
      .join(", ")} }`;
  }
  if (json === null) throw new TypeError("TOML has no null");
  return String(json);
}

function lines([table, name]: Path, entry: Json): string[] {
  const members = typeof entry === "object" && entry !== null ? Object.entries(entry) : [];
  return [`[${key(table)}.${key(name)}]`, ...members.map(([k, v]) => `${key(k)} = ${value(v ?? "")}`)];
}

function add(before: string, path: Path, entry: Json): Added {
  const document = read(before);
  const eol = lineBreak(before);
  const gap = before.trim() === "" ? "" : eol;
  const lead = (before === "" || before.endsWith("\n") ? "" : eol) + gap;
  const body =
    lead +
    lines(path, entry)
      .map((line) => line + eol)
      .join("");
  const after = before + body;
  serversIn(document, path[0]);
  let result: TomlTable;
  try {
    result = read(after);
  } catch {
    throw noPlace(`its ${path[0]} is written inline, which a new table cannot add to`);
  }
  if (!isOnlyChange(document, result, path, entry)) {
    throw noPlace("it is such that the entry could not be added without changing anything else");
  }
  return { text: after, body, at: lead.length, comma: false };
}

/** Whether `longer` is `shorter` and the entry (whatever it holds, where it is undefined). */
function isOnlyChange(shorter: TomlTable, longer: TomlTable, path: Path, entry?: Json): boolean {
  const [table, name] = path;
  const found = entryIn(longer, path);
  if (found === undefined || entryIn(shorter, path) !== undefined) return false;
  if (entry !== undefined && !isDeepStrictEqual(plain(found), entry)) return false;
  const wanted = canonical(shorter);
  const servers = without(serversIn(longer, table) ?? {}, name);
  const rest: TomlTable = { ...longer, [table]: servers };
  if (canonical(rest) === wanted) return true;
  // A table without any server may come and go with the entry.
  return Object.keys(servers).length === 0 && canonical(without(rest, table)) === wanted;
}

function without(table: TomlTable, key: string): TomlTable {
  return Object.fromEntries(Object.entries(table).filter(([name]) => name !== key));
}

/** Equal for equal values: types told apart, -0 and NaN kept. */
function canonical(found: unknown): string {
  if (Array.isArray(found)) return `[${found.map(canonical).join()}]`;
  if (found instanceof Date) return `date ${found.toISOString()}`;
  if (isTable(found)) {
    const members = Object.entries(found).map(([name, v]) => `${JSON.stringify(name)}:${canonical(v)}`);
    return `{${members.sort().join()}}`;
  }
  return Object.is(found, -0) ? "number -0" : `${typeof found} ${JSON.stringify(String(found))}`;
}

function isSafe(after: string, before: string, path: Path): boolean {
  try {
    return isOnlyChange(read(after), read(before), path);
  } catch {
    return false;
  }
}

function undo(before: string, path: Path, { body }: Addition): string | null {
  for (let at = before.indexOf(body); at >= 0; at = before.indexOf(body, at + 1)) {
    const after = before.slice(0, at) + before.slice(at + body.length);
    // The body may also stand inside a string: only where it is the entry does taking it out remove the entry.
    if (isSafe(after, before, path)) return after;
  }
  return null;
}

function remove(before: string, path: Path): string {
  const extent = tableExtent(before, path);
  if (extent !== null) {
    const after = before.slice(0, extent[0]) + before.slice(extent[1]);
    if (isSafe(after, before, path)) return after;
  }
  throw noPlace(
    "it is such that the entry could not be taken out without changing anything else: please do it by hand",
  );
}

/** Integers are read as bigint; an entry has small ones at most. */
function plain(found: unknown): Json {
  return JSON.parse(
    JSON.stringify(found, (_, v: unknown) => (typeof v === "bigint" ? Number(v) : v)),
  ) as Json;
}

export const toml: Dialect = {
  entryAt: (before, path) => {
    const found = entryIn(read(before), path);
    return found === undefined ? undefined : plain(found);
  },
  add,
  undo,
  remove,
  isBare: (before, [table]) => {
    const document = read(before);
    const names = Object.keys(document).filter((name) => name !== table);
    return names.length === 0 && Object.keys(serversIn(document, table) ?? {}).length === 0;
  },
  example: (path, entry) => `${lines(path, entry).join("\n")}\n`,
};
