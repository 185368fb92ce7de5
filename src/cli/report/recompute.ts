/** One original with the view that it had: recomputed, since views are not stored. */
import type { RetrieveHint } from "../../engine/contract.ts";
import type { Recovery } from "../../recovery/contract.ts";
import type { Stored } from "../../store/maintenance/stored.ts";
import { align } from "./align.ts";
import { type Alignment, type MarkerSpan, markersOf } from "./parts.ts";

export interface Recomputed {
  readonly view: string;
  readonly contentType: string;
  readonly method: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** The view has as many tokens as the one that was shown: it is that view, as far as can be told. */
  readonly asShown: boolean;
  readonly markers: readonly MarkerSpan[];
  readonly alignment: Alignment | null;
}

/** Whoever asked for the view decides its note; the tool's is the usual one. */
const HINTS: readonly RetrieveHint[] = ["tool", "command", "none"];

/**
 * @param recovery prepared for the text
 * @param ask as the caller gave it then; neither is stored
 */
export function recompute(
  recovery: Pick<Recovery, "simulate">,
  text: string,
  stored: Stored | null,
  ask: { readonly query?: string; readonly type?: string },
): Recomputed {
  const outcomes = HINTS.map((hint) => () => recovery.simulate(text, { ...ask, hint }));
  let outcome = outcomes[0]?.() ?? recovery.simulate(text, ask);
  const isAsShown = () => stored !== null && stored.tokensAfter === outcome.tokens_after;
  for (const next of outcomes.slice(1)) {
    if (stored === null || isAsShown()) break;
    const other = next();
    if (other.tokens_after === stored.tokensAfter) outcome = other;
  }
  const { output: view } = outcome;
  return {
    view,
    contentType: outcome.content_type,
    method: outcome.method,
    tokensBefore: outcome.tokens_before,
    tokensAfter: outcome.tokens_after,
    asShown: isAsShown(),
    markers: markersOf(view),
    alignment: align(text, view),
  };
}
