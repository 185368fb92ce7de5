/** The markers of one document's collections: what each encoding writes in place of dropped units. */
import type { ViewRequest } from "../contract.ts";
import { type Elision, segments } from "../elide/elide.ts";
import { NOTE_FROM_CHARS, note, runMarker } from "../markers.ts";
import { wholeMarkerOf } from "../whole.ts";
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
    this.noteAt = plan.droppedChars >= NOTE_FROM_CHARS ? Math.min(...plan.elisions.keys()) : -1;
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
    if (node === this.noteAt) pieces.push({ marker: note(noun, this.request.hint) });
    const whole = wholeMarkerOf(elision, this.request);
    if (whole !== null) pieces.push({ marker: whole });
    return pieces;
  }
}
