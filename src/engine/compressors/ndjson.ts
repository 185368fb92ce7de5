/** Newline-delimited JSON: one value per line. Lines stay as they are; markers are bare lines. */
import { isBlank, JsonTape, scanJson, skipSpace } from "../../text/json.ts";
import { splitLines } from "../../text/lines.ts";
import type { Checkpoint, Compressor, Cut, View, ViewRequest } from "../contract.ts";
import { elide, segments } from "../elide/elide.ts";
import { tableOf } from "../json/fields.ts";
import { runMarker } from "../markers.ts";
import { noteOf, wholeMarkerOf } from "../whole.ts";

export interface JsonLines {
  readonly tape: JsonTape;
  /** Root node of each line's value. */
  readonly values: Int32Array;
}

/** The lines' values, or null where a line is no JSON, none is a container, or there are fewer than two. */
export function parseLines(input: string, checkpoint: Checkpoint = () => {}): JsonLines | null {
  const open = input.charCodeAt(skipSpace(input, 0, input.length));
  if (open !== 0x7b && open !== 0x5b) return null;
  const lines = splitLines(input);
  const tape = new JsonTape(input);
  const values: number[] = [];
  let containers = 0;
  for (let line = 0; line < lines.count; line++) {
    const start = lines.starts[line] ?? 0;
    const end = lines.ends[line] ?? 0;
    if (isBlank(input, start, end)) continue;
    const node = tape.size;
    const after = scanJson(tape, start, end, checkpoint);
    if (after < 0 || skipSpace(input, after, end) !== end) return null;
    values.push(node);
    if (tape.isContainer(node)) containers++;
  }
  return values.length < 2 || containers === 0 ? null : { tape, values: new Int32Array(values) };
}

function view(request: ViewRequest): View | null {
  const { input, checkpoint } = request;
  const lines = parseLines(input, checkpoint);
  if (lines === null) return null;
  const { tape } = lines;
  const table = tableOf(tape, { values: lines.values, keys: null }, "lines", checkpoint);
  const elision = table === null ? null : elide(table, request);
  if (elision === null) return null;
  const { noun, starts, ends } = elision.table;
  const out: string[] = [];
  for (const { shown, from, to } of segments(elision.shown)) {
    if (!shown) out.push(runMarker(noun, to - from));
    else for (let unit = from; unit < to; unit++) out.push(input.slice(starts[unit], ends[unit]));
  }
  const words = noteOf(request, noun, elision.droppedChars);
  if (words !== null) out.push(words);
  const whole = wholeMarkerOf(elision, request);
  if (whole !== null) out.push(whole);
  return { output: `${out.join("\n")}\n`, method: "ndjson-elided", losslessToModel: false };
}

function cut(input: string, checkpoint: Checkpoint): Cut | null {
  const lines = parseLines(input, checkpoint);
  if (lines === null) return null;
  const { starts, ends } = lines.tape;
  return {
    header: null,
    records: Array.from(lines.values, (node) => [starts[node] ?? 0, ends[node] ?? 0] as const),
  };
}

export const ndjson: Compressor = { type: "ndjson", view, cut };
