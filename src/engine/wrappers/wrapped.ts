/** What tools and agents put around a text: the text inside, and the way back to the original. */

export interface Wrapped {
  /** The text without its wrapper. */
  readonly inner: string;
  /** The original with `view` in place of `inner`; null where the view cannot stand there truthfully. */
  rewrap(view: string): string | null;
  /** Where in the original the character at `offset` of `inner` stands. Rising; `inner.length` maps to the end. */
  outer(offset: number): number;
}

/** A wrapper that is a beginning and an end around `original.slice(from, to)`. */
export function enclosed(original: string, from: number, to: number): Wrapped {
  const head = original.slice(0, from);
  const tail = original.slice(to);
  return {
    inner: original.slice(from, to),
    rewrap: (view) => {
      // What follows begins on a line of its own, as it did.
      const gap = tail !== "" && !tail.startsWith("\n") && view !== "" && !view.endsWith("\n") ? "\n" : "";
      const body = tail.startsWith("\n") && view.endsWith("\n") ? view.slice(0, -1) : view;
      return head + body + gap + tail;
    },
    outer: (offset) => from + offset,
  };
}
