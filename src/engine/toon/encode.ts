/**
 * JSON to TOON behind a gate: the output is decoded again and compared with the input, value by value, numbers as
 * they are spelled. What does not survive comes back unchanged with the reason.
 */
import { encode } from "@toon-format/toon";
import { isWellFormed } from "../../text/well-formed.ts";
import { canonicalJson, MAX_TOON_DEPTH } from "./canonical.ts";
import { decodeToon } from "./decode.ts";

export interface ToonEncoding {
  /** TOON, or the input itself. */
  readonly output: string;
  readonly encoded: boolean;
  /** Only where nothing was encoded: `not encoded: ` and why. */
  readonly note?: string;
}

/**
 * Re-encodes one JSON text as TOON without loss, whether or not that is shorter.
 * @param json JSON text; anything else is returned unchanged
 */
export function encodeToon(json: string): ToonEncoding {
  const refuse = (why: string): ToonEncoding => ({
    output: json,
    encoded: false,
    note: `not encoded: ${why}`,
  });
  if (!isWellFormed(json)) return refuse("the input holds half a surrogate pair, which TOON cannot carry");
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return refuse("the input is not valid JSON");
  }
  const before = canonicalJson(json);
  if ("reason" in before) return refuse(`the input is nested deeper than ${MAX_TOON_DEPTH} levels`);
  if (before.respelled) return refuse("a number would not keep its spelling (such as 1.10, -0 or 1e400)");
  let output: string;
  let after: string;
  try {
    output = encode(value);
    after = decodeToon(output);
  } catch {
    return refuse("the TOON form could not be read back");
  }
  if (after === before.text) return { output, encoded: true };
  if (after.length < before.text.length) return refuse("a key occurs twice in one object");
  return refuse("the keys of an object would change their order");
}
