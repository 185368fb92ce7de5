/** Views of tables with a header: delimited, or with columns of fixed width. Shares no code with the engine. */
import Papa from "papaparse";
import type { Unit, Value } from "./facts.ts";
import { type Marker, readMarker } from "./grammar.ts";
import { type Collection, pair, same } from "./pair.ts";

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
