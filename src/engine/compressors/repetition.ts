/** Any text whose lines repeat, whatever it is: one of each line up to its numbers stays, runs of repeats are counted. */
import { splitLines } from "../../text/lines.ts";
import type { Checkpoint, Compressor, Cut, Span, View, ViewRequest } from "../contract.ts";
import { elide } from "../elide/elide.ts";
import { renderLines } from "../lines-view.ts";
import type { UnitTable } from "../table.ts";

function unitsOf(text: string, checkpoint: Checkpoint): UnitTable {
  const lines = splitLines(text);
  const kinds = new Int32Array(lines.count);
  const ends = new Int32Array(lines.count);
  const ids = new Map<string, number>();
  for (let i = 0; i < lines.count; i++) {
    if (i % 4096 === 0) checkpoint();
    // Units follow each other without gaps, line ends included.
    ends[i] = i + 1 < lines.count ? (lines.starts[i + 1] ?? 0) : text.length;
    const key = text.slice(lines.starts[i], lines.ends[i]).replace(/\d+/g, "0").trim();
    const id = ids.get(key) ?? ids.size;
    ids.set(key, id);
    kinds[i] = id;
  }
  return {
    text,
    noun: "lines",
    count: lines.count,
    starts: lines.starts,
    ends,
    kinds,
    kindCount: ids.size,
    columns: [],
    kindsResemble: true,
  };
}

function view(request: ViewRequest): View | null {
  const elision = elide(unitsOf(request.input, request.checkpoint), request);
  return elision === null ? null : renderLines(elision, request, "repetition");
}

function cut(input: string, checkpoint: Checkpoint): Cut | null {
  const { starts, ends, count } = splitLines(input);
  checkpoint();
  const records = Array.from({ length: count }, (_, i): Span => [starts[i] ?? 0, ends[i] ?? 0]);
  return count < 2 ? null : { header: null, records: records.filter(([from, to]) => to > from) };
}

export const repetition: Compressor = { type: "repetition", view, cut };
