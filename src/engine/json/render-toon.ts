/** Writes a JSON document with elided collections as TOON: tables with bare marker lines in their bodies. */
import type { JsonTape } from "../../text/json.ts";
import type { Pieces } from "./markers.ts";
import type { Plan } from "./plan.ts";
import { writeToon } from "./toon.ts";

/** Null where an elided collection is no flat table, or the document cannot be written as TOON. */
export function renderToon(tape: JsonTape, plan: Plan, pieces: Pieces): string | null {
  return writeToon(tape, plan.strings, (node) => {
    const parts = pieces.of(node);
    if (parts === null) return null;
    return (row) => parts.map((piece) => ("unit" in piece ? row(piece.unit) : piece.marker));
  });
}
