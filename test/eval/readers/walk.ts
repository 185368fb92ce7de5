/**
 * Walks a view that is made of the original's own lines: what is shown must be the original's next line, byte for byte,
 * and each marker is asked how many lines stand where it stands. Shares no code with the engine.
 */
import { type Marker, readMarker } from "../../engine/truth/grammar.ts";
import type { Verdict } from "../verdict.ts";

export type Run = Extract<Marker, { kind: "run" }>;
export type Whole = Extract<Marker, { kind: "whole" }>;

/** Where a marker stands. */
export interface Place {
  /** The original's line, from 0, that would be next. */
  readonly at: number;
  /** Blanks before the marker. */
  readonly indent: string;
  /** The next line that is shown; undefined at the end. */
  readonly next: string | undefined;
}

export interface Teller {
  /** Behind the last line that the marker stands for. @throws Error where it is false */
  run(marker: Run, place: Place): number;
  /** @throws Error where the marker is false */
  whole(marker: Whole, place: Place): void;
  /** Asked when the view has ended. @throws Error where a marker is missing */
  end?(): void;
}

/** Lines as they are; a line break at the very end opens no further line. */
export const rawLines = (text: string): string[] => text.replace(/\n$/, "").split("\n");

export function walk(view: string, original: string, teller: Teller): Verdict {
  const lines = rawLines(original);
  const shown = rawLines(view);
  const markers = shown.map((line) => (line.trim().startsWith("… ") ? readMarker(line) : null));
  const held: string[] = [];
  let at = 0;
  let marked = "the start";
  try {
    for (const [i, line] of shown.entries()) {
      const marker = markers[i] ?? null;
      if (marker === null) {
        if (line !== lines[at])
          throw new Error(
            `«${line.slice(0, 80)}» in view for «${(lines[at] ?? "").slice(0, 80)}», behind ${marked}`,
          );
        at++;
        continue;
      }
      if (marker.kind === "note") continue;
      marked = `«${marker.text.slice(0, 80)}»`;
      const next = shown.find((_, n) => n > i && markers[n] === null);
      const place = { at, indent: /^\s*/.exec(line)?.[0] ?? "", next };
      if (marker.kind === "run") at = teller.run(marker, place);
      else teller.whole(marker, place);
      held.push(marker.text);
    }
    if (at !== lines.length) throw new Error(`the view ends at line ${at} of ${lines.length}`);
    teller.end?.();
    return { faults: [], held, collections: [] };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { faults: [`${why} (${marked})`], held, collections: [] };
  }
}
