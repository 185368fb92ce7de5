/** The members of objects and the elements of arrays in bytes of JSON, each where it was written and as it was spelled. */
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COMMA,
  type Extent,
  JsonSyntaxError,
  OPEN_ARRAY,
  OPEN_OBJECT,
  skipKey,
  skipSpace,
  skipString,
  skipValue,
} from "../../text/json-bytes.ts";

export interface Member {
  /** The key as decoded text. */
  readonly key: string;
  readonly keyExtent: Extent;
  readonly value: Extent;
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of a string literal; lone surrogates come out as they were escaped. */
export function decodeString(b: Uint8Array, extent: Extent): string {
  const literal = UTF8.decode(b.subarray(extent.start, extent.end));
  return literal.includes("\\") ? (JSON.parse(literal) as string) : literal.slice(1, -1);
}

/** The literal of a value as text. */
export function literalOf(b: Uint8Array, extent: Extent): string {
  return UTF8.decode(b.subarray(extent.start, extent.end));
}

/**
 * The members of the object that starts at `at`, in order, duplicates included.
 * @throws JsonSyntaxError
 */
export function* membersOf(b: Uint8Array, at: number): Generator<Member> {
  if (b[at] !== OPEN_OBJECT) throw new JsonSyntaxError(at);
  let i = skipSpace(b, at + 1);
  if (b[i] === CLOSE_OBJECT) return;
  for (;;) {
    const keyExtent = { start: i, end: skipString(b, i) };
    const start = skipKey(b, i);
    const end = skipValue(b, start);
    yield { key: decodeString(b, keyExtent), keyExtent, value: { start, end } };
    i = skipSpace(b, end);
    if (b[i] === CLOSE_OBJECT) return;
    if (b[i] !== COMMA) throw new JsonSyntaxError(i);
    i = skipSpace(b, i + 1);
  }
}

/**
 * The elements of the array that starts at `at`.
 * @throws JsonSyntaxError
 */
export function* elementsOf(b: Uint8Array, at: number): Generator<Extent> {
  if (b[at] !== OPEN_ARRAY) throw new JsonSyntaxError(at);
  let i = skipSpace(b, at + 1);
  if (b[i] === CLOSE_ARRAY) return;
  for (;;) {
    const end = skipValue(b, i);
    yield { start: i, end };
    i = skipSpace(b, end);
    if (b[i] === CLOSE_ARRAY) return;
    if (b[i] !== COMMA) throw new JsonSyntaxError(i);
    i = skipSpace(b, i + 1);
  }
}
