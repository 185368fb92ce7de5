/** Finds the level of a log line, and tells failures by their words. */

/** Level words in the spellings that loggers use; in lower case only in brackets, before a colon or of npm. */
const UPPER = "TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|FATAL|CRITICAL|CRIT|ALERT|EMERG|SEVERE|PANIC";
const LOWER =
  "trace|debug|info|notice|warn|warning|error|err|fatal|critical|crit|alert|emerg|severe|panic|fail|verbose|silly|http";
const LEVEL = new RegExp(
  `^(?:npm |\\d+ )(${LOWER})(?= )|(?:^|[\\s[(<|#])(?:(${UPPER})(?=[\\s\\])>|:,]|$)|[[(<](${LOWER})(?=[\\])>])|(${LOWER})(?=(?:\\[\\w+\\])?: ))`,
);
/** How far into a line, behind its time, the level may stand. */
const LEVEL_WITHIN_CHARS = 96;

/** Offsets of the level word in `text[from, end)`; null where there is none. */
export function findLevel(text: string, from: number, end: number): [start: number, end: number] | null {
  const head = text.slice(from, Math.min(end, from + LEVEL_WITHIN_CHARS));
  const found = LEVEL.exec(head);
  if (found === null) return null;
  const word = found[1] ?? found[2] ?? found[3] ?? found[4] ?? "";
  const start = from + found.index + found[0].length - word.length;
  return [start, start + word.length];
}

/** Lines of these levels narrate; the failures they mention are told elsewhere. */
const CHATTY_LEVEL = /^(?:trace|debug|verbose|silly|http)$/i;

export function isChattyLevel(word: string): boolean {
  return CHATTY_LEVEL.test(word);
}

const FAILING_LEVEL = /^(?:error|err|fatal|critical|crit|alert|emerg|severe|panic|fail)$/i;

export function isFailingLevel(word: string): boolean {
  return FAILING_LEVEL.test(word);
}

const FAILURE =
  /(?:^|[^\w-])(?:errors?|err!|fail(?:ed|ing|ures?)?|exceptions?|panic(?:ked)?|traceback|fatal|denied|refused|declined|segfault|segmentation fault|core dumped|timed? ?out|unreachable|out of memory|oom|killed|aborted|crash(?:ed|loopbackoff)?|cannot|could not|unable to|not ok|unhandled|undefined reference|no such file|not found)(?![\w-])|[✗✘×✕]/i;
/** `TypeError`, `IOException`; not `terror`. */
const EXCEPTION = /\w(?:Error|Exception)\b/;
/** Counts of nothing, and fields that say that all is well. */
const NO_FAILURE =
  /\b(?:0|no|without|zero) (?:errors?|fail(?:ed|ures?)?|exceptions?|warnings)\b|\b(?:errors?|failures?|failed|fail|exceptions?)[ =:]+(?:0|none|null|false|nil)\b|# fail 0/gi;

/** Characters of a line that are searched for failure words. */
const LOOKED_AT = 2000;

/** Whether the words of a line say that something went wrong. */
export function showsFailure(line: string): boolean {
  const text = line.slice(0, LOOKED_AT);
  return EXCEPTION.test(text) || (FAILURE.test(text) && FAILURE.test(text.replace(NO_FAILURE, " ")));
}
