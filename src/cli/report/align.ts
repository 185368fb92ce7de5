/**
 * Which parts of an original a view left out, and which marker stands for each. The engine gives the same view for
 * the same input, so this is found by reading both; where a reading does not add up, none is given.
 */
import { alignJson } from "./align-json.ts";
import { alignLines } from "./align-lines.ts";
import { alignToon } from "./align-toon.ts";
import { type Alignment, markersOf } from "./parts.ts";

/** Null where it cannot be told which parts were left out (a page as text, a screen as lines). */
export function align(original: string, view: string): Alignment | null {
  if (markersOf(original).length > 0) return null;
  for (const attempt of [alignJson, alignToon, alignLines]) {
    const alignment = attempt(original, view);
    if (alignment !== null) return alignment;
  }
  return null;
}
