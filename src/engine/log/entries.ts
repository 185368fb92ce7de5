/**
 * Cuts a log into entries: a line with what belongs to it (stack trace, indented details, wrapped message). Every
 * character belongs to exactly one entry; blank lines belong to the entry above them.
 */
import { type Lines, splitLines } from "../../text/lines.ts";
import type { Checkpoint } from "../contract.ts";
import { listLines } from "./lists.ts";
import { TimeReader, type TimeSpan } from "./time.ts";
import { isAttached, isOwnEntry, namesException, openReport, type Report } from "./traces.ts";

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

/** Lines of which the share with a time decides whether lines without one continue the entry above. */
const PROBED_LINES = 400;
const TIMED_SHARE = 0.5;
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

/** Whether most lines that could begin an entry begin with a time. */
function isTimed(text: string, lines: Lines, reader: TimeReader): boolean {
  const step = Math.max(1, Math.floor(lines.count / PROBED_LINES));
  let timed = 0;
  let others = 0;
  for (let line = 0; line < lines.count; line += step) {
    const start = lines.starts[line] as number;
    const end = lines.ends[line] as number;
    if (isBlankLine(text, start, end)) continue;
    if (reader.read(text, start, end) !== null) timed++;
    else if (indentOf(text, start, end) === 0) others++;
  }
  return timed > 0 && timed >= TIMED_SHARE * (timed + others);
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

export function cutEntries(text: string, checkpoint: Checkpoint): Entries {
  const lines = splitLines(text);
  const reader = new TimeReader();
  const timedLog = isTimed(text, lines, reader);
  const heads: number[] = [];
  /** Per head: start and end of its time, start of what follows it. */
  const times: number[] = [];
  /** Heads whose lines belong together whatever they look like: reports, entries with a time. */
  const closed: boolean[] = [];
  const current = new Current();

  /** Whether `line` continues the entry above it. */
  const continues = (line: string, indent: number, time: TimeSpan | null): boolean => {
    if (heads.length === 0) return false;
    if (current.report !== null) {
      if (current.takes(line, time !== null)) return true;
      current.report = null;
    }
    if (isAttached(line.trimStart())) return true;
    if (time !== null) return indent > 0 && !isOwnEntry(line) && /^\s+(?:at |File "|\.{3} |\|)/.test(line);
    if (indent > current.indent && !isOwnEntry(line)) return true;
    // TAP: the verdict of the subtest that is named above it.
    if (/^\s*# Subtest: /.test(current.line) && /^\s*(?:not )?ok \d/.test(line)) return true;
    if (!timedLog || indent > 0) return false;
    if (namesException(line)) return true;
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
    const time = reader.read(text, start, end);
    const body = time === null ? start : time.rest;
    const line = text.slice(body, Math.min(end, body + LOOKED_AT));
    const indent = indentOf(text, body, end);
    if (!continues(line, indent, time)) {
      heads.push(i);
      times.push(time === null ? 0 : time.start, time === null ? 0 : time.end, body);
      current.open(line, time === null ? indent : 0);
      closed.push(current.report !== null || time !== null);
    }
  }
  for (let e = 0, n = heads.length; e < n; e++) {
    if (closed[e] === true) continue;
    const first = (heads[e] as number) + 1;
    for (const line of listLines(text, lines, first, heads[e + 1] ?? lines.count)) {
      heads.push(line);
      times.push(0, 0, lines.starts[line] as number);
    }
  }
  const count = heads.length;
  const order = Array.from(heads.keys());
  if (count > closed.length) order.sort((a, b) => (heads[a] as number) - (heads[b] as number));
  const pick = (offset: number): Int32Array =>
    Int32Array.from({ length: count }, (_, e) => times[3 * (order[e] as number) + offset] as number);
  return {
    lines,
    count,
    // Blank lines at the very start belong to the first entry.
    firstLine: Int32Array.from({ length: count + 1 }, (_, e) =>
      e === 0 ? 0 : (heads[order[e] ?? -1] ?? lines.count),
    ),
    headLine: Int32Array.from(order, (at) => heads[at] as number),
    timeStart: pick(0),
    timeEnd: pick(1),
    bodyStart: pick(2),
    allSingle: count === lines.count,
  };
}
