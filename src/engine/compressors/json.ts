/** One JSON document: repetitive collections are elided, anything else is re-encoded without loss. */
import { Json, parseDocument } from "../../text/json.ts";
import type { Checkpoint, Compressor, Cut, View, ViewRequest } from "../contract.ts";
import { planElisions } from "../json/plan.ts";
import { minify, renderJson } from "../json/render.ts";

/** Whether the input is one JSON document that has a structure (a bare number or string has none). */
export function looksLikeJson(input: string, checkpoint?: Checkpoint): boolean {
  const tape = parseDocument(input, checkpoint);
  return tape?.isContainer(0) === true;
}

function view(request: ViewRequest): View | null {
  const { input, checkpoint } = request;
  const tape = parseDocument(input, checkpoint);
  if (tape === null || !tape.isContainer(0)) return null;
  const plan = planElisions(tape, request);
  if (plan.elisions.size === 0) {
    return { output: minify(input, 0, input.length), method: "json-minified", losslessToModel: true };
  }
  return { output: renderJson(tape, plan, request), method: "json-elided", losslessToModel: false };
}

/** The elements of the largest array of records: at the root, or in a member near it. */
function cut(input: string, checkpoint: Checkpoint): Cut | null {
  const tape = parseDocument(input, checkpoint);
  if (tape === null) return null;
  const records: [number, number][] = [];
  let best = -1;
  let bestChars = 0;
  const consider = (node: number): void => {
    const chars = (tape.ends[node] ?? 0) - (tape.starts[node] ?? 0);
    if (tape.types[node] === Json.array && chars > bestChars) {
      best = node;
      bestChars = chars;
    }
  };
  consider(0);
  if (tape.types[0] === Json.object) {
    for (let key = 1; key < tape.size; key = tape.next[key + 1] ?? tape.size) consider(key + 1);
  }
  if (best < 0) return null;
  for (let at = best + 1; at < (tape.next[best] ?? 0); at = tape.next[at] ?? tape.size) {
    records.push([tape.starts[at] ?? 0, tape.ends[at] ?? 0]);
  }
  return records.length < 2 ? null : { header: null, records };
}

export const json: Compressor = { type: "json", view, cut };
