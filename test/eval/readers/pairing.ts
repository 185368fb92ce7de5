/** Pairs the units of an original with the pieces of its view: what is shown, in order, and what markers stand for. */
import type { Collection } from "../../engine/truth/collections.ts";
import type { Unit } from "../../engine/truth/facts.ts";
import { type Marker, readMarker } from "../../engine/truth/grammar.ts";

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
  const shown = units.map(() => false);
  const markers: Marker[] = [];
  const runStarts: number[] = [];
  let at = 0;
  for (const piece of pieces) {
    if (typeof piece === "string") {
      const want = units[at]?.text;
      if (piece !== want)
        throw new Error(`unit ${at}: «${piece.slice(0, 80)}» for «${(want ?? "").slice(0, 80)}»`);
      shown[at++] = true;
      continue;
    }
    if (piece.kind !== "note") markers.push(piece);
    if (piece.kind !== "run") continue;
    runStarts.push(at);
    at += piece.count;
  }
  if (at !== units.length) throw new Error(`the view accounts for ${at} of ${units.length} units`);
  return { units: units.map((unit) => unit.fields), shown, markers, runStarts };
}
