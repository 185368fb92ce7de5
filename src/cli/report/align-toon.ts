/** Views that are TOON: a table states how many units its array has, its rows and markers say which are shown. */
import { Json, parseDocument } from "../../text/json.ts";
import { splitLines } from "../../text/lines.ts";
import { type Alignment, type Gone, markerAt, markersOf, partsOf, runLength } from "./parts.ts";

const HEADER = /^(\s*)[^\n]*\[(\d+)[|\t]?\]\{[^\n]*\}:\s*$/;

interface Table {
  readonly count: number;
  /** For each run: its first unit, its length, and where its marker stands in the view. */
  readonly runs: { readonly from: number; readonly length: number; readonly at: number }[];
}

/** The tables of a view that leave units out; null where one does not add up. */
function tablesOf(view: string): Table[] | null {
  const { count, starts, ends } = splitLines(view);
  const tables: Table[] = [];
  for (let i = 0; i < count; i++) {
    const [, indent, size] = HEADER.exec(view.slice(starts[i], ends[i]).trimEnd()) ?? [];
    if (indent === undefined) continue;
    const table: Table = { count: Number(size), runs: [] };
    let units = 0;
    for (; i + 1 < count; i++) {
      const start = starts[i + 1] ?? 0;
      const line = view.slice(start, ends[i + 1]).trimEnd();
      if (line.length - line.trimStart().length <= indent.length) break;
      const run = runLength(line);
      if (run !== null && run > 0) table.runs.push({ from: units, length: run, at: start });
      units += run ?? 1;
    }
    if (units !== table.count) return null;
    if (table.runs.length > 0) tables.push(table);
  }
  return tables;
}

type Extent = readonly [start: number, end: number];

/** The units of every array of a document, or the lines of a text that is none. */
function collectionsOf(original: string): Extent[][] {
  const tape = parseDocument(original);
  if (tape === null) {
    const { count, starts, ends } = splitLines(original);
    const lines = Array.from({ length: count }, (_, i): Extent => [starts[i] ?? 0, ends[i] ?? 0]);
    return [lines.filter(([start, end]) => original.slice(start, end).trim() !== "")];
  }
  const collections: Extent[][] = [];
  for (let node = 0; node < tape.size; node++) {
    if (tape.types[node] !== Json.array) continue;
    const units: Extent[] = [];
    const end = tape.next[node] ?? 0;
    for (let at = node + 1; at < end; at = tape.next[at] ?? end) {
      units.push([tape.starts[at] ?? 0, tape.ends[at] ?? 0]);
    }
    collections.push(units);
  }
  return collections;
}

/** Null where the view is no TOON with such tables, or an array for one of them is not found. */
export function alignToon(original: string, view: string): Alignment | null {
  const tables = tablesOf(view);
  if (tables === null || tables.length === 0) return null;
  const markers = markersOf(view);
  const collections = collectionsOf(original);
  const gone: Gone[] = [];
  let next = 0;
  for (const { count, runs } of tables) {
    const found = collections.findIndex((units, at) => at >= next && units.length === count);
    const units = collections[found];
    if (units === undefined) return null;
    next = found + 1;
    for (const { from, length, at } of runs) {
      const start = units[from]?.[0];
      const end = units[from + length - 1]?.[1];
      if (start === undefined || end === undefined) return null;
      gone.push({ start, end, marker: markerAt(markers, at) });
    }
  }
  return partsOf(original.length, gone);
}
