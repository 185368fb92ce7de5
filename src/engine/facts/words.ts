/**
 * Which names and values the marker grammar can carry. What it cannot carry makes its fact be left out: nothing
 * is ever shortened or escaped, so that a marker has one reading only.
 */
import { utf8Length } from "../../text/utf8.ts";

/** Most bytes of a name or a value. */
export const WORD_BYTES = 40;
/** Most bytes of a value in an enumeration. */
export const ENUMERATED_BYTES = 24;
/** Most bytes of a path in a list of files. */
export const PATH_BYTES = 200;

/** Words of the grammar itself. */
const RESERVED = /^(?:absent|all|present|distinct|range|sum)$/;

/** What would be read as grammar, or could not be seen: separators, quotes, controls, spaces other than U+0020. */
const COLLIDES = /[;,×…"'`\\\p{Cc}\u2028\u2029]|\.\.|caveman|(?! )\s/iu;
const INVISIBLE = /\p{Bidi_Control}|\p{Default_Ignorable_Code_Point}|\p{Cn}|\p{Co}/u;

const NAME = /^[A-Za-z_][A-Za-z0-9_.-]*$/;

/** Names that look like credentials, compared without `_`, `-` and `.`. */
const CREDENTIAL =
  /secret|passw(?:or)?d|passphrase|token|apikey|authorization|cookie|session|privatekey|credential|bearer/;

/** Whether a field of this name may be spoken of: a plain identifier path that is neither grammar nor a credential. */
export function isNameStatable(name: string): boolean {
  if (name.length > WORD_BYTES || !NAME.test(name) || RESERVED.test(name)) return false;
  if (name.includes("..") || /caveman/i.test(name)) return false;
  return !CREDENTIAL.test(name.toLowerCase().replace(/[_.-]/g, ""));
}

/**
 * The value as a marker spells it: bare, or a JSON string where it holds spaces; null where it cannot be told.
 * @param limit  most bytes of the value
 * @param forbid a character that the surrounding format cannot carry (`|` in Markdown tables)
 */
export function statedValue(value: string, limit: number, forbid = ""): string | null {
  if (value === "" || value.length > limit || utf8Length(value) > limit) return null;
  if (COLLIDES.test(value) || RESERVED.test(value) || INVISIBLE.test(value)) return null;
  if (forbid !== "" && value.includes(forbid)) return null;
  return value.includes(" ") ? `"${value}"` : value;
}

/** `A..B` of two stated values; null where a dot of a value stands beside the two and could belong to either side. */
export function statedRange(first: string, last: string): string | null {
  return first.endsWith(".") || last.startsWith(".") ? null : `${first}..${last}`;
}

/** Whether a string reads as a JSON literal, so that a bare spelling would be taken for the literal. */
export function looksLiteral(value: string): boolean {
  return /^(?:null|true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(value);
}
