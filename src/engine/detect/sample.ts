/**
 * The part of an input that recognisers look at: its first lines and a few windows further on, each line clipped.
 * Its size has a limit, so detection takes the same time for 1 MB and for 16 MB.
 */

/** Lines read from the start of the input. */
const HEAD_LINES = 300;
/** Windows spread over the rest of the input, the last one at its end, and the lines read in each. */
const WINDOWS = 6;
const WINDOW_LINES = 40;
/** Characters kept of a line: enough for every pattern that looks at a line's start. */
export const CLIP_CHARS = 600;
/** How far a window looks for the start of its first line; lines longer than that are in the head or unseen. */
const SEEK_CHARS = 1 << 16;

export interface Sample {
  /** The whole input, without a byte order mark. */
  readonly text: string;
  /** Sampled lines in order, without their line ends. */
  readonly lines: readonly string[];
  /** The sampled lines that hold more than blanks. */
  readonly filled: readonly string[];
  /** Whether `lines` is the whole input (clipped lines aside). */
  readonly complete: boolean;
}

/** Offset of the last lines of `text`, or of a place in a line longer than that is looked for. */
function lastLines(text: string, limit: number): number {
  let at = text.endsWith("\n") ? text.length - 1 : text.length;
  for (let n = 0; n < limit && at > 0; n++) {
    const newline = text.lastIndexOf("\n", at - 1);
    if (newline < 0 || text.length - newline > SEEK_CHARS)
      return n === 0 ? Math.max(0, text.length - SEEK_CHARS) : at + 1;
    at = newline;
  }
  return at <= 0 ? 0 : at + 1;
}

/** Appends up to `limit` lines from `from` on; returns the offset behind the last one. */
function readLines(text: string, from: number, limit: number, out: string[]): number {
  let at = from;
  for (let n = 0; n < limit && at < text.length; n++) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline;
    const stop = end > at && text.charCodeAt(end - 1) === 13 ? end - 1 : end;
    out.push(text.slice(at, Math.min(stop, at + CLIP_CHARS)));
    at = newline < 0 ? text.length : newline + 1;
  }
  return at;
}

export function sampleOf(input: string): Sample {
  const text = input.charCodeAt(0) === 0xfeff ? input.slice(1) : input;
  const lines: string[] = [];
  let at = readLines(text, 0, HEAD_LINES, lines);
  const complete = at >= text.length;
  if (!complete) {
    const step = Math.floor((text.length - at) / WINDOWS);
    for (let w = 1; w < WINDOWS && at < text.length; w++) {
      const target = at + step;
      const newline = target === at ? at - 1 : text.indexOf("\n", target);
      if (target !== at && (newline < 0 || newline - target > SEEK_CHARS)) continue;
      at = readLines(text, newline + 1, WINDOW_LINES, lines);
    }
    readLines(text, Math.max(at, lastLines(text, WINDOW_LINES)), WINDOW_LINES, lines);
  }
  return { text, lines, filled: lines.filter((l) => /\S/.test(l)), complete };
}

/** Share (0..1) of `lines` for which `is` holds; 0 for no lines. */
export function share(lines: readonly string[], is: (line: string) => boolean): number {
  let n = 0;
  for (const line of lines) if (is(line)) n++;
  return lines.length === 0 ? 0 : n / lines.length;
}
