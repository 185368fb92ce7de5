/**
 * Reports that stretch over several lines of which not all are indented: Python, Go and Rust traces, the failure
 * sections of pytest, blocks of jest, compiler diagnostics. Each says which lines continue it.
 */

/** Whether `line`, the next one, still belongs to the report; a report may remember how far it has come. */
export interface Report {
  continues(line: string): boolean;
}

const INDENTED = /^[ \t]/;

/** Lines of a message that are followed without a sign of its end. */
const MAX_MESSAGE_LINES = 8;

/** Python: indented frames, then one line that names the exception; chained traces follow behind blank lines. */
class PythonTrace implements Report {
  #named = false;
  continues(line: string): boolean {
    if (/^Traceback \(most recent call last\)/.test(line)) {
      this.#named = false;
      return true;
    }
    if (line === "" || /^(?:During handling of|The above exception was)/.test(line)) return true;
    if (INDENTED.test(line)) return true;
    if (this.#named) return false;
    this.#named = true;
    return true;
  }
}

class GoTrace implements Report {
  continues(line: string): boolean {
    return (
      line === "" ||
      INDENTED.test(line) ||
      /^(?:goroutine \d+|panic:|fatal error:|\[signal |created by |exit status \d+|[\w./*()-]+\(.*\)$|\.\.\.additional frames|runtime stack:|\[recovered\])/.test(
        line,
      )
    );
  }
}

class RustPanic implements Report {
  /** The message may have several lines; behind them come the backtrace and a note, then nothing. */
  #stage: "message" | "backtrace" | "end" = "message";
  #lines = 0;
  continues(line: string): boolean {
    if (this.#stage === "end") return false;
    if (/^note: /.test(line)) {
      this.#stage = "end";
      return true;
    }
    if (/^stack backtrace:/.test(line)) this.#stage = "backtrace";
    if (this.#stage === "backtrace") return INDENTED.test(line) || line.startsWith("stack");
    return (
      line !== "" && ++this.#lines <= MAX_MESSAGE_LINES && !/^(?:test |thread |----|failures:)/.test(line)
    );
  }
}

/** pytest: from `____ test_name ____` to the next such line or the next `====` line. */
class PytestFailure implements Report {
  continues(line: string): boolean {
    return !/^(?:_{3,} .* _{3,}|={3,}.*={3,})$/.test(line);
  }
}

const RULE_70 = { under: "-".repeat(70), over: "=".repeat(70) };

/** unittest: from `FAIL: test (module.Case.test)`, its rule and its trace to the next report or the end of the run. */
class UnittestFailure implements Report {
  #underlined = false;
  #described = false;
  continues(line: string): boolean {
    if (line === RULE_70.over || (line === RULE_70.under && this.#underlined)) return false;
    if (line === RULE_70.under) {
      this.#underlined = true;
    } else if (!this.#underlined) {
      // The test's description may stand above the rule; without a rule this is a line of another kind of log.
      if (this.#described) return false;
      this.#described = true;
    }
    return true;
  }
}

/** ava: a title `file › test` at two blanks, then its place, source, difference and frames at two blanks as well. */
const AVA_TITLE = /^ {2}(?!\d+\) )[^\s✓✔√✗✘✕×○●❯↓›─].* › \S/;
class AvaFailure implements Report {
  continues(line: string): boolean {
    return !AVA_TITLE.test(line) && line !== "  ─";
  }
}

/** jest and vitest: indented text and blank lines behind `● suite › test` or `FAIL file > test`. */
class IndentedBlock implements Report {
  continues(line: string): boolean {
    if (/^\s*(?:●|[✓✔√✗✘×✕] |FAIL |PASS |Test Suites:|Tests:|⎯)/.test(line)) return false;
    return line === "" || INDENTED.test(line) || /^(?:\w*(?:Error|Exception)\b|[-+] |❯ )/.test(line);
  }
}

/** rustc, tsc --pretty and gcc: quoted source lines with their numbers in the margin. */
class Diagnostic implements Report {
  continues(line: string): boolean {
    return INDENTED.test(line) || /^(?:\d+ *(?:\||[^\s:]?\s)|\.\.\.$|= (?:note|help))/.test(line);
  }
}

/** webpack: `ERROR in file`, its message, and behind blank lines what is indented (source, import traces). */
class BundlerProblem implements Report {
  #behindBlank = false;
  continues(line: string): boolean {
    if (line === "") this.#behindBlank = true;
    else if (this.#behindBlank && !INDENTED.test(line) && !/^(?:> *)?\d+ \|/.test(line)) return false;
    return !/^(?:ERROR|WARNING) in \S/.test(line);
  }
}

/** PHP and others: numbered frames at the margin. */
class NumberedFrames implements Report {
  continues(line: string): boolean {
    return INDENTED.test(line) || /^(?:#\d+ |Stack trace:|\s*thrown in )/.test(line);
  }
}

/** cargo test and similar: `---- name stdout ----` up to the next blank line. */
class CapturedOutput implements Report {
  continues(line: string): boolean {
    return line !== "";
  }
}

/** terraform: what is planned for one resource, up to the next blank line. */
class PlannedChange implements Report {
  continues(line: string): boolean {
    return line !== "" && INDENTED.test(line);
  }
}

/** mocha: a numbered failure with its message and diff, up to the next one or the next verdict. */
class MochaFailure implements Report {
  continues(line: string): boolean {
    return !/^\s*(?:\d+\) \S|[✓✔] |\d+ (?:passing|failing|pending)\b)/.test(line);
  }
}

const OPENERS: readonly (readonly [RegExp, () => Report])[] = [
  [/^\s*Traceback \(most recent call last\)/, () => new PythonTrace()],
  [/^(?:panic: |fatal error: |goroutine \d+ \[|WARNING: DATA RACE)/, () => new GoTrace()],
  [/^thread '.*' (?:\(\d+\) )?panicked at /, () => new RustPanic()],
  [/^_{3,} .* _{3,}$/, () => new PytestFailure()],
  [/^(?:FAIL|ERROR): \S+ \([\w<>]+\.[\w.<>]+\)(?:$| [([])/, () => new UnittestFailure()],
  [AVA_TITLE, () => new AvaFailure()],
  [/^(?:\s*● |\s*FAIL\s+\S.* > )/, () => new IndentedBlock()],
  [/^(?:error|warning)(?:\[\w+\])?: |^\S+:\d+:\d+ - (?:error|warning) /, () => new Diagnostic()],
  [/^(?:ERROR|WARNING) in \S/, () => new BundlerProblem()],
  [/^PHP (?:Fatal|Parse|Warning)|^(?:Fatal error|Uncaught )/, () => new NumberedFrames()],
  [/^ {2}\d+\) \S/, () => new MochaFailure()],
  [/^\s*# \S+ (?:will|must) be /, () => new PlannedChange()],
  [/^---- .* (?:stdout|stderr) ----$/, () => new CapturedOutput()],
];

/** Hardly any line opens a report: asked at once, the answer costs a third. */
const ANY_OPENER = new RegExp(OPENERS.map(([pattern]) => pattern.source).join("|"));

/** The report that `line` begins, or null. */
export function openReport(line: string): Report | null {
  if (!ANY_OPENER.test(line)) return null;
  for (const [pattern, open] of OPENERS) if (pattern.test(line)) return open();
  return null;
}

/** Lines that belong to the entry above them wherever they stand. */
const ATTACHED =
  /^(?:Caused by: |Suppressed: |\.\.\. \d+ (?:more|common frames)|--- End of (?:inner|stack trace)|at \S+\(|Stack trace:$|End of stack trace)/;

export function isAttached(line: string): boolean {
  return ATTACHED.test(line);
}

/** Indented lines behind a time of their own, as CI runners write them, that belong to the trace above. */
const FRAME = /^\s+(?:at |File "|from |---|\.{3} |\|)/;

export function isFrame(line: string): boolean {
  return FRAME.test(line);
}

/** Indented lines that nevertheless are entries of their own: verdicts of test runners, steps of cargo and pip, branches of trees. */
const OWN =
  /^\s+(?:[│ ]*[├└]|[✓✔√✗✘✕×○●❯↓] ?\S|\d+:\d+\s+(?:error|warning)\b|(?:Compiling|Checking|Finished|Running|Downloaded|Downloading|Fresh|Updating|Blocking|Building|Doc-tests|Packaging|Locking|Adding|Removing|Installing|Installed|Uninstalling|Successfully|Found existing) |(?:not )?ok \d+|(?:---|===) (?:PASS|FAIL|SKIP|RUN)|# Subtest|\d+ (?:passing|failing|pending|tests?)\b|\d+\) \S|(?:FAIL|PASS|RUN|Test Files|Tests|Start at|Duration|Snapshots) |# \S+ (?:will|must) be )/;

export function isOwnEntry(line: string): boolean {
  return OWN.test(line);
}
