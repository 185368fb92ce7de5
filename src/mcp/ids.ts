/**
 * Request ids: echoed as they were written (2^53+1, 1.0, "" and 0 included), compared by what they mean,
 * so that a cancellation finds its request even when it spells the id otherwise.
 */
import { TOO_LONG } from "./peek.ts";

export interface Id {
  /** JSON text, spliced into the answer. */
  readonly literal: string;
  /** Equal for ids that mean the same string or the same number. */
  readonly key: string;
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Digits; longer exponents are compared as written, since they do not fit a JS number. */
const MAX_EXPONENT_DIGITS = 12;

/** The id in a literal of Envelope; `none` for absent and null, `invalid` for what JSON-RPC does not allow. */
export function idOf(literal: string | undefined): Id | "none" | "invalid" | "too-long" {
  if (literal === undefined || literal === "null") return "none";
  if (literal === TOO_LONG) return "too-long";
  if (literal.startsWith('"')) return { literal, key: `s${JSON.parse(literal)}` };
  const number = NUMBER.exec(literal);
  return number ? { literal, key: `n${canonical(number)}` } : "invalid";
}

/** `digits e exponent` without leading or trailing zeros: exact for numbers of any size. */
function canonical([text, sign, whole = "", fraction = "", exponent = "0"]: RegExpExecArray): string {
  if (exponent.length > MAX_EXPONENT_DIGITS) return text;
  const digits = (whole + fraction).replace(/^0+/, "");
  if (digits === "") return "0";
  const significant = digits.replace(/0+$/, "");
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
