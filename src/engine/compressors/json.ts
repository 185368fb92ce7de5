/**
 * One JSON document: repetitive collections are elided, anything else is re-encoded without loss. Several documents one
 * after another are elided like the lines of NDJSON.
 */
import { Json, type JsonTape, parseDocument } from "../../text/json.ts";
import type { Checkpoint, Compressor, Cut, View, ViewRequest } from "../contract.ts";
import { collectionAt } from "../json/collections.ts";
import { Pieces } from "../json/markers.ts";
import { MAX_DEPTH, type Plan, planDocument } from "../json/plan.ts";
import { minify, renderJson } from "../json/render.ts";
import { renderToon } from "../json/render-toon.ts";
import { cutOfSequence, parseStream, viewOfSequence } from "../json/sequence.ts";
import { writeToon } from "../json/toon.ts";

/**
 * TOON is chosen where it needs at most this share of the characters that JSON needs. Measured on tables and trees:
 * at 0.9 it saves a tenth of JSON's tokens, above 0.95 it costs more than JSON, since line breaks are tokens too.
 */
const TOON_SHARE = 0.92;
/** A lossless view is enough where it needs at most this share of the input's characters … */
const LOSSLESS_ENOUGH = 0.1;
/** … or at most this many times the characters of the elided view. */
const LOSSLESS_SURCHARGE = 1.15;
/** The best that TOON makes of minified JSON (long keys, short values); it is not tried for less. */
const TOON_BEST = 0.3;

function lossless(tape: JsonTape): View {
  const minified = minify(tape.text, 0, tape.text.length);
  const toon = writeToon(tape);
  return toon !== null && toon.length <= TOON_SHARE * minified.length
    ? { output: toon, method: "toon", losslessToModel: true }
    : { output: minified, method: "json-minified", losslessToModel: true };
}

function shortened(tape: JsonTape, plan: Plan, request: ViewRequest): View {
  const pieces = new Pieces(plan, request);
  const json = renderJson(tape, plan, pieces);
  const toon = renderToon(tape, plan, pieces);
  const losslessToModel = plan.elisions.size === 0 && plan.stringsLossless;
  return toon !== null && toon.length <= TOON_SHARE * json.length
    ? { output: toon, method: "toon-elided", losslessToModel }
    : { output: json, method: "json-elided", losslessToModel };
}

function view(request: ViewRequest): View | null {
  const { input, checkpoint } = request;
  const tape = parseDocument(input, checkpoint);
  if (tape === null) {
    const documents = parseStream(input, checkpoint);
    return documents === null
      ? null
      : viewOfSequence(documents, "documents", true, "json-stream-elided", request);
  }
  const plan = planDocument(tape, request);
  if (plan.elisions.size + plan.strings.size === 0) return tape.isContainer(0) ? lossless(tape) : null;
  const short = shortened(tape, plan, request);
  const enough = Math.max(LOSSLESS_ENOUGH * input.length, LOSSLESS_SURCHARGE * short.output.length);
  // Dropped units are minified to half of their size at best, and TOON takes out their keys.
  if (short.losslessToModel || plan.droppedChars * 0.5 * TOON_BEST > enough) return short;
  const whole = lossless(tape);
  return whole.output.length <= enough ? whole : short;
}

/** The units of the outermost collections, wherever in the document they are. */
function cut(input: string, checkpoint: Checkpoint): Cut | null {
  const tape = parseDocument(input, checkpoint);
  if (tape === null) {
    const documents = parseStream(input, checkpoint);
    return documents === null ? null : cutOfSequence(documents);
  }
  const records: [number, number][] = [];
  const walk = (node: number, depth: number): void => {
    if (!tape.isContainer(node) || depth > MAX_DEPTH) return;
    const units = collectionAt(tape, node);
    if (units !== null) {
      for (const [i, value] of units.values.entries()) {
        records.push([tape.starts[units.keys?.[i] ?? value] ?? 0, tape.ends[value] ?? 0]);
      }
      return;
    }
    const end = tape.next[node] ?? 0;
    const isArray = tape.types[node] === Json.array;
    for (let at = node + 1; at < end; ) {
      const value = isArray ? at : at + 1;
      walk(value, depth + 1);
      at = tape.next[value] ?? end;
    }
  };
  walk(0, 0);
  return records.length < 2 ? null : { header: null, records };
}

export const json: Compressor = { type: "json", view, cut };
