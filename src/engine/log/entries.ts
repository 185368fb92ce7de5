/**
 * Cuts a log into entries: a line with what belongs to it (stack trace, indented details, wrapped message). Every
 * character belongs to exactly one entry; blank lines belong to the entry above them.
 */
import { type Lines, splitLines } from "../../text/lines.ts";
import type { Checkpoint } from "../contract.ts";
import { listLines } from "./lists.ts";
import { timesOf } from "./time.ts";
import { isAttached, isFrame, isOwnEntry, openReport, type Report } from "./traces.ts";

export interface Entries {
  readonly lines: Lines;
  readonly count: number;
  /** First line of each entry, and at `count` the number of lines. */
  readonly firstLine: Int32Array;
  /** The line that opens each entry: its first one, but for blank lines at the very start. */
  readonly headLine: Int32Array;
  /** The time that an entry begins with; start 0 and end 0 where there is none. */
  readonly timeStart: Int32Array;
  readonly timeEnd: Int32Array;
  /** Where an entry's first line goes on behind its time. */
  readonly bodyStart: Int32Array;
  /** Whether each entry is one line (its line end aside). */
  readonly allSingle: boolean;
}

/** More entries are a few letters each, and would take more memory than a view of them is worth. */
export const MAX_ENTRIES = 2_000_000;

/** Lines without a time that may follow one entry; more of them are not its message. */
const MAX_WRAPPED_LINES = 500;
/** Characters of a line that are looked at to decide where it belongs. */
const LOOKED_AT = 240;
const CHECK_EVERY = 2048;

function indentOf(text: string, start: number, end: number): number {
  let indent = 0;
  for (let at = start; at < end; at++) {
    const c = text.charCodeAt(at);
    if (c === 0x20) indent++;
    else if (c === 0x09) indent += 4;
    else break;
  }
  return indent;
}

function isBlankLine(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (text.charCodeAt(at) > 0x20) return false;
  return true;
}

/** Whether at least half of the lines that could begin an entry begin with a time. */
function isTimed(text: string, lines: Lines, timeEnd: Int32Array): boolean {
  let timed = 0;
  let others = 0;
  for (let line = 0; line < lines.count; line++) {
    const start = lines.starts[line] as number;
    if (timeEnd[line] !== 0) timed++;
    else if (start < (lines.ends[line] as number) && text.charCodeAt(start) > 0x20) others++;
  }
  return timed > 0 && timed >= others;
}

/** Keeps what is needed to say whether the next line belongs to the current entry. */
class Current {
  indent = 0;
  line = "";
  wrapped = 0;
  report: Report | null = null;
  /** Whether the lines of the report carry times themselves, as in the logs of CI runners; unknown at first. */
  #timedReport: boolean | null = null;

  /** Whether the open report goes on with `line`. */
  takes(line: string, timed: boolean): boolean {
    this.#timedReport ??= timed;
    return this.#timedReport === timed && this.report?.continues(line) === true;
  }

  open(line: string, indent: number): void {
    this.line = line;
    this.indent = indent;
    this.wrapped = 0;
    this.report = openReport(line);
    this.#timedReport = null;
  }
}

/** How a line begins an entry: `whole` ones keep their lines whatever they look like (reports, entries with a time). */
const Head = { open: 1, whole: 2 } as const;

/** Makes the lines of lists below entries entries of their own. */
function openLists(text: string, lines: Lines, heads: Uint8Array): void {
  const next = (from: number): number => {
    let line = from;
    while (line < heads.length && heads[line] === 0) line++;
    return line;
  };
  for (let head = next(0); head < heads.length; ) {
    const after = next(head + 1);
    if (heads[head] === Head.open) {
      for (const line of listLines(text, lines, head + 1, after)) heads[line] = Head.open;
    }
    head = after;
  }
}

/** From this many lines an entry on, indentation is a text's own structure, and says nothing about what belongs together. */
const NESTED_LINES = 40;

/** The entries of a text that is no log: its lines, where entries would swallow too many of them. */
export function cutTextEntries(text: string, checkpoint: Checkpoint): Entries {
  const entries = cutEntries(text, checkpoint);
  return entries.lines.count < NESTED_LINES * entries.count ? entries : cutEntries(text, checkpoint, true);
}

/** @param flat whether every line that is not blank is an entry of its own */
export function cutEntries(text: string, checkpoint: Checkpoint, flat = false): Entries {
  const lines = splitLines(text);
  const { timeStart, timeEnd, bodyStart } = timesOf(text, lines, checkpoint);
  const timedLog = isTimed(text, lines, timeEnd);
  const n = lines.count;
  /** Per line whether an entry begins there. */
  const heads = new Uint8Array(n);
  let any = false;
  const current = new Current();

  /** Whether `line` continues the entry above it. */
  const continues = (line: string, indent: number, timed: boolean): boolean => {
    if (!any || flat) return false;
    if (current.report !== null) {
      if (current.takes(line, timed)) return true;
      current.report = null;
    }
    if (isAttached(line.trimStart())) return true;
    if (timed) return indent > 0 && !isOwnEntry(line) && isFrame(line);
    if (indent > current.indent && !isOwnEntry(line)) return true;
    // TAP: the verdict of the subtest that is named above it.
    if (/^\s*# Subtest: /.test(current.line) && /^\s*(?:not )?ok \d/.test(line)) return true;
    if (!timedLog || indent > 0) return false;
    return ++current.wrapped <= MAX_WRAPPED_LINES;
  };

  for (let i = 0; i < lines.count; i++) {
    if (i % CHECK_EVERY === 0) checkpoint();
    const start = lines.starts[i] as number;
    const end = lines.ends[i] as number;
    if (isBlankLine(text, start, end)) {
      if (current.report?.continues("") === false) current.report = null;
      continue;
    }
    const timed = timeEnd[i] !== 0;
    const body = bodyStart[i] as number;
    const line = text.slice(body, Math.min(end, body + LOOKED_AT));
    const indent = indentOf(text, body, end);
    if (continues(line, indent, timed)) continue;
    any = true;
    current.open(line, timed ? 0 : indent);
    heads[i] = current.report !== null || timed ? Head.whole : Head.open;
  }
  openLists(text, lines, heads);

  // Entries are numbered from here on: all arrays are compacted in place.
  const headLine = new Int32Array(n);
  let count = 0;
  for (let i = 0; i < n; i++) {
    if (heads[i] === 0) continue;
    headLine[count] = i;
    timeStart[count] = timeStart[i] as number;
    timeEnd[count] = timeEnd[i] as number;
    bodyStart[count] = bodyStart[i] as number;
    count++;
  }
  const firstLine = new Int32Array(count + 1);
  firstLine.set(headLine.subarray(0, count));
  firstLine[count] = n;
  // Blank lines at the very start belong to the first entry.
  firstLine[0] = count === 0 ? n : 0;
  return {
    lines,
    count,
    firstLine,
    headLine: headLine.subarray(0, count),
    timeStart: timeStart.subarray(0, count),
    timeEnd: timeEnd.subarray(0, count),
    bodyStart: bodyStart.subarray(0, count),
    allSingle: count === n,
  };
}
