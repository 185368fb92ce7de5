/** Reports of several lines, not all of which are indented: the table "Reports" of docs/reference/logs.md. */

/** Lines behind their times, `""` for blank ones. @returns how many of the lines from `from` on belong to the report */
type Extent = (lines: readonly string[], from: number, to: number) => number;

const INDENTED = /^[ \t]/;
const RUST_MESSAGE_LINES = 8;

const during =
  (belongs: (line: string) => boolean): Extent =>
  (lines, from, to) => {
    let at = from;
    while (at < to && belongs(lines[at] ?? "")) at++;
    return at - from;
  };

const indentedOr = (pattern: RegExp): Extent => during((line) => INDENTED.test(line) || pattern.test(line));
const until = (pattern: RegExp): Extent => during((line) => !pattern.test(line));

/** Each trace ends with the line that names its exception; a chained one may follow. */
const python: Extent = (lines, from, to) => {
  let named = false;
  for (let at = from; at < to; at++) {
    const line = lines[at] ?? "";
    if (line.startsWith("Traceback (most recent call last)")) named = false;
    else if (
      line !== "" &&
      !INDENTED.test(line) &&
      !/^(?:During handling of|The above exception was)/.test(line)
    ) {
      if (named) return at - from;
      named = true;
    }
  }
  return to - from;
};

const rust: Extent = (lines, from, to) => {
  let at = from;
  const last = Math.min(to, from + RUST_MESSAGE_LINES);
  while (at < last && !/^(?:$|note: |stack backtrace:|test |thread |----|failures:)/.test(lines[at] ?? ""))
    at++;
  if (at < to && (lines[at] ?? "").startsWith("stack backtrace:"))
    while (at < to && /^(?:[ \t]|stack)/.test(lines[at] ?? "")) at++;
  return at - from + (at < to && (lines[at] ?? "").startsWith("note: ") ? 1 : 0);
};

/** At most one line, 70 `-`, and up to a line of 70 `=` or of 70 `-` again. */
const unittest: Extent = (lines, from, to) => {
  const length = to - from;
  const rules = lines.slice(from, to).flatMap((line, i) => (/^-{70}$/.test(line) ? [i] : []));
  const over = lines.slice(from, to).indexOf("=".repeat(70));
  const next = over < 0 ? length : over;
  const [first = length, second = length] = rules;
  return Math.min(length, next, first > 1 ? 1 : second);
};

const AVA = /^ {2}(?!\d+\) )[^\s✓✔√✗✘✕×○●❯↓›─].* › \S/;

const GO =
  /^(?:$|goroutine \d+|panic:|fatal error:|\[signal |created by |exit status \d+|[\w./*()-]+\(.*\)$|\.\.\.additional frames|runtime stack:|\[recovered\])/;
const JEST = /^(?:$|[ \t]|\w*(?:Error|Exception)\b|[-+] |❯ )/;
const JEST_NEXT = /^\s*(?:●|[✓✔√✗✘×✕] |FAIL |PASS |Test Suites:|Tests:|⎯)/;

const BUNDLER = /^(?:ERROR|WARNING) in \S/;

/** Up to the next one, or a line behind a blank one that is neither indented nor source. */
const bundler: Extent = (lines, from, to) => {
  let blank = false;
  let at = from;
  for (; at < to; at++) {
    const line = lines[at] ?? "";
    if (BUNDLER.test(line) || (blank && !/^$|^[ \t]|^(?:> *)?\d+ \|/.test(line))) break;
    blank ||= line === "";
  }
  return at - from;
};

const REPORTS: readonly (readonly [begins: RegExp, extent: Extent])[] = [
  [/^\s*Traceback \(most recent call last\)/, python],
  [/^(?:panic: |fatal error: |goroutine \d+ \[|WARNING: DATA RACE)/, indentedOr(GO)],
  [/^thread '.*' (?:\(\d+\) )?panicked at /, rust],
  [/^_{3,} .* _{3,}$/, until(/^(?:_{3,} .* _{3,}|={3,}.*={3,})$/)],
  [/^(?:FAIL|ERROR): \S+ \([\w<>]+\.[\w.<>]+\)(?:$| [([])/, unittest],
  [AVA, during((line) => !AVA.test(line) && line !== "  ─")],
  [/^(?:\s*● |\s*FAIL\s+\S.* > )/, during((line) => JEST.test(line) && !JEST_NEXT.test(line))],
  [
    /^(?:(?:error|warning)(?:\[\w+\])?: |\S+:\d+:\d+ - (?:error|warning) )/,
    indentedOr(/^(?:\d+ *(?:\||[^\s:]?\s)|\.\.\.$|= (?:note|help))/),
  ],
  [BUNDLER, bundler],
  [/^(?:PHP (?:Fatal|Parse|Warning)|Fatal error|Uncaught )/, indentedOr(/^(?:#\d+ |Stack trace:)/)],
  [/^ {2}\d+\) \S/, until(/^\s*(?:\d+\) \S|[✓✔] |\d+ (?:passing|failing|pending)\b)/)],
  [/^\s*# \S+ (?:will|must) be /, indentedOr(/^\b$/)],
  [/^---- .* (?:stdout|stderr) ----$/, during((line) => line !== "")],
];

/** How far the report goes that `line` begins; null where it begins none. */
export const reportAt = (line: string): Extent | null =>
  REPORTS.find(([begins]) => begins.test(line))?.[1] ?? null;
