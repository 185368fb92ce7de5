/**
 * What a reader found out about a view. A reader derives the markers of one content type again from the original, by its
 * own means; what no reader derives again counts as a fault, so that "nothing false" means "everything was looked at".
 */
import type { Collection } from "../engine/truth/pair.ts";

export interface Verdict {
  /** What is false in the view: statements, counts, and shown text that does not stand so in the original. */
  readonly faults: string[];
  /** The text of each marker whose place, counts and facts all follow from the original, as often as it stands there. */
  readonly held: string[];
  /** Collections whose units were paired one by one; questions can be asked of them. */
  readonly collections: readonly Collection[];
}

/** @throws Error where the view shows something that the original does not hold */
export type Reader = (view: string, original: string) => Verdict;

/** A marker wherever it stands: on a line, in a JSON string, in a CSV cell. */
const MARKER = /… (?:\d+ [a-z]+ (?:in all, \d+ )?elided \(caveman\)|caveman: elided).*? …/g;

/** Escapes around quotes depend on where a marker stands; its words do not. */
export const plain = (marker: string): string => marker.replace(/[\\"]/g, "");

/** Every marker of the view, notes included, in order. */
export function markersIn(view: string): string[] {
  return [...view.matchAll(MARKER)].map(([text]) => text);
}

/** Markers of the view that are not among `held`, each as often as it is missing there. */
export function unheld(view: string, held: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const text of held) left.set(plain(text), (left.get(plain(text)) ?? 0) + 1);
  return markersIn(view).filter((text) => {
    const n = left.get(plain(text)) ?? 0;
    left.set(plain(text), n - 1);
    return n <= 0;
  });
}

export const verdictOf = (collections: readonly Collection[], faults: string[]): Verdict => ({
  faults,
  held: collections.flatMap(({ markers }) => markers.map((marker) => marker.text)),
  collections,
});

/** The verdict of several readers, each of a part of the view or of some of its statements. */
export const together = (...verdicts: readonly Verdict[]): Verdict => ({
  faults: verdicts.flatMap((v) => v.faults),
  held: verdicts.flatMap((v) => v.held),
  collections: verdicts.flatMap((v) => v.collections),
});
