/** Cuts a log into entries by the rules of docs/reference/logs.md, line by line from above. */
import { linesOf } from "../units.ts";
import { reportAt } from "./reports.ts";
import { timeReader } from "./times.ts";

export interface Line {
  /** Without the line end. */
  readonly text: string;
  readonly time: string | null;
  /** What stands behind the time. */
  readonly rest: string;
}

export interface Entry {
  /** All its lines as they stand, line ends included. */
  readonly text: string;
  /** The line that opens it: the first that is not blank. */
  readonly head: Line;
  /** The lines below the head. */
  readonly below: readonly Line[];
}

const LOOKED_AT = 240;
const WRAPPED = 500;

const ATTACHED =
  /^(?:Caused by: |Suppressed: |\.\.\. \d+ (?:more|common frames)|--- End of (?:inner|stack trace)|at \S+\(|Stack trace:$|End of stack trace)/;
const TIMED_FRAME = /^\s+(?:at |File "|from |---|\.{3} |\|)/;
const STEPS =
  "Compiling|Checking|Finished|Running|Downloaded|Downloading|Fresh|Updating|Blocking|Building|Doc-tests|Packaging|Locking|Adding|Removing|Installing|Installed|Uninstalling|Successfully|Found existing";
const RUNNERS = "FAIL|PASS|RUN|Test Files|Tests|Start at|Duration|Snapshots";
const OWN = new RegExp(
  `^\\s+(?:[│ ]*[├└]|[✓✔√✗✘✕×○●❯↓] ?\\S|\\d+:\\d+\\s+(?:error|warning)\\b|(?:${STEPS}|${RUNNERS}) |(?:not )?ok \\d|(?:---|===) (?:PASS|FAIL|SKIP|RUN)|# Subtest|\\d+ (?:passing|failing|pending|tests?)\\b|\\d+\\) \\S|# \\S+ (?:will|must) be )`,
);
const LIST_FRAME = /^\s*(?:at |File "|#\d+ |\d+: |from |in |\.{3} |\||[-+] )/;
const LIST_LINES = 6;
const LIST_CHARS = 400;

/** Blank are lines of nothing but white space and controls. */
const isBlank = ({ text }: Line): boolean => /^[\x00-\x20]*$/.test(text);

/** A tab counts four. */
const indentOf = (text: string): number => (/^[ \t]*/.exec(text)?.[0] ?? "").replaceAll("\t", "    ").length;

/** Where each entry begins, before lists are taken apart, and whether it keeps its lines whatever they are. */
function heads(lines: readonly Line[]): { at: number; whole: boolean }[] {
  const bodies = lines.map((line) => (isBlank(line) ? "" : line.rest.slice(0, LOOKED_AT)));
  const timed = lines.filter(({ time }) => time !== null).length;
  const others = lines.filter((line) => line.time === null && /^[^\x00-\x20]/.test(line.text)).length;
  const timedLog = timed > 0 && timed >= others;

  /** Behind the report that line `at` begins. */
  const reportEnd = (at: number): number => {
    const extent = reportAt(bodies[at] ?? "");
    if (extent === null) return at;
    // The lines of a report all have a time, as the first of them, or none has.
    let end = at + 1;
    let withTime: boolean | null = null;
    for (; end < lines.length; end++) {
      const line = lines[end] as Line;
      if (isBlank(line)) continue;
      withTime ??= line.time !== null;
      if (withTime !== (line.time !== null)) break;
    }
    return at + 1 + extent(bodies, at + 1, end);
  };

  const found: { at: number; whole: boolean }[] = [];
  let reported = 0;
  let wrapped = 0;
  const belongsAbove = (line: Line, body: string): boolean => {
    const above = found.at(-1);
    if (above === undefined) return false;
    const opener = lines[above.at] as Line;
    if (ATTACHED.test(body.trimStart())) return true;
    const own = OWN.test(body);
    if (line.time !== null) return !own && TIMED_FRAME.test(body);
    const indent = indentOf(line.text);
    if (!own && indent > (opener.time === null ? indentOf(opener.text) : 0)) return true;
    if (/^\s*# Subtest: /.test(opener.rest) && /^\s*(?:not )?ok \d/.test(body)) return true;
    return timedLog && indent === 0 && ++wrapped <= WRAPPED;
  };
  for (const [at, line] of lines.entries()) {
    const body = bodies[at] ?? "";
    if (at < reported || isBlank(line) || belongsAbove(line, body)) continue;
    reported = reportEnd(at);
    wrapped = 0;
    found.push({ at, whole: line.time !== null || reportAt(body) !== null });
  }
  return found;
}

/** The lines below a head that are a list: each is an entry of its own. */
function listed(lines: readonly Line[], from: number, to: number): number[] {
  const filled = Array.from({ length: to - from }, (_, i) => from + i).filter(
    (i) => (lines[i] as Line).text.slice(0, LIST_CHARS + 1).trim() !== "",
  );
  const alike = new Map<string, number[]>();
  for (const i of filled) {
    const { text } = lines[i] as Line;
    if (text.length > LIST_CHARS || LIST_FRAME.test(text)) continue;
    const shape = text.split(/([\w$.+~:@%#-]+)/).filter((part) => !/\d/.test(part));
    alike.set(shape.join("\n"), [...(alike.get(shape.join("\n")) ?? []), i]);
  }
  const list = [...alike.values()].find((l) => l.length >= LIST_LINES && l.length * 10 >= filled.length * 7);
  return list ?? [];
}

const NESTED_LINES = 40;

/** Entries of a text that is no log: of one that has 40 lines an entry or more, each line that is not blank. */
export function textEntriesOf(original: string): Entry[] {
  const entries = entriesOf(original);
  return linesOf(original).length < NESTED_LINES * entries.length ? entries : entriesOf(original, true);
}

/** All entries of the log; if `flat`, each line that is not blank begins one. */
export function entriesOf(original: string, flat = false): Entry[] {
  const raw = linesOf(original);
  const read = timeReader();
  const lines = raw.map((line): Line => {
    const text = line.replace(/\r?\n$/, "");
    const timed = read(text);
    return { text, time: timed?.time ?? null, rest: timed?.rest ?? text };
  });
  const first = flat
    ? lines.flatMap((line, at) => (isBlank(line) ? [] : [{ at, whole: true }]))
    : heads(lines);
  const starts = first.flatMap(({ at, whole }, i) => {
    const next = first[i + 1]?.at ?? lines.length;
    return whole || next - at <= LIST_LINES ? [at] : [at, ...listed(lines, at + 1, next)];
  });
  return starts.map((at, i) => {
    const next = starts[i + 1] ?? lines.length;
    return {
      text: raw.slice(i === 0 ? 0 : at, next).join(""),
      head: lines[at] as Line,
      below: lines.slice(at + 1, next),
    };
  });
}
