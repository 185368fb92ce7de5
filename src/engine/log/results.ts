/** Lines that sum up a build or a test run: they stay whatever else goes. */
import type { Lines } from "../../text/lines.ts";
import { isProblemLine } from "../problems/parse.ts";

/** More summary lines than this are a list, in which the usual rules apply. */
export const MAX_PINNED_SUMMARIES = 48;

const SUMMARY =
  /^\s*(?:={3,} .*(?:passed|failed|error|skipped|warnings? summary|no tests ran|test session starts|short test summary).*={3,}|Tests?:? +(?:\d|files)|Test (?:Suites|Files):? |Snapshots?:? +\d|Time: |Duration |Ran \d+ tests?|FAILED \(|OK(?: \(|$)|BUILD (?:SUCCESS|FAIL)|FAILURE: |\d+ (?:passing|failing|pending|problems?|errors?|warnings?|tests? (?:failed|passed|skipped))\b|# (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) |test result: |\s*Finished |(?:PASS|FAIL)$|FAIL\s+\S+\s+[\d.(]|added \d+ packages|found \d+ vulnerabilit|Found \d+ errors?|error: (?:could not compile|aborting)|make(?:\[\d+\])?: \*\*\*|Process exited|exit (?:status|code) \d|Process completed with exit code|Plan: \d|Apply complete|Destroy complete|No changes\.|webpack .*compiled|[Cc]ompiled (?:successfully|with)|Successfully (?:installed|built|tagged)|ERROR: |##\[error\]|\d+ packages? (?:are|is) looking|\d+ files? changed|Total|Summary\b|\d+\.\.\d+$)/;

/** The head of a test runner's report of one failing test. */
const TEST_REPORT =
  /^\s*(?:_{3,} |●|✕|×|✗|✘|--- FAIL|not ok|# Subtest|FAIL|FAILED|ERROR:? |thread '|---- |\d+\) |={3,} )|^ {2}(?!\d+\) )[^\s✓✔√✗✘✕×○●❯↓›─].* › \S/;

/** Reports that name the test first and tell below how it went (TAP, cargo). */
const NAMED_TEST = /^\s*(?:# Subtest: |---- )/;

/** A failing test, whatever the words about it are. */
const TEST_FAILURE =
  /^\s*(?:_{3,} .* _{3,}$|●|✕|×|✗|✘|--- FAIL|not ok|FAIL\b|thread '.*panicked|\d+\) \S)|^ERROR: \S+ \([\w<>]+\.[\w.<>]+\)(?:$| [([])|^ {2}(?!\d+\) )[^\s✓✔√✗✘✕×○●❯↓›─].* › \S|(?:\.\.\. (?:FAIL|FAILED|ERROR)$|::\S+ (?:FAILED|ERROR)\b)/;

/** pytest's short summary: a failing test, whose report stands above where there is one. */
const NAMED_FAILURE = /^(?:FAILED|ERROR) \S+::/;

/** Place and exception of a failing test, without its name (pytest --tb=line). */
const PLACED_FAILURE = /^\S+:\d+: \w*(?:Error|Exception)\b/;

/** rustc, webpack and others: severity and message, the place on a line below. */
const DIAGNOSTIC = /^(?:(?:error|warning)(?:\[\w+\])?: |(?:ERROR|WARNING) in \S)/;

/** Verdicts on single tests and problems, in the words (or signs) of the runner. */
const VERDICT =
  /^\s*(?:(--- (?:PASS|FAIL|SKIP)|=== (?:RUN|PAUSE|CONT))(?=[ :])|((?:not )?ok)(?= \d)|(PASS|FAIL|ok)(?=\s)|([✓✔√✕✗✘×↓○])(?= )|\d+:\d+ +(error|warning)\b)|^(?:test .*|\S+ \(\S+\)) \.\.\. (?:(ok|FAILED|FAIL|ERROR|ignored)$|(skipped) )|^\S+::.* (PASSED|FAILED|SKIPPED|ERROR|XFAIL|XPASS)\b/d;

/** A verdict stands this close to the name of its test. */
const VERDICT_WITHIN_LINES = 4;

/** TAP names the test, and gives the verdict on the line below. */
const NAMED_ABOVE = /^\s*# Subtest: /;

/** What the first line of an entry says about it in a build or a test run. */
export interface Role {
  readonly summary: boolean;
  readonly testReport: boolean;
  readonly testFailure: boolean;
  readonly placedFailure: boolean;
  /** A line of a list of failing tests. */
  readonly namedFailure: boolean;
  /** A problem of a compiler or linter, with its place. */
  readonly problem: boolean;
  /** A problem whose place stands on a line below. */
  readonly report: boolean;
  /** A test of which lines below tell whether it failed. */
  readonly namedTest: boolean;
}

export const NO_ROLE: Role = {
  summary: false,
  testReport: false,
  testFailure: false,
  placedFailure: false,
  namedFailure: false,
  problem: false,
  report: false,
  namedTest: false,
};

/** @param line the beginning of an entry's first line, behind its time */
export function roleOf(line: string): Role {
  return {
    summary: SUMMARY.test(line),
    testReport: TEST_REPORT.test(line),
    testFailure: TEST_FAILURE.test(line),
    placedFailure: PLACED_FAILURE.test(line),
    namedFailure: NAMED_FAILURE.test(line),
    problem: isProblemLine(line),
    report: DIAGNOSTIC.test(line),
    namedTest: NAMED_TEST.test(line),
  };
}

/** Whether one of these lines says that a test failed: TAP names the test first and gives the verdict below. */
export function tellsFailedTest(text: string, lines: Lines, from: number, to: number): boolean {
  for (let line = from; line < Math.min(to, from + VERDICT_WITHIN_LINES); line++) {
    if (/^\s*not ok\b/.test(text.slice(lines.starts[line], lines.ends[line]))) return true;
  }
  return false;
}

/** Characters of a line in which its verdict is looked for. */
const LOOKED_AT = 200;

/**
 * Where the verdict of an entry stands, or null where it has none.
 * @param from  where its first line goes on behind the time
 * @param below the line below, where the entry has one
 */
export function findVerdict(
  text: string,
  from: number,
  end: number,
  below: readonly [start: number, end: number] | null,
): readonly [start: number, end: number] | null {
  const line = text.slice(from, Math.min(end, from + LOOKED_AT));
  const found = VERDICT.exec(line)
    ?.indices?.slice(1)
    .find((group) => group !== undefined);
  if (found !== undefined) return [from + found[0], from + found[1]];
  return below !== null && NAMED_ABOVE.test(line) ? findVerdict(text, below[0], below[1], null) : null;
}

/** go test -v: what a test wrote stands below its start, the verdict in an entry of its own. */
const GO_STARTED = /^\s*=== RUN\s+(\S+)/;
const GO_FAILED = /^\s*--- FAIL: (\S+)/;

/** Finds what failing Go tests wrote before their verdict. */
export class GoTests {
  readonly #started = new Map<string, number>();

  /** @returns the entry that tells why the test of this verdict failed, or -1 */
  read(entry: number, line: string, hasDetails: boolean): number {
    const started = hasDetails ? GO_STARTED.exec(line)?.[1] : undefined;
    if (started !== undefined) this.#started.set(started, entry);
    const failed = GO_FAILED.exec(line)?.[1];
    return failed === undefined ? -1 : (this.#started.get(failed) ?? -1);
  }
}
