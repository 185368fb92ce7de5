/** The statements about an elided collection: its whole marker with the facts that it may carry, and the note. */

import { utf8Length } from "../text/utf8.ts";
import { Thrift, type ViewRequest } from "./contract.ts";
import { type Elision, segments } from "./elide/elide.ts";
import { chooseFacts, factsOf } from "./facts/facts.ts";
import { NOTE_FROM_CHARS, note, WHOLE_MARKER_BYTES, wholeMarker } from "./markers.ts";

/**
 * A marker's facts may cost a quarter of the tokens that remain saved, which is a fifth of what is saved before they
 * are added. Tokens of dropped units are estimated from the input's mean; the rest is margin for that.
 */
const FACT_SHARE = 0.18;
/** Tokens of a run marker, of a whole marker's frame, and of the note, quoted and separated. */
const RUN_TOKENS = 16;
const FRAME_TOKENS = 20;
const NOTE_TOKENS = 40;
/** Bytes of facts under a tight budget: the weightiest two or three. */
const THRIFTY_BYTES = 160;

/** Where there is no budget, it is a match of the query that needs the facts' place. */
const thriftyBytes = ({ query, budget }: ViewRequest): number =>
  query !== "" && budget === Number.POSITIVE_INFINITY ? 0 : THRIFTY_BYTES;

/**
 * `… N units in all, M elided (caveman): FACTS …`; null where there is nothing to say that run markers do not say.
 * @param forbid a character that the surrounding format cannot carry
 */
export function wholeMarkerOf(elision: Elision, request: ViewRequest, forbid = ""): string | null {
  const { table, profiles, dropped } = elision;
  const thrift = request.thrift ?? Thrift.none;
  const frame = utf8Length(wholeMarker(table.noun, table.count, dropped)) + 2;
  const tokensPerChar = request.inputTokens / Math.max(1, request.input.length);
  const runs = segments(elision.shown).filter((segment) => !segment.shown).length;
  const saved = elision.droppedChars * tokensPerChar - runs * RUN_TOKENS - FRAME_TOKENS - NOTE_TOKENS;
  const facts = chooseFacts(factsOf(table.text, profiles, forbid), {
    bytes: thrift < Thrift.facts ? WHOLE_MARKER_BYTES - frame : thriftyBytes(request),
    tokens: Math.floor(saved * FACT_SHARE),
    countTokens: request.countTokens,
  });
  return facts === "" ? null : wholeMarker(table.noun, table.count, dropped, facts);
}

/**
 * The note, where enough was dropped and no text around this one carries it already. A caller who gave a query gets
 * the units that match it in the note's place.
 */
export function noteOf(request: ViewRequest, units: string, droppedChars: number): string | null {
  if (droppedChars < NOTE_FROM_CHARS || request.quiet === true || request.query !== "") return null;
  return (request.thrift ?? Thrift.none) < Thrift.note ? note(units, request.hint) : null;
}
