/** CSV, TSV, semicolon CSV, Markdown tables, fixed-width columns, drawn tables, listings, and records with a line per field. */
import type { Checkpoint, Compressor, Cut, Span, View, ViewRequest } from "../contract.ts";
import { elide } from "../elide/elide.ts";
import { renderLines } from "../lines-view.ts";
import { parseCsv } from "../tabular/csv.ts";
import { parseFixedWidth } from "../tabular/fixed.ts";
import { isAllDrawn, parseGrid } from "../tabular/grid.ts";
import { parseListing } from "../tabular/listing.ts";
import { parseMarkdownTable } from "../tabular/markdown.ts";
import { renderCompact, renderListing, renderTable } from "../tabular/render.ts";
import { type TextTable, unitsOf } from "../tabular/table-text.ts";
import { parseVertical } from "../tabular/vertical.ts";

const DELIMITERS = ["\t", ",", ";", "|"] as const;

/** Below the names: Markdown without outer bars is not read. */
const MARKDOWN_RULE = /^[ :-]*\|[ :|-]*(?:\r?\n|$)/;

/** The table that the whole input is, or null. The delimiter of which the first line has most is tried first. */
export function parseTable(input: string, checkpoint: Checkpoint = () => {}): TextTable | null {
  if (input.startsWith("|")) return parseMarkdownTable(input, checkpoint);
  const grid = parseGrid(input, checkpoint);
  if (grid !== null) return grid;
  const lineEnd = input.indexOf("\n");
  if (lineEnd < 0) return null;
  const first = input.slice(0, lineEnd);
  const ranked = DELIMITERS.map((d) => [d, first.split(d).length - 1] as const)
    .filter(([, n]) => n > 0)
    .sort((a, b) => b[1] - a[1]);
  for (const [delimiter] of ranked) {
    if (delimiter === "|" && MARKDOWN_RULE.test(input.slice(lineEnd + 1, lineEnd + 200))) continue;
    const table = parseCsv(input, delimiter, checkpoint);
    if (table !== null) return table;
  }
  return parseFixedWidth(input, checkpoint);
}

/** A lossless table is worth while from this saving of characters on: blanks are cheap in tokens. */
const COMPACT_SHARE = 0.85;

/** Whether blanks and lines are all that a table loses when it is written with tabs. */
function isPadded(table: TextTable): boolean {
  if (table.format === "grid") return isAllDrawn(table);
  return table.format === "fixed" && table.text.slice(table.tailStart).trim() === "";
}

function view(request: ViewRequest): View | null {
  const { input, checkpoint } = request;
  const listing = parseListing(input, checkpoint);
  if (listing !== null) {
    const elision = elide(listing.table, { ...request, alone: true });
    if (elision === null) return null;
    return {
      output: renderListing(listing, elision, request),
      method: "listing-elided",
      losslessToModel: false,
    };
  }
  const records = parseVertical(input, checkpoint);
  if (records !== null) {
    const elision = elide(records, { ...request, alone: true });
    return elision === null ? null : renderLines(elision, request, "records-elided");
  }
  const table = parseTable(input, checkpoint);
  if (table === null) return null;
  const elision = elide(unitsOf(table, checkpoint), { ...request, alone: true });
  if (elision !== null) {
    return { output: renderTable(table, elision, request), method: "table-elided", losslessToModel: false };
  }
  // Lines around the table have no place among tab-separated values.
  if (!isPadded(table)) return null;
  const compact = renderCompact(table);
  return compact.length > COMPACT_SHARE * input.length
    ? null
    : { output: compact, method: "table-compact", losslessToModel: true };
}

function cut(input: string, checkpoint: Checkpoint): Cut | null {
  const listing = parseListing(input, checkpoint);
  if (listing !== null) {
    const { starts, ends } = listing.table;
    const records = Array.from(starts, (start, i) => [start, ends[i] ?? start] as const);
    return { header: null, records, headings: listing.headings };
  }
  const vertical = parseVertical(input, checkpoint);
  if (vertical !== null) {
    const { starts, ends } = vertical;
    // Blank lines below a record are not its own.
    const spans = Array.from(starts, (start, i): Span => {
      const record = input.slice(start, ends[i]);
      return [start, start + record.trimEnd().length];
    });
    return { header: null, records: spans };
  }
  const table = parseTable(input, checkpoint);
  if (table === null) return null;
  const records = Array.from(table.starts, (start, i) => [start, table.ends[i] ?? start] as const);
  return { header: table.headEnd > 0 ? [0, table.headEnd] : null, records };
}

export const tabular: Compressor = { type: "tabular", view, cut };
