/** Lines that sum up a build or a test run: they stay whatever else goes. */

/** Failures up to this many all stay: each has a message and a place of its own … */
const MAX_PINNED_FAILURES = 64;
/** … unless more than this many of them are of one kind: then it is repetition, and a few stand for the others. */
const MAX_PINNED_PER_KIND = 12;
/** More summary lines than this are a list, in which the usual rules apply. */
export const MAX_PINNED_SUMMARIES = 48;

const SUMMARY =
  /^\s*(?:={3,} .*(?:passed|failed|error|skipped|warnings? summary|no tests ran|test session starts|short test summary).*={3,}|Tests?:? +(?:\d|files)|Test (?:Suites|Files):? |Snapshots?:? +\d|Time: |Duration |Ran \d+ tests?|FAILED \(|OK(?: \(|$)|BUILD (?:SUCCESS|FAIL)|FAILURE: |\d+ (?:passing|failing|pending|problems?|errors?|warnings?)\b|# (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) |test result: |\s*Finished |(?:PASS|FAIL)$|FAIL\s+\S+\s+[\d.(]|added \d+ packages|found \d+ vulnerabilit|Found \d+ errors?|error: (?:could not compile|aborting)|make(?:\[\d+\])?: \*\*\*|Process exited|exit (?:status|code) \d|Process completed with exit code|Plan: \d|Apply complete|Destroy complete|No changes\.|webpack .*compiled|[Cc]ompiled (?:successfully|with)|Successfully (?:installed|built|tagged)|ERROR: |##\[error\]|\d+ packages? (?:are|is) looking|\d+ files? changed|Total|Summary\b|\d+\.\.\d+$)/;

/** @param line the beginning of an entry's first line, behind its time */
export function isSummary(line: string): boolean {
  return SUMMARY.test(line);
}

/** Pins the failing entries where they are few and of many kinds, as those of a test run are. */
export function pinFailures(failing: Uint8Array, kinds: Int32Array, pinned: Uint8Array): void {
  const perKind = new Map<number, number>();
  let all = 0;
  for (let e = 0; e < failing.length; e++) {
    if (failing[e] !== 1) continue;
    const kind = kinds[e] as number;
    perKind.set(kind, (perKind.get(kind) ?? 0) + 1);
    if (++all > MAX_PINNED_FAILURES) return;
  }
  for (let e = 0; e < failing.length; e++) {
    if (failing[e] === 1 && (perKind.get(kinds[e] as number) ?? 0) <= MAX_PINNED_PER_KIND) pinned[e] = 1;
  }
}
