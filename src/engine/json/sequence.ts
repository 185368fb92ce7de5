/** Several JSON values in one text: one per line (NDJSON), or one after another (`jq .`). */
import { isBlank, JsonTape, scanJson, skipSpace } from "../../text/json.ts";
import { splitLines } from "../../text/lines.ts";
import type { Checkpoint, Cut, View, ViewRequest } from "../contract.ts";
import { elide, segments } from "../elide/elide.ts";
import { runMarker } from "../markers.ts";
import { noteOf, wholeMarkerOf } from "../whole.ts";
import { tableOf } from "./fields.ts";
import { minify } from "./render.ts";

export interface Sequence {
  readonly tape: JsonTape;
  /** Root node of each value. */
  readonly values: Int32Array;
}

/** Null for fewer than two values, or where none of them has a structure. */
function sequenceOf(tape: JsonTape, values: readonly number[]): Sequence | null {
  if (values.length < 2 || !values.some((node) => tape.isContainer(node))) return null;
  return { tape, values: new Int32Array(values) };
}

function beginsLikeJson(input: string): boolean {
  const open = input.charCodeAt(skipSpace(input, 0, input.length));
  return open === 0x7b || open === 0x5b;
}

/** The values of a text with one value on each line; blank lines are none. */
export function parseLines(input: string, checkpoint: Checkpoint = () => {}): Sequence | null {
  if (!beginsLikeJson(input)) return null;
  const lines = splitLines(input);
  const tape = new JsonTape(input);
  const values: number[] = [];
  for (let line = 0; line < lines.count; line++) {
    const start = lines.starts[line] ?? 0;
    const end = lines.ends[line] ?? 0;
    if (isBlank(input, start, end)) continue;
    const node = tape.size;
    const after = scanJson(tape, start, end, checkpoint);
    if (after < 0 || skipSpace(input, after, end) !== end) return null;
    values.push(node);
  }
  return sequenceOf(tape, values);
}

/** The values of a text that holds nothing but values and white space between them. */
export function parseStream(input: string, checkpoint: Checkpoint = () => {}): Sequence | null {
  if (!beginsLikeJson(input)) return null;
  const tape = new JsonTape(input);
  const values: number[] = [];
  for (let at = skipSpace(input, 0, input.length); at < input.length; ) {
    const node = tape.size;
    const after = scanJson(tape, at, input.length, checkpoint);
    if (after < 0 || !tape.isContainer(node)) return null;
    values.push(node);
    at = skipSpace(input, after, input.length);
  }
  return sequenceOf(tape, values);
}

/**
 * @param noun    what markers call the values
 * @param compact whether values in view lose the white space inside them, so that each is one line
 */
export function viewOfSequence(
  sequence: Sequence,
  noun: string,
  compact: boolean,
  method: string,
  request: ViewRequest,
): View | null {
  const { input, checkpoint } = request;
  const table = tableOf(sequence.tape, { values: sequence.values, keys: null, name: null }, noun, checkpoint);
  const elision = table === null ? null : elide(table, request);
  if (elision === null) return null;
  const { starts, ends } = elision.table;
  const spell = (start: number, end: number): string =>
    compact ? minify(input, start, end) : input.slice(start, end);
  const out: string[] = [];
  for (const { shown, from, to } of segments(elision.shown)) {
    if (!shown) out.push(runMarker(noun, to - from));
    else for (let unit = from; unit < to; unit++) out.push(spell(starts[unit] ?? 0, ends[unit] ?? 0));
  }
  const words = noteOf(request, noun, elision.droppedChars);
  if (words !== null) out.push(words);
  const whole = wholeMarkerOf(elision, request);
  if (whole !== null) out.push(whole);
  return { output: `${out.join("\n")}\n`, method, losslessToModel: false };
}

export function cutOfSequence({ tape, values }: Sequence): Cut {
  const records = Array.from(values, (node) => [tape.starts[node] ?? 0, tape.ends[node] ?? 0] as const);
  return { header: null, records };
}
