/**
 * A strict, non-recursive scanner over the bytes of JSON. Nothing is decoded or built, so numbers,
 * key order, duplicates and escapes stay exactly as they were written, and depth costs one byte a level.
 * UTF-8 validity is the caller's to check (node:buffer `isUtf8`).
 */

/** Half-open range of bytes. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

/** `at` is the byte where reading stopped. The text never quotes what was read. */
export class JsonSyntaxError extends Error {
  override readonly name = "JsonSyntaxError";
  constructor(readonly at: number) {
    super(`not JSON: reading stopped at byte ${at}`);
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
export const OPEN_ARRAY = 0x5b;
export const CLOSE_ARRAY = 0x5d;
export const COMMA = 0x2c;
const COLON = 0x3a;

const LITERALS = new Map<number, Uint8Array>(
  ["true", "false", "null"].map((word) => [
    word.charCodeAt(0),
    Uint8Array.from(word, (c) => c.charCodeAt(0)),
  ]),
);

/** The first byte at or behind `i` that is no JSON white space. */
export function skipSpace(b: Uint8Array, i: number): number {
  let at = i;
  for (;;) {
    const c = b[at];
    if (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09) return at;
    at++;
  }
}

function isDigit(c: number | undefined): boolean {
  return c !== undefined && c >= 0x30 && c <= 0x39;
}

function isHex(c: number | undefined): boolean {
  return isDigit(c) || (c !== undefined && ((c >= 0x41 && c <= 0x46) || (c >= 0x61 && c <= 0x66)));
}

/** End of the string whose opening quote is at `i`. */
export function skipString(b: Uint8Array, i: number): number {
  if (b[i] !== QUOTE) throw new JsonSyntaxError(i);
  let at = i + 1;
  for (;;) {
    const c = b[at];
    if (c === QUOTE) return at + 1;
    if (c === undefined || c < 0x20) throw new JsonSyntaxError(at);
    if (c !== BACKSLASH) {
      at++;
      continue;
    }
    const escaped = b[at + 1];
    if (escaped === 0x75) {
      for (let k = 2; k < 6; k++) if (!isHex(b[at + k])) throw new JsonSyntaxError(at);
      at += 6;
    } else if (
      escaped === QUOTE ||
      escaped === BACKSLASH ||
      escaped === 0x2f ||
      escaped === 0x62 ||
      escaped === 0x66 ||
      escaped === 0x6e ||
      escaped === 0x72 ||
      escaped === 0x74
    ) {
      at += 2;
    } else throw new JsonSyntaxError(at);
  }
}

function skipDigits(b: Uint8Array, i: number): number {
  let at = i;
  while (isDigit(b[at])) at++;
  if (at === i) throw new JsonSyntaxError(i);
  return at;
}

function skipNumber(b: Uint8Array, i: number): number {
  let at = b[i] === 0x2d ? i + 1 : i;
  at = b[at] === 0x30 ? at + 1 : skipDigits(b, at);
  if (b[at] === 0x2e) at = skipDigits(b, at + 1);
  if (b[at] === 0x65 || b[at] === 0x45) {
    at++;
    if (b[at] === 0x2b || b[at] === 0x2d) at++;
    at = skipDigits(b, at);
  }
  return at;
}

function skipScalar(b: Uint8Array, i: number): number {
  const c = b[i];
  if (c === QUOTE) return skipString(b, i);
  const literal = c === undefined ? undefined : LITERALS.get(c);
  if (literal === undefined) return skipNumber(b, i);
  for (let k = 0; k < literal.length; k++) if (b[i + k] !== literal[k]) throw new JsonSyntaxError(i + k);
  return i + literal.length;
}

/** From the opening quote of a key to the first byte of its value. */
export function skipKey(b: Uint8Array, i: number): number {
  const colon = skipSpace(b, skipString(b, i));
  if (b[colon] !== COLON) throw new JsonSyntaxError(colon);
  return skipSpace(b, colon + 1);
}

/**
 * End of the value that starts at `i`. Checks everything inside.
 * @throws JsonSyntaxError
 */
export function skipValue(b: Uint8Array, i: number): number {
  /** One byte for each open container: its closing bracket. */
  let open = new Uint8Array(64);
  let depth = 0;
  let at = i;
  for (;;) {
    const c = b[at];
    if (c === OPEN_OBJECT || c === OPEN_ARRAY) {
      const close = c + 2;
      const first = skipSpace(b, at + 1);
      if (b[first] === close) at = first + 1;
      else {
        if (depth === open.length) {
          const grown = new Uint8Array(depth * 2);
          grown.set(open);
          open = grown;
        }
        open[depth++] = close;
        at = c === OPEN_OBJECT ? skipKey(b, first) : first;
        continue;
      }
    } else at = skipScalar(b, at);
    for (;;) {
      if (depth === 0) return at;
      at = skipSpace(b, at);
      const close = open[depth - 1];
      if (b[at] === COMMA) {
        at = skipSpace(b, at + 1);
        if (close === CLOSE_OBJECT) at = skipKey(b, at);
        break;
      }
      if (b[at] !== close) throw new JsonSyntaxError(at);
      depth--;
      at++;
    }
  }
}

export function isObjectAt(b: Uint8Array, at: number): boolean {
  return b[at] === OPEN_OBJECT;
}

export function isArrayAt(b: Uint8Array, at: number): boolean {
  return b[at] === OPEN_ARRAY;
}

export function isStringAt(b: Uint8Array, at: number): boolean {
  return b[at] === QUOTE;
}

/**
 * Extent of the one value that is the whole of `b`, or null where `b` is no single JSON value.
 */
export function wholeValue(b: Uint8Array): Extent | null {
  try {
    const start = skipSpace(b, 0);
    const end = skipValue(b, start);
    return skipSpace(b, end) === b.length ? { start, end } : null;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return null;
    throw error;
  }
}
