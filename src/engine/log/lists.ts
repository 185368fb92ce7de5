/** Indented lines below a line may be a list of things, not details of one: then each is an entry of its own. */
import type { Lines } from "../../text/lines.ts";

/** Lines alike from which on, and share of all lines below the entry's first above which, they are a list. */
const MIN_LIST_LINES = 6;
const LIST_SHARE = 0.7;

/** Lines of a stack trace are alike as well, and stay together. */
const FRAME = /^\s*(?:at |File "|#\d+ |\d+: |from |in |\.{3} |\||[-+] )/;
/** Longer lines are no list to be read through. */
const MAX_LIST_CHARS = 400;

const WORD = /[\w$.+~:@%#-]+/g;
const HAS_DIGIT = /\d/;

/** The line without its words that hold a digit: equal for lines alike. */
const shapeOf = (line: string): string => line.replace(WORD, (word) => (HAS_DIGIT.test(word) ? "" : word));

/**
 * @param from first line below the head of an entry
 * @param to   first line that is not the entry's
 * @returns the lines that begin entries of their own, in order; none where the lines are details
 */
export function listLines(text: string, lines: Lines, from: number, to: number): number[] {
  if (to - from < MIN_LIST_LINES) return [];
  const shapes = new Map<string, number[]>();
  let filled = 0;
  for (let line = from; line < to; line++) {
    const start = lines.starts[line] as number;
    const end = lines.ends[line] as number;
    const content = text.slice(start, Math.min(end, start + MAX_LIST_CHARS + 1));
    if (content.trim() === "") continue;
    filled++;
    if (content.length > MAX_LIST_CHARS || FRAME.test(content)) continue;
    const shape = shapeOf(content);
    const same = shapes.get(shape);
    if (same === undefined) shapes.set(shape, [line]);
    else same.push(line);
  }
  for (const same of shapes.values()) {
    if (same.length >= MIN_LIST_LINES && same.length >= LIST_SHARE * filled) return same;
  }
  return [];
}
