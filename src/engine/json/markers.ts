/** The markers of one document's collections: what each encoding writes in place of dropped units. */
import type { ViewRequest } from "../contract.ts";
import { type Elision, segments } from "../elide/elide.ts";
import { runMarker } from "../markers.ts";
import { noteOf, wholeMarkerOf } from "../whole.ts";
import type { Plan } from "./plan.ts";

/** A unit by its number, or a marker. */
export type Piece = { readonly unit: number } | { readonly marker: string };

/** Pieces per collection. The note goes to the first one in document order, once. */
export class Pieces {
  private readonly cache = new Map<number, Piece[]>();
  private readonly noteAt: number;

  constructor(
    private readonly plan: Plan,
    private readonly request: ViewRequest,
  ) {
    // Collections were found in document order.
    this.noteAt = plan.elisions.keys().next().value ?? -1;
  }

  /** Units and markers of the collection at `node`, in order; null where it is not elided. */
  of(node: number): Piece[] | null {
    const elision = this.plan.elisions.get(node);
    if (elision === undefined) return null;
    let pieces = this.cache.get(node);
    if (pieces === undefined) {
      pieces = this.build(node, elision);
      this.cache.set(node, pieces);
    }
    return pieces;
  }

  private build(node: number, elision: Elision): Piece[] {
    const { noun } = elision.table;
    const pieces: Piece[] = [];
    for (const { shown, from, to } of segments(elision.shown)) {
      if (!shown) pieces.push({ marker: runMarker(noun, to - from) });
      else for (let unit = from; unit < to; unit++) pieces.push({ unit });
    }
    const words = node === this.noteAt ? noteOf(this.request, noun, this.plan.droppedChars) : null;
    if (words !== null) pieces.push({ marker: words });
    const whole = wholeMarkerOf(elision, this.request);
    if (whole !== null) pieces.push({ marker: whole });
    return pieces;
  }
}
