/** Recognises logs and the output of builds and test runs: lines that carry a time, a level, a verdict or a stack frame. */
import { isProblemLine } from "../problems/parse.ts";
import { type Sample, share } from "./sample.ts";

/** A time of day with a date, or one of the stamps of syslog, web servers, `date` and test runners. */
const STAMP =
  /\d{4}[-/.]\d\d[-/.]\d\d[T ]+\d\d?:\d\d|\b[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\b\d{1,2}\/[A-Z][a-z]{2}\/\d{4}:\d\d|(?<![\w:])\d{1,2}:\d\d:\d\d(?![\w:])/;
/** A stamp stands at most behind a short prefix: a bracket, a host, a client address, a key. */
const STAMP_WITHIN_CHARS = 80;
const STAMP_PREFIX_WORDS = 4;

/** The time is the value of a name: of a file's in `stat`, say. */
const NAMED_TIME = /^(?:Access|Modify|Change| Birth): \d/;

function hasTime(line: string): boolean {
  if (NAMED_TIME.test(line)) return false;
  const at = line.slice(0, STAMP_WITHIN_CHARS).search(STAMP);
  return at === 0 || (at > 0 && (line.slice(0, at).match(/[^\s[(]+/g)?.length ?? 0) <= STAMP_PREFIX_WORDS);
}

/** Kernel ring buffer, klog and epoch stamps. */
const OTHER_TIME = /^(?:\[\s*\d+\.\d{3,6}\] |[IWEF]\d{4} \d\d:\d\d:\d\d|\[?\d{10}(?:\.\d+|\d{3})?\]? )/;
const LEVEL =
  /^(?:\S{1,40}\s+){0,5}?[[(<|]?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|ERR!?|FATAL|CRITICAL|SEVERE|PANIC|verbose|silly|info|warn(?:ing)?|error|fatal|debug|trace|notice|http)[\])>|:]?(?::|\s|$)/;
const LOGFMT =
  /^\s*[A-Za-z_][\w.-]*=(?:"(?:[^"\\]|\\.)*"|\S*)(?:\s+[A-Za-z_][\w.-]*=(?:"(?:[^"\\]|\\.)*"|\S*))+\s*$/;
const FRAME =
  /^\s+at \S|^\s*File "[^"]+", line \d+|^\s+\.\.\. \d+ (?:more|common frames)|^Caused by: |^Traceback \(most recent|^Exception in thread|^goroutine \d+ \[|^thread '.*' panicked at|^\s+\d+: \S+::|^[\w.$]+(?:Exception|Error)(?:: |$)|^\s+from \S+:\d+:in |^Unhandled exception|^#\d+ +0x|^panic: |^\S+\(.*\)$|^\t\S+\.go:\d+/;
const VERDICT =
  /^(?:\s*(?:not )?ok\b|TAP version|\s*# (?:Subtest|tests|pass|fail|Time)|\s*(?:---|===) (?:PASS|FAIL|SKIP|RUN|PAUSE|CONT|NAME)|(?:PASS|FAIL|ok)\s|PASS$|FAIL$|\s*[✓✔✗✘×✖●○]\s|\S+::\S+ (?:PASSED|FAILED|ERROR|SKIPPED|XFAIL)|={3,} .* ={3,}$|_{3,} .* _{3,}$|E {2,}\S|test \S+ \.\.\. |running \d+ tests?|Tests?:? +\d|Test Suites:|Snapshots:|\s*\d+ (?:passing|failing|pending)|\s+\d+:\d+\s+(?:error|warning)\s|✖ \d+ problems?|\S+: line \d+, col \d+, (?:Error|Warning) - |\s+\d+ tests? (?:failed|passed)$|\s*\d+\/\d+ Test +#\d+:|\s+Start +\d+: |\d+ examples?, |FAILURES!|Ran \d+ tests? in |(?:FAIL|ERROR): \S+ \(|FAILED \(\w+=|OK(?: \(|$)|There (?:was|were) \d+ (?:failure|error))/;
/** `test_adds ... ok`: looked for only where dots are. */
const DOTTED_VERDICT = /^\s*\S.*\.\.\. (?:ok|FAIL|FAILED|ERROR|ignored|skipped .*)$/;
const BUILD =
  /^(?:\s*(?:Compiling|Checking|Finished|Running|Downloaded|Downloading|Updating|Fresh|Blocking|Building|Collecting|Requirement already|Using cached|Installing|Preparing|Unpacking|Selecting|Setting up|Processing|Get:\d|Hit:\d|Ign:\d|Fetched|Reading|Removing|Purging|Successfully|Attempting|Found existing|Uninstalling) |> Task |> Configure |npm (?:ERR!|error|warn|WARN|notice|verb|http|info|sill)|##\[|::(?:group|error|warning|endgroup|debug)|Step \d+\/\d+ :| ---> |#\d+ (?:\[|\d|DONE|CACHED|ERROR|sha256|transferring|extracting)|(?:ERROR|WARNING) in |BUILD (?:SUCCESS|FAIL)|asset |modules by path|chunk |\s*\S+ [\d.]+ (?:bytes|KiB|MiB) .*\[(?:built|emitted|code generated|cached)\]|\[(?:INFO|ERROR|WARNING|DEBUG)\]|(?:added|changed|removed|audited) \d+ packages?|\S+: (?:Creating|Still creating|Creation complete|Refreshing state|Destroying|Modifying|Reading|Read complete)|(?:error|warning)(?:\[\w+\])?: | +--> \S+:\d+|make(?:\[\d+\])?: |\[\s*\d+%\] |\S.*\(\d+,\d+\): (?:error|warning) |\S+?:\d+(?::\d+)?: (?:(?:fatal error|error|warning|note)[: ]|[A-Z]{1,4}\d{2,5}\b|undefined: |cannot |syntax error)|\S+: error TS|Log (?:started|ended):|Terraform (?:will perform|used the)|\s*# \S+ (?:will|must) be |\s*[+~-] (?:resource|data) "|Plan: \d|(?:PLAY|TASK|RUNNING HANDLER) \[|(?:ok|changed|fatal|skipping|failed): \[|-- (?:The|Detecting|Check|Looking|Found|Performing|Configuring|Generating|Build files)\b|(?:gcc|g\+\+|clang(?:\+\+)?|cc|c\+\+|ld|ar) -|==\d+== |\[\d+\/\d+\] |Started [A-Z]+ "|Processing by |Completed \d{3} |Rendered \S+ )/;

/** `git blame`: who wrote a line of source, and when. */
const BLAME = /^\^?[0-9a-f]{7,40} [^(\n]{0,200}\(.{1,80}? \d{4}-\d\d-\d\d \d\d:\d\d:\d\d [-+]\d{4} +\d+\)/;

export function isLogLine(line: string): boolean {
  return (
    hasTime(line) ||
    OTHER_TIME.test(line) ||
    LEVEL.test(line) ||
    LOGFMT.test(line) ||
    FRAME.test(line) ||
    VERDICT.test(line) ||
    (line.includes("... ") && DOTTED_VERDICT.test(line)) ||
    BUILD.test(line) ||
    isProblemLine(line)
  );
}

/** The totals of a test run or a build, in the words of the tool. */
const TOTALS =
  /^(?:TAP version 1\d$|\d+ (?:failed|passed|errors?|skipped)(?:, \d+ \w+)* in [\d.]+m?s|(?:warning: `\S+` \(.*\) generated \d+ warnings?|error: could not compile `)|webpack [\d.]+ compiled |Found \d+ errors? in \d+ files?\.?$|make(?:\[\d+\])?: \*\*\* |# tests \d+$|Ran \d+ tests? in |\s*Test Files {2}\d|Tests: +\d+ (?:failed|passed|skipped)|test result: |\s+\d+ (?:passing|failing) ?(?:\(|$)|\s+\d+ tests? (?:failed|passed)$|={3,} .*(?:passed|failed|errors?) in [\d.]+s.* ={3,}$)/;
/** Where there are totals, this share of lines that a log has is enough: reports of failures are long. */
const OWN_SHARE_WITH_TOTALS = 0.03;
const MARKDOWN = /^(?:#{1,6} [A-Z]|```|~~~)/;

/** Whether this is the output of a test run or a build, and not a page that shows one. */
function isRun(filled: readonly string[], own: number): boolean {
  return (
    own >= OWN_SHARE_WITH_TOTALS &&
    filled.some((l) => TOTALS.test(l)) &&
    !filled.some((l) => MARKDOWN.test(l) && !isLogLine(l))
  );
}

/** Lines that belong to the one above: indented, quoted source, the separators and details of TAP and test runners. */
const CONTINUATION = /^(?:\s+\S|\d+ *\|(?: |$)|\d+ {2,}\S|[-=_*]{3,}$|\.\.\.$)/;

export function recogniseLog({ filled }: Sample): number {
  if (filled.length === 0) return 0;
  if (share(filled, (l) => BLAME.test(l)) > 0.5) return 0;
  const own = share(filled, isLogLine);
  if (own === 0) return 0;
  if (isRun(filled, own)) return 0.9;
  const timed = share(filled, (l) => hasTime(l) || OTHER_TIME.test(l));
  const all = share(filled, (l) => isLogLine(l) || CONTINUATION.test(l));
  // A few stamped lines amid prose are no log; indented details of records are.
  const score = Math.max(own, all > 0.8 && own > 0.15 ? 0.7 * all : 0, timed > 0.3 ? 0.75 : 0);
  return score < 0.45 ? score * 0.8 : 0.5 + 0.45 * score;
}
