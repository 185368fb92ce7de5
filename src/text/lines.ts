/** Lines of a text as offsets. A line ends at `\n`; a `\r` before it belongs to the line's end, not to its content. */

export interface Lines {
  readonly count: number;
  readonly starts: Int32Array;
  /** Without the line's end. */
  readonly ends: Int32Array;
}

/** All lines; text behind the last `\n` is a line only if it is not empty. */
export function splitLines(text: string, from = 0, to = text.length): Lines {
  let count = 0;
  for (let at = from; at < to; count++) {
    const end = text.indexOf("\n", at);
    at = end < 0 || end >= to ? to : end + 1;
  }
  const starts = new Int32Array(count);
  const ends = new Int32Array(count);
  for (let i = 0, at = from; i < count; i++) {
    const found = text.indexOf("\n", at);
    const end = found < 0 || found >= to ? to : found;
    starts[i] = at;
    ends[i] = end > at && end < to && text.charCodeAt(end - 1) === 0x0d ? end - 1 : end;
    at = end + 1;
  }
  return { count, starts, ends };
}

/** The first `n` lines, line ends included: enough to see that a text is of another kind, without cutting all of it. */
export function firstLines(text: string, n: number): string {
  let at = 0;
  for (let line = 0; line < n; line++) {
    const end = text.indexOf("\n", at);
    if (end < 0) return text;
    at = end + 1;
  }
  return text.slice(0, at);
}
