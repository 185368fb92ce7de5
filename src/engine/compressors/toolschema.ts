/**
 * Descriptions of tools (a tools/list result, an OpenAI tools array, OpenAPI): names, parameters, enums, defaults,
 * constants and references stay letter by letter; prose is shortened. Only where the caller asks for it.
 */
import { Json, type JsonTape, parseDocument } from "../../text/json.ts";
import type { Compressor, Cut, View, ViewRequest } from "../contract.ts";
import { Pieces } from "../json/markers.ts";
import { MAX_DEPTH, type Plan } from "../json/plan.ts";
import { minify, renderJson } from "../json/render.ts";
import { shortenProse } from "../toolschema/prose.ts";
import { json } from "./json.ts";

/** Keys whose strings are prose. */
const PROSE = new Set(["description", "summary", "instructions"]);
/** Below these keys everything is a value, even a field called description. */
const VALUES = new Set(["enum", "const", "default", "example", "examples", "required"]);

/** The shortened text of every description that has one, by its string's node. */
function proseOf(tape: JsonTape): Map<number, string> {
  const out = new Map<number, string>();
  const walk = (node: number, depth: number): void => {
    if (depth > MAX_DEPTH || !tape.isContainer(node)) return;
    const end = tape.next[node] ?? 0;
    const isArray = tape.types[node] === Json.array;
    for (let at = node + 1; at < end; ) {
      const value = isArray ? at : at + 1;
      const key = isArray ? "" : tape.stringAt(at);
      const type = tape.types[value];
      if (PROSE.has(key) && (type === Json.string || type === Json.escaped)) {
        const short = shortenProse(tape.stringAt(value));
        if (short !== null) out.set(value, short);
      } else if (!VALUES.has(key)) walk(value, depth + 1);
      at = tape.next[value] ?? end;
    }
  };
  walk(0, 0);
  return out;
}

function view(request: ViewRequest): View | null {
  const tape = parseDocument(request.input, request.checkpoint);
  if (tape === null || !tape.isContainer(0)) return null;
  const strings = proseOf(tape);
  if (strings.size === 0) {
    return {
      output: minify(tape.text, 0, tape.text.length),
      method: "toolschema-minified",
      losslessToModel: true,
    };
  }
  const plan: Plan = { elisions: new Map(), strings, droppedChars: 0, stringsLossless: false };
  const output = renderJson(tape, plan, new Pieces(plan, request));
  return { output, method: "toolschema-prose", losslessToModel: false };
}

const cut = (input: string, checkpoint: () => void): Cut | null => json.cut(input, checkpoint);

export const toolschema: Compressor = { type: "toolschema", view, cut };
