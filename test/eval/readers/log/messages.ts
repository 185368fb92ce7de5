/** What the first line of an entry says: its level, where its message begins, and its label among those of a marker. */
import type { Entry } from "./entries.ts";

const UPPER = "TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|FATAL|CRITICAL|CRIT|ALERT|EMERG|SEVERE|PANIC";
const LOWER = `${UPPER.toLowerCase()}|fail|verbose|silly|http`;
const LEVEL_WITHIN = 96;
const EDGE = "(?<before>^|[\\s[(<|#])";
const LEVELS = [
  new RegExp(`^(?<before>npm |\\d+ )(?<word>${LOWER}) `),
  new RegExp(`${EDGE}(?<word>${UPPER})(?:$|[\\s\\])>|:,])`),
  new RegExp(`${EDGE}[[(<](?<word>${LOWER})[\\])>]`),
  new RegExp(`${EDGE}(?<word>${LOWER})(?:\\[\\w+\\])?: `),
];

/** The level word and where it ends, in the text behind the time; the first that stands there. */
export function levelOf(rest: string): { word: string; end: number } | null {
  const head = rest.slice(0, LEVEL_WITHIN);
  const found = LEVELS.flatMap((form) => {
    const m = form.exec(head);
    const word = m?.groups?.word ?? "";
    return m === null ? [] : [{ word, start: m.index + m[0].indexOf(word) }];
  }).sort((a, b) => a.start - b.start)[0];
  return found === undefined ? null : { word: found.word, end: found.start + found.word.length };
}

/** Thread, and signs around it. */
const SIGNS = [/^[\s|>\]:-]+/, /^\[[^\]]{0,80}\]/, /^\([^)]{0,80}\)(?=[ :])/];
const NAME = /^[\w$./-]{1,120}(?:\[\d+\])?(?=: | +- | +\| )/;
/** With a digit, a dot, a slash or brackets. */
const NO_WORD = /^[\w$-]*[\d./[]/;
const PROCESS = /^[\w-]+ [\w./-]{1,80}(?:\[\d+\])?(?=: )/;

/** The prefix that `text` begins with: any name, or host and process, only behind a time. */
function prefixOf(text: string, timed: boolean): string | undefined {
  const forms = [...SIGNS, ...(timed || NO_WORD.test(text) ? [NAME] : []), ...(timed ? [PROCESS] : [])];
  return forms.map((form) => form.exec(text)?.[0]).find((found) => found !== undefined);
}

const PREFIX_PARTS = 8;
const PREFIX_CHARS = 200;

/** The message: what stands behind the time, the level and the prefixes. */
export function messageOf(rest: string, timed: boolean): string {
  const text = rest.slice(levelOf(rest)?.end ?? 0);
  let at = 0;
  for (let part = 0; part < PREFIX_PARTS; part++) {
    const prefix = prefixOf(text.slice(at), timed);
    if (prefix === undefined || at + prefix.length > PREFIX_CHARS) break;
    at += prefix.length;
  }
  return at < text.length ? text.slice(at) : text;
}

const VERDICT_CHARS = 200;
const VERDICTS = [
  /^\s*(--- (?:PASS|FAIL|SKIP)|=== (?:RUN|PAUSE|CONT))[ :]/,
  /^\s*((?:not )?ok) \d/,
  /^\s*(PASS|FAIL|ok)\s/,
  /^\s*([✓✔√✕✗✘×↓○]) /,
  /^\s*\d+:\d+ +(error|warning)\b/,
  /^(?:test .*|\S+ \(\S+\)) \.\.\. (ok|FAILED|FAIL|ERROR|ignored)$/,
  /^(?:test .*|\S+ \(\S+\)) \.\.\. (skipped) /,
  /^\S+::.* (PASSED|FAILED|SKIPPED|ERROR|XFAIL|XPASS)\b/,
];

const verdictIn = (line: string): string | undefined =>
  VERDICTS.map((form) => form.exec(line.slice(0, VERDICT_CHARS))?.[1]).find((word) => word !== undefined);

/** The verdict on a test that stands on the entry's first line, for TAP on the line below. */
export function verdictOf({ head, below }: Entry): string | undefined {
  const own = verdictIn(head.rest);
  return own ?? (/^\s*# Subtest: /.test(head.rest) ? verdictIn(below[0]?.text ?? "") : undefined);
}

/**
 * The label of each entry among `labels`: its verdict, else the longest label that its message begins with.
 * A verdict that no marker can spell is none of them.
 */
export function labelsOf(entries: readonly Entry[], labels: readonly string[]): (string | undefined)[] {
  const verdicts = entries.map(verdictOf);
  const words = labels.filter((label) => !verdicts.includes(label)).sort((a, b) => b.length - a.length);
  return entries.map((entry, i) => {
    const verdict = verdicts[i];
    if (verdict !== undefined) return verdict === "×" ? undefined : verdict;
    const message = messageOf(entry.head.rest, entry.head.time !== null);
    return words.find(
      (label) => message.startsWith(label) && /^(?:$|[\s:,;.])/.test(message.slice(label.length)),
    );
  });
}
