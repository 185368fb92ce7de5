/** Writes an elided text table: rows as they stand, markers as rows of the table's own number of cells. */
import type { ViewRequest } from "../contract.ts";
import { type Elision, segments } from "../elide/elide.ts";
import { runMarker } from "../markers.ts";
import { noteOf, wholeMarkerOf } from "../whole.ts";
import type { TextTable } from "./table-text.ts";

/** A row whose first cell is `marker`. */
function markerRow(table: TextTable, marker: string): string {
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
  return `${lines.join("\n")}\n`;
}
