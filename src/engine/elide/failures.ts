/** Units that show an error or failure, told by what the columns hold. */
import type { Profile } from "../columns/profile.ts";
import { hashSlice } from "../columns/value-index.ts";
import { Cell, type UnitTable } from "../table.ts";

/** Fields that are there, or filled, because something went wrong. */
const ERROR_NAME =
  /(?:^|[._-])(?:err|errors?|exceptions?|fail|failed|failures?|fatal|panic|stack|stack_?trace|traceback|(?:fatal_?)?(?:error|failure)s?_?count)$/i;
/** Fields that say whether it went well. */
const SUCCESS_NAME = /(?:^|[._-])(?:ok|success|successful|succeeded|passed|healthy|valid|ready)$/i;
const HTTP_NAME = /(?:^|[._-])(?:status|status_?code|http_?status|response_?code|code)$/i;
const EXIT_NAME = /(?:^|[._-])(?:exit_?code|exit_?status|return_?code|rc)$/i;

/** Values of a few-valued field that name a failure, as whole words. */
const FAILURE_WORDS =
  "err|errors?|errored|fail|fails|failed|failing|failures?|fatal|critical|crit|emerg|alert|panic|panicked|exception|crash|crashed|crashloopbackoff|imagepullbackoff|errimagepull|oomkilled|evicted|denied|refused|timeout|timedout|timed_out|rejected|unhealthy|aborted|killed|broken|degraded|unreachable|declined|unavailable|invalid";
const FAILURE_VALUE = new RegExp(`(?:^|[^a-z])(?:${FAILURE_WORDS})(?:$|[^a-z])`, "i");
/** The same told inside a nested value: a filled error, a state that names a failure, ESLint's severity 2. */
const NESTED_FAILURE = new RegExp(
  `"(?:errors?|exceptions?|failures?)"\\s*:\\s*(?:"[^"]|\\{\\s*"|\\[\\s*[^\\s\\]])|"(?:reason|state|status|level|severity|conclusion|outcome|result|phase|kind)"\\s*:\\s*"(?:${FAILURE_WORDS})"|"severity"\\s*:\\s*2\\b|"fatal"\\s*:\\s*true`,
  "i",
);
/** Characters of a nested value that are looked at. */
const NESTED_LOOKED_AT = 4096;

/** Fields of free text in which failures are told. Names and paths that merely hold such a word tell none. */
const MESSAGE_NAME =
  /(?:^|[._-])(?:msg|message|reason|detail|details|description|text|note|output|log|line|status|state|result)$/i;
/** Fields with more values than this are names or free text, not states. */
const STATE_VALUES = 24;

/** A failure that this share of the units has is the normal case, not a signal. */
const MAX_SHARE = 0.25;
/** Characters of a value that are looked at for failure words. */
const LOOKED_AT = 200;

function textOf(table: UnitTable, profile: Profile, unit: number): string {
  const start = profile.column.starts[unit] ?? 0;
  return table.text.slice(start, Math.min(profile.column.ends[unit] ?? 0, start + LOOKED_AT));
}

/** Whether an error-like field is filled: null, false, 0, "" and [] are not. */
function isFilled(table: UnitTable, profile: Profile, unit: number): boolean {
  const type = profile.column.types[unit] ?? 0;
  if (type === Cell.absent || type === Cell.null || type === Cell.false || type === Cell.empty) return false;
  if (isText(type)) return true;
  return !/^(?:0|\[\s*\]|\{\s*\}|)$/.test(textOf(table, profile, unit));
}

function nestedFails(table: UnitTable, { column }: Profile, unit: number): boolean {
  if (column.types[unit] !== Cell.nested) return false;
  const start = column.starts[unit] ?? 0;
  return NESTED_FAILURE.test(
    table.text.slice(start, Math.min(column.ends[unit] ?? 0, start + NESTED_LOOKED_AT)),
  );
}

function isText(type: number): boolean {
  return type === Cell.string || type === Cell.escaped;
}

/** For a column that speaks of failure: which units fail. Null for all other columns. */
function judge(table: UnitTable, profile: Profile): ((unit: number) => boolean) | null {
  const { name } = profile.column;
  const { index } = profile;
  if (ERROR_NAME.test(name)) return (unit) => isFilled(table, profile, unit);
  if ((profile.types[Cell.nested] ?? 0) > 0) return (unit) => nestedFails(table, profile, unit);
  const says = (unit: number): boolean =>
    isText(profile.column.types[unit] ?? 0) && FAILURE_VALUE.test(textOf(table, profile, unit));
  if (index === null || index.counts.length > STATE_VALUES) return MESSAGE_NAME.test(name) ? says : null;
  const http = profile.numbers !== null && HTTP_NAME.test(name);
  const exit = profile.numbers !== null && EXIT_NAME.test(name);
  const success = SUCCESS_NAME.test(name);
  const failing = index.firsts.map((unit) => {
    const type = profile.column.types[unit];
    const value = textOf(table, profile, unit);
    if (success) return type === Cell.false || /^(?:false|no|0)$/i.test(value);
    if (http) return /^5\d\d$/.test(value);
    if (exit) return value !== "0";
    return says(unit);
  });
  if (!failing.includes(true)) return null;
  return (unit) => failing[index.codes[unit] ?? -1] === true;
}

/** What kind of failure a value tells: its text with every word that holds a digit masked. */
function failureKind(table: UnitTable, profile: Profile, unit: number): number {
  const text = textOf(table, profile, unit).replace(/\w*\d\w*/g, "#");
  return hashSlice(text, 0, text.length, profile.column.types[unit] ?? 0);
}

export interface Failures {
  /** Failing units in order. */
  readonly units: readonly number[];
  /** What kind of failure each of them shows. */
  readonly kinds: readonly number[];
  /** Units that show one kind each of a failure that is the normal case. */
  readonly examples: readonly number[];
}

/** More kinds than this of a failure that most units have are data, not kinds. */
const MAX_USUAL_KINDS = 12;

/** The units that show a failure, by the recogniser's word or by what columns say. */
export function findFailures(table: UnitTable, profiles: readonly Profile[]): Failures {
  const kindOf = new Map<number, number>();
  const examples: number[] = [];
  table.failing?.forEach((failing, unit) => {
    if (failing === 1) kindOf.set(unit, table.kinds[unit] ?? 0);
  });
  for (const profile of profiles) {
    const fails = judge(table, profile);
    if (fails === null) continue;
    const units: number[] = [];
    for (let unit = 0; unit < table.count; unit++) if (fails(unit)) units.push(unit);
    if (units.length > Math.max(1, table.count * MAX_SHARE)) {
      const firsts = new Map<number, number>();
      for (const unit of units) {
        const kind = failureKind(table, profile, unit);
        if (!firsts.has(kind)) firsts.set(kind, unit);
        if (firsts.size > MAX_USUAL_KINDS) break;
      }
      if (firsts.size <= MAX_USUAL_KINDS) examples.push(...firsts.values());
      continue;
    }
    for (const unit of units) {
      kindOf.set(unit, Math.imul(kindOf.get(unit) ?? 0, 31) + failureKind(table, profile, unit));
    }
  }
  const units = [...kindOf.keys()].sort((a, b) => a - b);
  return { units, kinds: units.map((unit) => kindOf.get(unit) ?? 0), examples };
}

/** Up to this many failing units all stay; beyond it, failure repeats and representatives stand for it. */
export const FAILURES_WHOLE = 32;
/** Failing units of one kind that stay where failure repeats. */
const PER_KIND = 2;

/** The failing units that stay: all, or the first few of each kind and the last; the first of each kind if `once`. */
export function chooseFailures({ units, kinds, examples }: Failures, once: boolean): readonly number[] {
  if (units.length <= FAILURES_WHOLE && !once) return [...units, ...examples];
  const seen = new Map<number, number>();
  const kept = units.filter((_, i) => {
    const kind = kinds[i] ?? 0;
    const n = seen.get(kind) ?? 0;
    seen.set(kind, n + 1);
    return once ? n === 0 : n < PER_KIND || i === units.length - 1;
  });
  const few =
    kept.length <= FAILURES_WHOLE ? kept : [...kept.slice(0, FAILURES_WHOLE - 1), ...kept.slice(-1)];
  return [...few, ...examples];
}
