/** Pairs the units of an original with the pieces of its view: what is shown, in order, and what markers stand for. */

import type { Unit } from "../../engine/truth/facts.ts";
import { type Marker, readMarker } from "../../engine/truth/grammar.ts";
import { type Collection, pair } from "../../engine/truth/pair.ts";

/** A unit: what a view that shows it has to show, and what can be stated about it. */
export interface Countable {
  readonly text: string;
  readonly fields: Unit;
}

/** The marker that a line is; null for any other line. */
export const markerOf = (line: string): Marker | null =>
  line.trim().startsWith("… ") ? readMarker(line) : null;

/**
 * The collection of `units` whose view consists of `pieces`.
 * @throws Error where a piece is not the next unit, or the view does not account for every unit
 */
export function paired(units: readonly Countable[], pieces: readonly (string | Marker)[]): Collection {
  return pair(
    units.map((unit) => unit.fields),
    // Notes say nothing about a collection.
    pieces.filter((piece) => typeof piece === "string" || piece.kind !== "note"),
    (piece) => (typeof piece === "string" ? null : piece),
    (piece, unit) => {
      const want = units[unit]?.text;
      if (piece !== want)
        throw new Error(`unit ${unit}: «${String(piece).slice(0, 80)}» for «${(want ?? "").slice(0, 80)}»`);
    },
  );
}
