/** Indented lines below a line may be a list of things, not details of one: then each is an entry of its own. */
import type { Lines } from "../../text/lines.ts";
import { templateKey } from "./template.ts";

/** Lines of one template from which on, and share of all indented lines above which, they are a list. */
const MIN_LIST_LINES = 6;
const LIST_SHARE = 0.7;

/** Lines of a stack trace are alike as well, and stay together. */
const FRAME = /^\s*(?:at |File "|#\d+ |\d+: |from |in |\.{3} |\||[-+] )/;
const FRAME_CHARS = 24;

/**
 * @param from first line below the head of an entry
 * @param to   first line that is not the entry's
 * @returns the lines that begin entries of their own, in order; none where the lines are details
 */
export function listLines(text: string, lines: Lines, from: number, to: number): number[] {
  if (to - from < MIN_LIST_LINES) return [];
  const keys = new Map<number, number[]>();
  let filled = 0;
  for (let line = from; line < to; line++) {
    const start = lines.starts[line] as number;
    const end = lines.ends[line] as number;
    if (start === end) continue;
    filled++;
    const key = templateKey(text, start, end);
    const same = keys.get(key);
    if (same === undefined) keys.set(key, [line]);
    else same.push(line);
  }
  let most: number[] = [];
  for (const same of keys.values()) if (same.length > most.length) most = same;
  if (most.length < MIN_LIST_LINES || most.length < LIST_SHARE * filled) return [];
  const start = lines.starts[most[0] as number] as number;
  return FRAME.test(text.slice(start, start + FRAME_CHARS)) ? [] : most;
}
