/**
 * Reads search results: `path:12:text` (grep, ripgrep) with `path-11-context`, the same grouped under a path that
 * stands alone, or numbered lines of one file. A path ends at the first `:number:`; one that holds dates, dashes or
 * numbers is read whole.
 */
import { type Lines, splitLines } from "../../text/lines.ts";
import type { Checkpoint } from "../contract.ts";

export interface Results {
  readonly text: string;
  readonly lines: Lines;
  /** Paths in order of appearance. */
  readonly files: readonly string[];
  /** One entry per unit, a unit being a line that is a hit, context, or a remark of the tool. */
  readonly line: Int32Array;
  /** Index of the unit's file; -1 for a remark. */
  readonly file: Int32Array;
  /** Where `12:text` starts; the line's start for a remark. */
  readonly numbered: Int32Array;
  /** Where the found text starts. */
  readonly found: Int32Array;
  readonly hasContext: boolean;
}

const HIT = /^((?:[A-Za-z]:(?=[\\/]))?[^:]{1,400}?):(\d{1,9}):/;
const NUMBERED = /^\d{1,9}[:-]/;
/** Most characters of a line that can matter for its path and number. */
const HEAD_CHARS = 420;
const NO_FILE = "";

/** The results, or null where a line can be neither. */
export function parseResults(text: string, checkpoint: Checkpoint): Results | null {
  const lines = splitLines(text);
  const files: string[] = [];
  const ids = new Map<string, number>();
  const [line, file, numbered, found]: [number[], number[], number[], number[]] = [[], [], [], []];
  let hasContext = false;
  let hits = 0;
  const fileId = (path: string): number => {
    const known = ids.get(path);
    if (known !== undefined) return known;
    ids.set(path, files.length);
    return files.push(path) - 1;
  };
  const add = (at: number, id: number, from: number, textFrom: number): void => {
    line.push(at);
    file.push(id);
    numbered.push(from);
    found.push(textFrom);
  };

  /** File under whose heading the lines stand; null in results that repeat their path. */
  let heading: number | null = null;
  let last: string | null = null;
  for (let i = 0; i < lines.count; i++) {
    if (i % 1024 === 0) checkpoint();
    const start = lines.starts[i] ?? 0;
    const end = lines.ends[i] ?? 0;
    if (end === start) {
      heading = null;
      continue;
    }
    const head = text.slice(start, Math.min(end, start + HEAD_CHARS));
    if (head === "--") continue;
    const grouped = NUMBERED.exec(head);
    if (
      grouped !== null &&
      (heading !== null || (files.length === 0 && last === null) || files[0] === NO_FILE)
    ) {
      const id: number = heading ?? fileId(NO_FILE);
      if (head[grouped[0].length - 1] === "-") hasContext = true;
      else hits++;
      add(i, id, start, start + grouped[0].length);
      continue;
    }
    const hit = HIT.exec(head);
    if (hit !== null) {
      last = hit[1] ?? "";
      const at = start + last.length + 1;
      add(i, fileId(last), at, at + (hit[2] ?? "").length + 1);
      hits++;
      heading = null;
      continue;
    }
    const context = contextOf(head, last) ?? contextOf(head, nextPath(i));
    if (context !== null) {
      add(i, fileId(context.path), start + context.path.length + 1, start + context.length);
      hasContext = true;
      continue;
    }
    // A numbered line whose file is not known would be taken for one of the file above.
    if (grouped !== null && files.length > 0) return null;
    const next = i + 1 < lines.count ? text.slice(lines.starts[i + 1], (lines.starts[i + 1] ?? 0) + 12) : "";
    const whole = end - start <= HEAD_CHARS;
    if (whole && NUMBERED.test(next) && (i === 0 || lines.ends[i - 1] === lines.starts[i - 1])) {
      heading = fileId(head);
      continue;
    }
    add(i, -1, start, start);
  }
  if (hits === 0) return null;
  return {
    text,
    lines,
    files,
    line: Int32Array.from(line),
    file: Int32Array.from(file),
    numbered: Int32Array.from(numbered),
    found: Int32Array.from(found),
    hasContext,
  };

  /** Path of the first hit within the next lines: context before a hit names its file too. */
  function nextPath(from: number): string | null {
    for (let i = from + 1; i < Math.min(lines.count, from + 64); i++) {
      const start = lines.starts[i] ?? 0;
      const hit = HIT.exec(text.slice(start, Math.min(lines.ends[i] ?? 0, start + HEAD_CHARS)));
      if (hit !== null) return hit[1] ?? null;
    }
    return null;
  }
}

/** `path-12-` at the start of a line, for a path that is known. */
function contextOf(head: string, path: string | null): { path: string; length: number } | null {
  if (path === null || !head.startsWith(`${path}-`)) return null;
  const number = /^\d{1,9}-/.exec(head.slice(path.length + 1));
  return number === null ? null : { path, length: path.length + 1 + number[0].length };
}
