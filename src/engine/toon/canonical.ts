/**
 * The one spelling of a JSON text that a TOON round trip is compared with: whitespace gone, string escapes as
 * `JSON.stringify` writes them (so that `\u00e9` equals `é`), numbers and the order and number of keys untouched.
 */

/** Nesting that the TOON library survives with a wide margin (it overflows the stack above 1,000). */
export const MAX_TOON_DEPTH = 200;

export type Canonical =
  | { readonly text: string; readonly respelled: boolean }
  | { readonly reason: "depth" | "invalid" };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const WHITESPACE = /[ \t\n\r]+/g;
const NUMBER = /-?\d[\d.eE+-]*/g;

/** Offset just behind the string that opens at `start`; the length of `json` where it never closes. */
function stringEnd(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    at += code === BACKSLASH ? 2 : 1;
  }
  return json.length;
}

/** Whether a double written back by JavaScript is spelled as in `lexeme`: false for 1.10, -0, 1e400 and 2^53+1. */
export function isPlainNumber(lexeme: string): boolean {
  return String(Number(lexeme)) === lexeme;
}

/**
 * @param json a text that `JSON.parse` accepts
 * @returns its canonical text, and whether some number in it would be respelled by JavaScript
 */
export function canonicalJson(json: string): Canonical {
  const parts: string[] = [];
  let depth = 0;
  let respelled = false;
  let from = 0;
  const structure = (to: number): boolean => {
    const text = json.slice(from, to).replace(WHITESPACE, "");
    for (let i = 0; i < text.length; i++) {
      const c = text[i];
      if (c === "[" || c === "{") depth++;
      else if (c === "]" || c === "}") depth--;
      if (depth > MAX_TOON_DEPTH) return false;
    }
    for (const [lexeme] of text.matchAll(NUMBER)) respelled ||= !isPlainNumber(lexeme);
    parts.push(text);
    return true;
  };
  for (let quote = json.indexOf('"'); quote >= 0; quote = json.indexOf('"', from)) {
    if (!structure(quote)) return { reason: "depth" };
    from = stringEnd(json, quote);
    const literal = json.slice(quote, from);
    parts.push(literal.includes("\\") ? JSON.stringify(JSON.parse(literal)) : literal);
  }
  if (!structure(json.length)) return { reason: "depth" };
  return { text: parts.join(""), respelled };
}
