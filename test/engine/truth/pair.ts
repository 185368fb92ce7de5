/** One collection of a view beside the units it had. Throws where the two do not go together. */
import type { Unit } from "./facts.ts";
import type { Marker } from "./grammar.ts";

export interface Collection {
  /** All units of the original, in order. */
  readonly units: readonly Unit[];
  /** Per unit whether the view shows it. */
  readonly shown: boolean[];
  readonly markers: Marker[];
  /** First unit of each run marker, in order. */
  readonly runStarts: number[];
}

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Walks the pieces of one collection against its units. `show` compares a shown piece with its unit. */
export function pair<T>(
  units: readonly Unit[],
  pieces: readonly T[],
  markerOf: (piece: T) => Marker | null,
  show: (piece: T, unit: number) => void,
): Collection {
  const shown = units.map(() => false);
  const markers: Marker[] = [];
  const runStarts: number[] = [];
  let at = 0;
  for (const piece of pieces) {
    const marker = markerOf(piece);
    if (marker === null) {
      if (at >= units.length) throw new Error("more units in view than there are");
      show(piece, at);
      shown[at++] = true;
      continue;
    }
    markers.push(marker);
    if (marker.kind !== "run") continue;
    runStarts.push(at);
    at += marker.count;
  }
  if (at !== units.length) throw new Error(`the view accounts for ${at} of ${units.length} units`);
  return { units, shown, markers, runStarts };
}
