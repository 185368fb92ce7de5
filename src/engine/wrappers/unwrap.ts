/** Sees through one wrapper. The recognisers are strict: what is not certain to be a wrapper is content. */
import type { Cut, Span } from "../contract.ts";
import { unwrapByteOrderMark, unwrapElement, unwrapFence, unwrapPrompt } from "./enclosed.ts";
import { unwrapGutter } from "./gutter.ts";
import { unwrapRemarks } from "./remarks.ts";
import { unwrapEnvelope, unwrapString } from "./strings.ts";
import type { Wrapped } from "./wrapped.ts";

const UNWRAPPERS: readonly ((text: string) => Wrapped | null)[] = [
  unwrapByteOrderMark,
  unwrapGutter,
  unwrapElement,
  unwrapFence,
  unwrapPrompt,
  unwrapRemarks,
  unwrapString,
  unwrapEnvelope,
];

/** Wrappers around wrappers that are seen through: a gutter in an element in an envelope. */
export const MAX_WRAPPERS = 3;

export function unwrap(text: string): Wrapped | null {
  for (const attempt of UNWRAPPERS) {
    const wrapped = attempt(text);
    if (wrapped !== null && wrapped.inner.trim() !== "") return wrapped;
  }
  return null;
}

/** The text inside all wrappers. */
export function innermost(text: string): string {
  let inner = text;
  for (let depth = 0; depth < MAX_WRAPPERS; depth++) {
    const wrapped = unwrap(inner);
    if (wrapped === null) break;
    inner = wrapped.inner;
  }
  return inner;
}

/** Cuts the text inside all wrappers, and says where in the original its records stand. */
export function cutInside(original: string, cut: (inner: string) => Cut | null, depth = 0): Cut | null {
  const wrapped = depth < MAX_WRAPPERS ? unwrap(original) : null;
  if (wrapped === null) return cut(original);
  const inner = cutInside(wrapped.inner, cut, depth + 1);
  if (inner === null) return null;
  const out = ([from, to]: Span): Span => [wrapped.outer(from), wrapped.outer(to)];
  return {
    header: inner.header === null ? null : out(inner.header),
    records: inner.records.map(out),
    ...(inner.headings === undefined
      ? {}
      : { headings: inner.headings.map((h) => (h === null ? null : out(h))) }),
  };
}
