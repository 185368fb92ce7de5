/** Tables: with a delimiter, Markdown's, of fixed-width columns (also written with tabs), and listings of files. */
import Papa from "papaparse";
import { faults } from "../../engine/truth/check.ts";
import type { Unit, Value } from "../../engine/truth/facts.ts";
import type { Marker } from "../../engine/truth/grammar.ts";
import type { Collection } from "../../engine/truth/pair.ts";
import { tableCollection } from "../../engine/truth/tables.ts";
import { type Reader, type Verdict, verdictOf } from "../verdict.ts";
import { type FixedTable, fixedTable } from "./columns.ts";
import { drawnTable } from "./drawings.ts";
import { UNTOLD } from "./families.ts";
import { isListing, listing } from "./listings.ts";
import { markerOf, paired } from "./pairing.ts";
import { records } from "./vertical.ts";

type Collections = Parameters<typeof verdictOf>[0];

const judged = (collections: Collections): Verdict => verdictOf(collections, collections.flatMap(faults));

const linesOf = (text: string): string[] => text.replace(/\r?\n$/, "").split(/\r?\n/);

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, i) => line === b[i]);

/** Every cell with a tab between, lines above the header as they are. */
function compact(view: string, table: FixedTable): Verdict {
  const { head, above, names, cells, tail } = table;
  const want = [...trimmed(head.slice(0, above)), ...[names, ...cells].map((row) => row.join("\t"))];
  const whole =
    trimmed(table.drawn === true ? tail.slice(1) : tail).length === 0 && same(linesOf(view), want);
  return {
    faults: whole ? [] : ["cells with tabs between are not those of the table"],
    held: [],
    collections: [],
  };
}

const trimmed = (lines: readonly string[]): readonly string[] =>
  lines.slice(0, lines.findLastIndex((l) => l.trim() !== "") + 1);

function columns(view: string, table: FixedTable): Verdict {
  const shown = linesOf(view);
  if (!view.includes("elided (caveman)")) return compact(view, table);
  const { head, rows, names, cells } = table;
  const tail = trimmed(table.tail);
  const body = shown.slice(head.length, shown.length - tail.length);
  if (!same(shown.slice(0, head.length), head) || !same(shown.slice(shown.length - tail.length), tail))
    throw new Error("what stands around the rows is not the original's");
  const units = rows.map((text, row) => ({
    text,
    fields: new Map(
      (cells[row] ?? []).flatMap((cell, c): [string, Value][] =>
        cell === "" ? [] : [[names[c] ?? "", cell === null ? UNTOLD : { type: "string", literal: cell }]],
      ),
    ) satisfies Unit,
  }));
  return judged([paired(units, piecesOf(body, rows))]);
}

/** Rows and markers of a view's lines; a row may have several. */
function piecesOf(body: readonly string[], rows: readonly string[]): (string | Marker)[] {
  const pieces: (string | Marker)[] = [];
  for (let line = 0, row = 0; line < body.length; ) {
    const marker = markerOf(body[line] ?? "");
    if (marker !== null) {
      if (marker.kind === "run") row += marker.count;
      pieces.push(marker);
      line++;
      continue;
    }
    const to = line + (rows[row++] ?? "").split("\n").length;
    pieces.push(body.slice(line, to).join("\n"));
    line = to;
  }
  return pieces;
}

/** Whether papaparse reads rows of one number of cells, without complaint. */
function divides(original: string, delimiter: string): boolean {
  const { data, errors } = Papa.parse<string[]>(original.replace(/[\r\n]+$/, ""), { delimiter });
  return errors.length === 0 && data.every((row) => row.length === data[0]?.length);
}

/** Lines of a view between tabs that the original has not: blanks around cells count here. */
function strangers(view: string, original: string): string[] {
  const own = new Set(linesOf(original));
  return linesOf(view).filter((line) => !own.has(line) && markerOf(line.split("\t")[0] ?? "") === null);
}

/** What a table is divided by. */
function delimiterOf(original: string): string | undefined {
  const first = original.slice(0, original.indexOf("\n"));
  if (first.startsWith("|") && !first.startsWith("|/")) return "|";
  return ["\t", ",", ";", "|"].find((d) => first.includes(d) && divides(original, d));
}

const cellsOf = (text: string, delimiter: string): string[][] =>
  Papa.parse<string[]>(
    linesOf(text.replace(/^\ufeff/, ""))
      .join("\n")
      .replace(/\n+$/, ""),
    { delimiter },
  ).data;

const isHeader = (cells: readonly string[]): boolean =>
  new Set(cells).size === cells.length &&
  cells.every(
    (cell) => cell.trim() !== "" && cell.length <= 80 && !/^[-+]?[\d.,:/]*\d[\d.,:/T-]*Z?$/.test(cell),
  );

/** Rows whose first one is no header: of their columns nothing can be stated. */
function nameless(view: string, original: string, delimiter: string): Collection {
  const units = cellsOf(original, delimiter).map((cells) => ({
    text: JSON.stringify(cells),
    fields: new Map(cells.map((literal, c): [string, Value] => [`#${c}`, { type: "string", literal }])),
  }));
  const pieces = cellsOf(view, delimiter).map((cells) => {
    const marker = markerOf(cells[0] ?? "");
    const alone = cells.slice(1).every((cell) => cell === "");
    return marker !== null && alone ? marker : JSON.stringify(cells);
  });
  return paired(units, pieces);
}

export const table: Reader = (view, original) => {
  if (isListing(original)) return listing(view, original);
  const vertical = records(view, original);
  if (vertical !== null) return vertical;
  const drawn = drawnTable(linesOf(original));
  if (drawn !== null) return columns(view, drawn);
  const delimiter = delimiterOf(original);
  if (delimiter === undefined) return columns(view, fixedTable(linesOf(original)));
  // Bars that are not Markdown's: as well tabs.
  if (delimiter === "|" && !original.startsWith("|"))
    return table(view.replaceAll("|", "\t"), original.replaceAll("|", "\t"));
  const named = delimiter === "|" || isHeader(cellsOf(original, delimiter)[0] ?? []);
  if (
    delimiter === "\t" &&
    !original.includes('"') &&
    !view.includes('"') &&
    strangers(view, original).length > 0
  )
    throw new Error(`«${strangers(view, original)[0]?.slice(0, 80)}» is no line of the original`);
  return judged([named ? tableCollection(view, original, delimiter) : nameless(view, original, delimiter)]);
};
