/** Writes an elided text table: rows as they stand, markers as rows of the table's own number of cells. */
import type { Span, ViewRequest } from "../contract.ts";
import { type Elision, segments } from "../elide/elide.ts";
import { runMarker } from "../markers.ts";
import { noteOf, wholeMarkerOf } from "../whole.ts";
import type { Listing } from "./listing.ts";
import type { TextTable } from "./table-text.ts";

/** A row whose first cell is `marker`. */
function markerRow(table: TextTable, marker: string): string {
  if (table.delimiter === "") return marker;
  if (table.format === "markdown") return `| ${marker} ${"| ".repeat(table.width - 1)}|`;
  const quoted = marker.includes(table.delimiter) || marker.includes('"');
  const cell = quoted ? `"${marker.replaceAll('"', '""')}"` : marker;
  return cell + table.delimiter.repeat(table.width - 1);
}

export function renderTable(table: TextTable, elision: Elision, request: ViewRequest): string {
  const { text } = table;
  const { noun } = elision.table;
  const lines: string[] = [];
  if (table.headEnd > 0) lines.push(text.slice(0, table.headEnd).replaceAll("\r\n", "\n"));
  for (const { shown, from, to } of segments(elision.shown)) {
    if (!shown) {
      lines.push(markerRow(table, runMarker(noun, to - from)));
      continue;
    }
    for (let unit = from; unit < to; unit++) lines.push(text.slice(table.starts[unit], table.ends[unit]));
  }
  const words = noteOf(request, noun, elision.droppedChars);
  if (words !== null) lines.push(markerRow(table, words));
  const whole = wholeMarkerOf(elision, request, table.format === "markdown" ? "|" : "");
  if (whole !== null) lines.push(markerRow(table, whole));
  const tail = text.slice(table.tailStart).trimEnd();
  if (tail !== "") lines.push(tail);
  return `${lines.join("\n")}\n`;
}

/** Fixed-width columns and drawn tables as tab-separated values: the same cells without padding and lines. */
export function renderCompact(table: TextTable): string {
  const { text, width } = table;
  const before = text.slice(0, table.headerStart ?? 0).replace(/(?:\r?\n[ \t]*)+$/, "");
  const lines = before.trim() === "" ? [] : [before];
  lines.push((table.header ?? []).join("\t"));
  for (let unit = 0, cell = 0; unit < table.count; unit++) {
    const cells: string[] = [];
    for (let c = 0; c < width; c++, cell++)
      cells.push(text.slice(table.cellStarts[cell], table.cellEnds[cell]));
    lines.push(cells.join("\t"));
  }
  return `${lines.join("\n")}\n`;
}

/** A listing with its entries as they stand; a folder's heading comes with the first of its entries in view. */
export function renderListing(listing: Listing, elision: Elision, request: ViewRequest): string {
  const { text, noun, starts, ends } = elision.table;
  const lines: string[] = [];
  let heading: Span | null = null;
  for (const { shown, from, to } of segments(elision.shown)) {
    if (!shown) {
      lines.push(runMarker(noun, to - from));
      continue;
    }
    for (let unit = from; unit < to; unit++) {
      const own = listing.headings[unit] ?? null;
      if (own !== null && own[0] !== heading?.[0])
        lines.push(text.slice(own[0], own[1]).replace(/\r?\n$/, ""));
      heading = own;
      lines.push(text.slice(starts[unit], ends[unit]));
    }
  }
  const words = noteOf(request, noun, elision.droppedChars);
  if (words !== null) lines.push(words);
  const whole = wholeMarkerOf(elision, request);
  if (whole !== null) lines.push(whole);
  const tail = text.slice(listing.tail[0], listing.tail[1]).replace(/^\r?\n/, "");
  if (tail.trim() !== "") lines.push(tail.replace(/\r?\n$/, ""));
  return `${lines.join("\n")}\n`;
}
