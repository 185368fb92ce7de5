/** One JSON document: repetitive collections are elided, anything else is re-encoded without loss. */
import { Json, type JsonTape, parseDocument } from "../../text/json.ts";
import type { Checkpoint, Compressor, Cut, View, ViewRequest } from "../contract.ts";
import { Pieces } from "../json/markers.ts";
import { type Plan, planElisions } from "../json/plan.ts";
import { minify, renderJson } from "../json/render.ts";
import { renderToon } from "../json/render-toon.ts";
import { writeToon } from "../json/toon.ts";

/**
 * TOON is chosen where it needs at most this share of the characters that JSON needs. Measured on tables and trees:
 * at 0.9 it saves a tenth of JSON's tokens, above 0.95 it costs more than JSON, since line breaks are tokens too.
 */
const TOON_SHARE = 0.92;
/** A lossless view is enough where it needs at most this share of the input's characters … */
const LOSSLESS_ENOUGH = 0.1;
/** … or at most this many times the characters of the elided view. */
const LOSSLESS_SURCHARGE = 1.25;
/** The best that TOON makes of minified JSON (long keys, short values); it is not tried for less. */
const TOON_BEST = 0.3;

/** Whether the input is one JSON document that has a structure (a bare number or string has none). */
export function looksLikeJson(input: string, checkpoint?: Checkpoint): boolean {
  return parseDocument(input, checkpoint)?.isContainer(0) === true;
}

function lossless(tape: JsonTape): View {
  const minified = minify(tape.text, 0, tape.text.length);
  const toon = writeToon(tape);
  return toon !== null && toon.length <= TOON_SHARE * minified.length
    ? { output: toon, method: "toon", losslessToModel: true }
    : { output: minified, method: "json-minified", losslessToModel: true };
}

function elided(tape: JsonTape, plan: Plan, request: ViewRequest): View {
  const pieces = new Pieces(plan, request);
  const json = renderJson(tape, plan, pieces);
  const toon = renderToon(tape, pieces);
  return toon !== null && toon.length <= TOON_SHARE * json.length
    ? { output: toon, method: "toon-elided", losslessToModel: false }
    : { output: json, method: "json-elided", losslessToModel: false };
}

function view(request: ViewRequest): View | null {
  const { input, checkpoint } = request;
  const tape = parseDocument(input, checkpoint);
  if (tape === null || !tape.isContainer(0)) return null;
  const plan = planElisions(tape, request);
  if (plan.elisions.size === 0) return lossless(tape);
  const short = elided(tape, plan, request);
  const enough = Math.max(LOSSLESS_ENOUGH * input.length, LOSSLESS_SURCHARGE * short.output.length);
  // Dropped units are minified to half of their size at best, and TOON takes out their keys.
  if (plan.droppedChars * 0.5 * TOON_BEST > enough) return short;
  const whole = lossless(tape);
  return whole.output.length <= enough ? whole : short;
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
