/**
 * Reads a view back beside its original and pairs every elided collection with the units it had. Throws where the
 * view shows something that is not the original's. Shares no code with the engine.
 */
import { decode } from "@toon-format/toon";
import Papa from "papaparse";
import type { Unit, Value } from "./facts.ts";
import { type Marker, readMarker } from "./grammar.ts";

export interface Collection {
  /** All units of the original, in order. */
  readonly units: readonly Unit[];
  /** Per unit whether the view shows it. */
  readonly shown: boolean[];
  readonly markers: Marker[];
  /** First unit of each run marker, in order. */
  readonly runStarts: number[];
}

/** A JSON value that keeps its spelling. Objects are lists of members: order and duplicates count. */
export type Json =
  | { kind: "scalar"; type: "null" | "boolean" | "number" | "string"; literal: string }
  | { kind: "array"; items: Json[] }
  | { kind: "object"; members: [string, Json][] };

/** A plain recursive JSON reader: slow, and obviously right. */
export function readJson(text: string): Json {
  const values = readValues(text);
  if (values.length !== 1) throw new Error(`${values.length} JSON values`);
  return values[0] as Json;
}

/** All JSON values that stand in the text one after another. */
export function readValues(text: string): Json[] {
  let at = 0;
  const space = (): void => {
    while (/[ \t\r\n]/.test(text.charAt(at))) at++;
  };
  const take = (pattern: RegExp): string => {
    const sticky = new RegExp(pattern.source, "y");
    sticky.lastIndex = at;
    const found = sticky.exec(text)?.[0];
    if (found === undefined) throw new Error(`bad JSON at ${at}: ${text.slice(at, at + 40)}`);
    at += found.length;
    return found;
  };
  const string = (): string => JSON.parse(take(/"(?:[^"\\]|\\.)*"/)) as string;
  const value = (): Json => {
    space();
    const c = text.charAt(at);
    if (c === "[") {
      at++;
      const items: Json[] = [];
      for (space(); text.charAt(at) !== "]"; space()) {
        if (items.length > 0) take(/,/);
        items.push(value());
      }
      at++;
      return { kind: "array", items };
    }
    if (c === "{") {
      at++;
      const members: [string, Json][] = [];
      for (space(); text.charAt(at) !== "}"; space()) {
        if (members.length > 0) {
          take(/,/);
          space();
        }
        const key = string();
        space();
        take(/:/);
        members.push([key, value()]);
      }
      at++;
      return { kind: "object", members };
    }
    if (c === '"') return { kind: "scalar", type: "string", literal: string() };
    const literal = take(/true|false|null|-?\d[\d.eE+-]*/);
    const type = literal === "null" ? "null" : /^[tf]/.test(literal) ? "boolean" : "number";
    return { kind: "scalar", type, literal };
  };
  const out: Json[] = [];
  for (space(); at < text.length; space()) out.push(value());
  return out;
}

function flatten(value: Json, path: string | null, out: Map<string, Value>): void {
  const set = (v: Value): void => {
    if (path !== null || value.kind !== "object") out.set(path ?? "value", v);
  };
  if (value.kind === "scalar") set({ type: value.type, literal: value.literal });
  else if (value.kind === "array") set({ type: "nested", literal: "[]" });
  else {
    set({ type: "nested", literal: "{}" });
    for (const [key, member] of value.members) flatten(member, path === null ? key : `${path}.${key}`, out);
  }
}

export function unitOf(value: Json, key?: string): Unit {
  const out = new Map<string, Value>();
  flatten(value, null, out);
  if (key !== undefined && !out.has("key")) out.set("key", { type: "string", literal: key });
  return out;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Walks the pieces of one collection against its units. `show` compares a shown piece with its unit. */
function pair<T>(
  units: readonly Unit[],
  pieces: readonly T[],
  markerOf: (piece: T) => Marker | null,
  show: (piece: T, unit: number) => void,
): Collection {
  const shown = units.map(() => false);
  const markers: Marker[] = [];
  const runStarts: number[] = [];
  let at = 0;
  for (const piece of pieces) {
    const marker = markerOf(piece);
    if (marker === null) {
      if (at >= units.length) throw new Error("more units in view than there are");
      show(piece, at);
      shown[at++] = true;
      continue;
    }
    markers.push(marker);
    if (marker.kind !== "run") continue;
    runStarts.push(at);
    at += marker.count;
  }
  if (at !== units.length) throw new Error(`the view accounts for ${at} of ${units.length} units`);
  return { units, shown, markers, runStarts };
}

function scalarMarker(value: Json): Marker | null {
  return value.kind === "scalar" && value.type === "string" ? readMarker(value.literal) : null;
}

/** Told of a string that is shown as another text; true where that is a view of it. */
export type Inner = (view: string, original: string) => boolean;

/** Elided collections of a JSON view. */
export function jsonCollections(
  view: Json,
  original: Json,
  out: Collection[] = [],
  inner: Inner = () => false,
): Collection[] {
  if (view.kind === "array" && original.kind === "array") {
    if (!view.items.some((item) => scalarMarker(item) !== null)) {
      if (view.items.length !== original.items.length)
        throw new Error("an array lost items without a marker");
      for (const [i, item] of view.items.entries())
        jsonCollections(item, original.items[i] as Json, out, inner);
      return out;
    }
    const units = original.items.map((item) => unitOf(item));
    out.push(
      pair(units, view.items, scalarMarker, (item, unit) => {
        jsonCollections(item, original.items[unit] as Json, out, inner);
      }),
    );
    return out;
  }
  if (view.kind === "object" && original.kind === "object") {
    const marker = ([key, value]: [string, Json]): Marker | null =>
      /^…\d+$/.test(key) ? scalarMarker(value) : null;
    if (!view.members.some((m) => marker(m) !== null)) {
      if (view.members.length !== original.members.length)
        throw new Error("an object lost members without a marker");
    }
    const units = original.members.map(([key, value]) => unitOf(value, key));
    const collection = pair(units, view.members, marker, ([key, value], unit) => {
      const [name, there] = original.members[unit] as [string, Json];
      if (name !== key) throw new Error(`key ${key} in view, ${name} in the original`);
      jsonCollections(value, there, out, inner);
    });
    if (collection.markers.length > 0) out.push(collection);
    return out;
  }
  const strings =
    view.kind === "scalar" &&
    original.kind === "scalar" &&
    view.type === "string" &&
    original.type === "string";
  if (!same(view, original) && !(strings && inner(view.literal, original.literal)))
    throw new Error(`${JSON.stringify(view)} in view for ${JSON.stringify(original)}`);
  return out;
}

/** Elided tables of a TOON view of which every table is flat: `key[N]{a,b}:`, rows and marker lines two blanks deeper. */
export function toonCollections(view: string, original: string): Collection[] {
  if (!view.includes("elided (caveman)")) {
    const back = JSON.stringify(decode(view));
    if (back !== JSON.stringify(JSON.parse(original)))
      throw new Error("lossless TOON decodes to something else");
    return [];
  }
  const lines = view.split("\n");
  const out: Collection[] = [];
  const rest: string[] = [];
  const document = readJson(original);
  for (let i = 0; i < lines.length; i++) {
    const header = /^( *)([A-Za-z_][\w.]*)?\[(\d+)\]\{(.*)\}:$/.exec(lines[i] ?? "");
    const pad = `${header?.[1] ?? ""}  `;
    let end = i + 1;
    while (header && end < lines.length && lines[end]?.startsWith(pad)) end++;
    const body = lines.slice(i + 1, end).map((line) => line.slice(pad.length));
    if (!header || !body.some((line) => readMarker(line) !== null)) {
      rest.push(lines[i] ?? "");
      continue;
    }
    const names = toonCells(header[4] ?? "").map((cell) => cell.literal);
    const array = findArray(document, header[2], Number(header[3]), names);
    const units = array.items.map((item) => unitOf(item));
    out.push(
      pair(units, body, readMarker, (line, unit) => {
        const cells = toonCells(line);
        const item = array.items[unit] as Json;
        const want = item.kind === "object" ? item.members : [];
        const got = names.map((name, c) => [name, { kind: "scalar", ...cells[c] }]);
        if (!same(got, want)) throw new Error(`row «${line}» in view for ${JSON.stringify(want)}`);
      }),
    );
    i = end - 1;
  }
  return out;
}

function findArray(
  value: Json,
  key: string | undefined,
  count: number,
  names: readonly string[],
): { items: Json[] } {
  const fits = (v: Json): boolean => {
    if (v.kind !== "array" || v.items.length !== count) return false;
    const first = v.items[0];
    return (
      first?.kind === "object" &&
      same(
        first.members.map(([k]) => k),
        names,
      )
    );
  };
  const search = (v: Json): Json | null => {
    if (v.kind === "array") {
      for (const item of v.items) {
        const found = search(item);
        if (found) return found;
      }
    } else if (v.kind === "object") {
      for (const [k, member] of v.members) {
        if (k === key && fits(member)) return member;
        const found = search(member);
        if (found) return found;
      }
    }
    return null;
  };
  const found = key === undefined ? value : search(value);
  if (found?.kind !== "array" || !fits(found))
    throw new Error(`no array for the table ${key ?? "at the root"}`);
  return found;
}

/** Cells of a TOON row. */
function toonCells(line: string): { type: "null" | "boolean" | "number" | "string"; literal: string }[] {
  return [...line.matchAll(/("(?:[^"\\]|\\.)*"|[^,]*)(?:,|$)/g)]
    .slice(0, -1)
    .concat(line.endsWith(",") || line === "" ? [["", ""] as unknown as RegExpExecArray] : [])
    .map(([, cell = ""]) => {
      if (cell.startsWith('"')) return { type: "string", literal: JSON.parse(cell) as string };
      if (cell === "null") return { type: "null", literal: cell };
      if (cell === "true" || cell === "false") return { type: "boolean", literal: cell };
      return { type: /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(cell) ? "number" : "string", literal: cell };
    });
}

/** Elided collections of a view of a JSON document, whichever encoding it has. */
export function documentCollections(view: string, original: string): Collection[] {
  return /^\s*[[{]/.test(view) && !/^\[\d+\]/.test(view)
    ? jsonCollections(readJson(view), readJson(original))
    : toonCollections(view, original);
}

/** The one collection of an NDJSON view; null where nothing is elided. */
export function ndjsonCollection(view: string, original: string): Collection {
  const lines = (text: string): string[] => text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const rows = lines(original);
  const units = rows.map((row) => unitOf(readJson(row)));
  return pair(units, lines(view), readMarker, (line, unit) => {
    if (line.trim() !== rows[unit]?.trim()) throw new Error(`line «${line}» in view for «${rows[unit]}»`);
  });
}

/** The one collection of a view of several JSON documents one after another. */
export function streamCollection(view: string, original: string): Collection {
  const values = readValues(original);
  const lines = view.split("\n").filter((line) => line.trim() !== "");
  return pair(
    values.map((value) => unitOf(value)),
    lines,
    readMarker,
    (line, unit) => {
      if (!same(readJson(line), values[unit])) throw new Error(`line «${line}» in view`);
    },
  );
}

function cellsOf(text: string, delimiter: string): string[][] {
  if (delimiter === "|") {
    const rows = text.split(/\r?\n/).filter((line) => line.trim() !== "");
    return rows.map((row) =>
      row
        .trim()
        .replace(/^\||\|$/g, "")
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    );
  }
  const lines = text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  // Blanks around cells that tabs part are padding.
  const unix = delimiter === "\t" ? lines.replace(/^ +| +$|(?<=\t) +| +(?=\t)/gm, "") : lines;
  const parsed = Papa.parse<string[]>(unix.replace(/\n+$/, ""), { delimiter, newline: "\n" });
  if (parsed.errors.length > 0) throw new Error(`papaparse: ${parsed.errors[0]?.message}`);
  return parsed.data;
}

/** The one collection of fixed-width columns that begin at `offsets`. */
export function fixedCollection(view: string, original: string, offsets: readonly number[]): Collection {
  const lines = (text: string): string[] => text.replace(/\n$/, "").split("\n");
  const cells = (line: string): string[] => offsets.map((at, c) => line.slice(at, offsets[c + 1]).trim());
  const [head = "", ...rows] = lines(original);
  const [seen, ...pieces] = lines(view);
  if (seen !== head) throw new Error("the header is not the original's");
  const names = cells(head);
  const units = rows.map(
    (row): Unit =>
      new Map(
        cells(row).flatMap((cell, c): [string, Value][] =>
          cell === "" ? [] : [[names[c] ?? "", { type: "string", literal: cell }]],
        ),
      ),
  );
  return pair(units, pieces, readMarker, (line, unit) => {
    if (line !== rows[unit]) throw new Error(`line «${line}» in view for «${rows[unit]}»`);
  });
}

/** The one collection of a table with a header. An empty cell is an absent value. */
export function tableCollection(view: string, original: string, delimiter: string): Collection {
  const skip = delimiter === "|" ? 2 : 1;
  const rows = cellsOf(original, delimiter);
  const seen = cellsOf(view, delimiter);
  const header = rows[0] ?? [];
  if (!same(seen.slice(0, skip), rows.slice(0, skip))) throw new Error("the header is not the original's");
  const data = rows.slice(skip);
  const units = data.map(
    (cells): Unit =>
      new Map(
        cells.flatMap((cell, i): [string, Value][] =>
          cell === "" ? [] : [[header[i] ?? "", { type: "string", literal: cell }]],
        ),
      ),
  );
  const marker = (cells: string[]): Marker | null => {
    if (cells.length !== header.length) throw new Error(`a row of ${cells.length} cells`);
    const found = readMarker(cells[0] ?? "");
    if (found && cells.slice(1).some((cell) => cell !== "")) throw new Error("text beside a marker");
    return found;
  };
  return pair(units, seen.slice(skip), marker, (cells, unit) => {
    if (!same(cells, data[unit]))
      throw new Error(`row ${JSON.stringify(cells)} for ${JSON.stringify(data[unit])}`);
  });
}
