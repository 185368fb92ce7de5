/** CSV, TSV, semicolon CSV and Markdown tables. */
import type { Checkpoint, Compressor, Cut, View, ViewRequest } from "../contract.ts";
import { elide } from "../elide/elide.ts";
import { parseCsv } from "../tabular/csv.ts";
import { parseMarkdownTable } from "../tabular/markdown.ts";
import { renderTable } from "../tabular/render.ts";
import { type TextTable, unitsOf } from "../tabular/table-text.ts";

const DELIMITERS = ["\t", ",", ";"] as const;

/** The table that the whole input is, or null. The delimiter of which the first line has most is tried first. */
export function parseTable(input: string, checkpoint: Checkpoint = () => {}): TextTable | null {
  if (input.startsWith("|")) return parseMarkdownTable(input, checkpoint);
  const lineEnd = input.indexOf("\n");
  if (lineEnd < 0) return null;
  const first = input.slice(0, lineEnd);
  const ranked = DELIMITERS.map((d) => [d, first.split(d).length - 1] as const)
    .filter(([, n]) => n > 0)
    .sort((a, b) => b[1] - a[1]);
  for (const [delimiter] of ranked) {
    const table = parseCsv(input, delimiter, checkpoint);
    if (table !== null) return table;
  }
  return null;
}

function view(request: ViewRequest): View | null {
  const table = parseTable(request.input, request.checkpoint);
  if (table === null) return null;
  const elision = elide(unitsOf(table, request.checkpoint), request);
  if (elision === null) return null;
  return { output: renderTable(table, elision, request), method: "table-elided", losslessToModel: false };
}

function cut(input: string, checkpoint: Checkpoint): Cut | null {
  const table = parseTable(input, checkpoint);
  if (table === null) return null;
  const records = Array.from(table.starts, (start, i) => [start, table.ends[i] ?? start] as const);
  return { header: table.headEnd > 0 ? [0, table.headEnd] : null, records };
}

export const tabular: Compressor = { type: "tabular", view, cut };
