/** Views of JSON documents, of lines of JSON and of documents one after another. Shares no code with the engine. */
import { type Marker, readMarker } from "./grammar.ts";
import { type Json, readJson, readValues, unitOf } from "./json.ts";
import { type Collection, pair, same } from "./pair.ts";
import { toonCollections } from "./toon.ts";

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
