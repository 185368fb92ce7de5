/** Finds the time that a log line begins with, in the usual forms; the form that matched last is tried first. */
import type { Lines } from "../../text/lines.ts";
import type { Checkpoint } from "../contract.ts";

interface TimeSpan {
  /** The time itself, without brackets around it. */
  readonly start: number;
  readonly end: number;
  /** Where the rest of the line begins: behind brackets, colons and one blank. */
  readonly rest: number;
}

const MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
/** A fraction behind a comma is no part of the time: markers could not carry the comma. */
const CLOCK = "\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?";
const COMMA = "(?:,\\d{1,9})?";
const ZONE = "(?: ?(?:Z|UTC|GMT|[+-]\\d\\d:?\\d\\d)(?![\\w:]))?";

/** Each captures the time; what surrounds it is matched as well. */
const FORMS: readonly RegExp[] = [
  // ISO 8601 and its relatives, bracketed or not: 2026-03-14 09:00:00.232, [2026-03-14T09:00:00Z], 2026/03/14 09:00:00
  new RegExp(`[[(<"]?(\\d{4}[-/.]\\d\\d[-/.]\\d\\d[T ,_]{1,2}${CLOCK}${ZONE})${COMMA}[\\])>"]?[:,]? ?`, "y"),
  // syslog and dmesg -T: Mar 14 09:00:07, [Sat Mar 14 09:00:07 2026]
  new RegExp(`[[(<]?((?:[A-Z][a-z]{2} )?${MONTH} [ \\d]\\d ${CLOCK}(?: \\d{4})?)[\\])>]?:? ?`, "y"),
  // web servers, behind the client and user: 10.0.0.1 - - [14/Mar/2026:09:00:00 +0000]
  new RegExp(
    `(?:[^\\s[]{1,64} ){0,3}\\[(\\d{1,2}\\/${MONTH}\\/\\d{4}:\\d\\d:\\d\\d:\\d\\d(?: [+-]\\d{4})?)\\] ?`,
    "y",
  ),
  // a time of day: 09:00:00.123, [09:00:00]
  new RegExp(`[[(<]?(${CLOCK})${COMMA}[\\])>]?:? ?`, "y"),
  // the kernel's ring buffer and epoch seconds or milliseconds
  /\[\s*(\d{1,9}\.\d{3,6})\] ?/y,
  /\[?(1\d{9}(?:\.\d{1,9}|\d{3})?)\]?(?=\s):? ?/y,
  // klog: I0314 09:00:00.123456
  /[IWEF](\d{4} \d\d:\d\d:\d\d\.\d{6}) ?/y,
];

/** What stands before a time in some logs: a container's name (`web_1  | `), a GitHub runner's nothing. */
const PREFIX = /(?:[\w.-]{1,64} +\| |#\d+ )/y;

export class TimeReader {
  #last = 0;

  /** The time near `start`; null where the line does not begin with one. */
  read(text: string, start: number, end: number): TimeSpan | null {
    PREFIX.lastIndex = start;
    const from = PREFIX.test(text) && PREFIX.lastIndex <= end ? PREFIX.lastIndex : start;
    const first = this.#try(this.#last, text, from, end);
    if (first !== null) return first;
    for (let form = 0; form < FORMS.length; form++) {
      if (form === this.#last) continue;
      const found = this.#try(form, text, from, end);
      if (found !== null) {
        this.#last = form;
        return found;
      }
    }
    return null;
  }

  #try(form: number, text: string, from: number, end: number): TimeSpan | null {
    const pattern = FORMS[form] as RegExp;
    pattern.lastIndex = from;
    const found = pattern.exec(text);
    if (found === null || pattern.lastIndex > end) return null;
    const time = found[1] as string;
    const start = from + found[0].lastIndexOf(time);
    return { start, end: start + time.length, rest: pattern.lastIndex };
  }
}

export interface Times {
  /** Per line the time that it begins with; start 0 and end 0 where there is none. */
  readonly timeStart: Int32Array;
  readonly timeEnd: Int32Array;
  /** Where the line goes on behind its time. */
  readonly bodyStart: Int32Array;
}

const CHECK_EVERY = 2048;

/** The times of all lines. */
export function timesOf(text: string, { count, starts, ends }: Lines, checkpoint: Checkpoint): Times {
  const reader = new TimeReader();
  const timeStart = new Int32Array(count);
  const timeEnd = new Int32Array(count);
  const bodyStart = starts.slice();
  for (let i = 0; i < count; i++) {
    if (i % CHECK_EVERY === 0) checkpoint();
    const time = reader.read(text, starts[i] as number, ends[i] as number);
    if (time === null) continue;
    timeStart[i] = time.start;
    timeEnd[i] = time.end;
    bodyStart[i] = time.rest;
  }
  return { timeStart, timeEnd, bodyStart };
}
