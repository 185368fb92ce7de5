/** The facts of one column. Each is complete for all units of its table, or is not made. */
import { DecimalSum } from "../../text/decimal.ts";
import { compareUtf8 } from "../../text/utf8.ts";
import type { Profile } from "../columns/profile.ts";
import { Cell } from "../table.ts";
import { denseSet } from "./dense.ts";
import type { Fact } from "./fact.ts";
import { isAmountName, isIdName, isStateName, isTimeName, isTimeValue } from "./importance.ts";
import { ENUMERATED_BYTES, looksLiteral, statedRange, statedValue, WORD_BYTES } from "./words.ts";

/** Values up to which a column is enumerated. */
const ENUMERATED_VALUES = 40;
/** More values than this are enumerated only if each is met this many times on average. */
const FEW_VALUES = 8;
const MIN_REPEATS = 2;
/** Units up to which a unique field is listed value by value. */
const LISTED_VALUES = 48;
/** Most characters of a list of runs or values; a longer one would crowd out everything else. */
const DENSE_CHARS = 600;

function literal(text: string, profile: Profile, unit: number): string {
  return text.slice(profile.column.starts[unit], profile.column.ends[unit]);
}

/** A cell as a marker may spell it, or null: nested, empty and escaped values have no spelling there. */
function stated(text: string, profile: Profile, unit: number, limit: number, forbid: string): string | null {
  const type = profile.column.types[unit];
  const value = literal(text, profile, unit);
  if (type === Cell.string) {
    // In a typed format a bare 5, null or true is the literal, unless the whole field holds numbers as strings.
    if (profile.column.typed && profile.numbers === null && looksLiteral(value)) return null;
    return statedValue(value, limit, forbid);
  }
  if (type === Cell.null || type === Cell.true || type === Cell.false || type === Cell.number) {
    return statedValue(value, limit, forbid);
  }
  return null;
}

function constant(text: string, profile: Profile, forbid: string): Fact | null {
  if (profile.absent > 0 || profile.index?.counts.length !== 1) return null;
  const { name } = profile.column;
  const value = stated(text, profile, profile.index.firsts[0] ?? 0, WORD_BYTES, forbid);
  if (value === null) return null;
  return { section: "all", text: `${name}=${value}`, weight: isStateName(name) ? 90 : 70 };
}

function enumeration(text: string, profile: Profile, forbid: string): Fact | null {
  const { index, absent } = profile;
  if (index === null || index.counts.length > ENUMERATED_VALUES) return null;
  const { name } = profile.column;
  if (index.counts.length > FEW_VALUES) {
    // A list of many values that hardly repeat says less than its length costs; of amounts, range and sum say more.
    if (index.counts.length * MIN_REPEATS > profile.units - absent) return null;
    // Of times, first and last.
    if (profile.numbers !== null && !isStateName(name)) return null;
    if (isTimeValue(literal(text, profile, index.firsts[0] ?? 0))) return null;
  }
  const parts: string[] = [];
  for (let code = 0; code < index.counts.length; code++) {
    const value = stated(text, profile, index.firsts[code] ?? 0, ENUMERATED_BYTES, forbid);
    if (value === null) return null;
    parts.push(`${value}×${index.counts[code]}`);
  }
  if (absent > 0) parts.push(`absent×${absent}`);
  return {
    section: "each",
    text: `${name}: ${parts.join(" ")}`,
    weight: enumerationWeight(name, index.counts.length, absent),
  };
}

/** A field of one value that some units lack says little; states are what readers ask for first. */
function enumerationWeight(name: string, values: number, absent: number): number {
  const base = values === 1 && absent > 0 ? 62 : values <= FEW_VALUES ? 100 : 72;
  return base + (isStateName(name) ? 20 : 0) - values / 4;
}

function dense(text: string, profile: Profile, forbid: string): Fact | null {
  const { column, absent, index, numbers } = profile;
  if (absent > 0 || (index === null && numbers === null)) return null;
  // Numbers among strings, or strings that read like numbers among others, cannot be told from each other.
  const strings = profile.types[Cell.string] ?? 0;
  if (numbers === null && strings !== profile.units) return null;
  const set = denseSet(text, column.starts, column.ends, (unit) => column.types[unit] !== Cell.absent);
  if (set === null || set.distinct < 3) return null;
  // Numbers that repeat are measured, not given out: they have a range and a sum.
  if (numbers !== null && (set.distinct < profile.units || !numbers.integers)) return null;
  const parts: string[] = [];
  for (const [first, last] of set.segments) {
    const a = statedValue(first, WORD_BYTES, forbid);
    const b = statedValue(last, WORD_BYTES, forbid);
    if (a === null || b === null || a.startsWith('"')) return null;
    if (numbers === null && column.typed && looksLiteral(first)) return null;
    const part = first === last ? a : statedRange(a, b);
    if (part === null) return null;
    parts.push(part);
  }
  const list = parts.join(" ");
  if (list.length > DENSE_CHARS) return null;
  return {
    section: "each",
    text: `${column.name}: ${list} all ${set.distinct} present`,
    weight: list.length < 200 ? 105 : 82,
  };
}

/** The names of a short list, one by one: the set is exactly these. */
function list(text: string, profile: Profile, forbid: string): Fact | null {
  const { index, absent, column, types, units } = profile;
  if (index === null || absent > 0 || (types[Cell.string] ?? 0) !== units) return null;
  if (index.counts.length !== units || units > LISTED_VALUES) return null;
  const values: string[] = [];
  for (const unit of index.firsts) {
    const value = literal(text, profile, unit);
    const word = statedValue(value, ENUMERATED_BYTES, forbid);
    if (word === null || word.startsWith('"') || (column.typed && looksLiteral(value))) return null;
    values.push(word);
  }
  const words = values.join(" ");
  if (words.length > DENSE_CHARS) return null;
  return { section: "each", text: `${column.name}: ${words} all ${units} present`, weight: 61 };
}

/** Bytewise smallest and largest of all values. */
function coverage(text: string, profile: Profile, forbid: string): Fact | null {
  const { index, absent, column } = profile;
  if (index === null || (profile.types[Cell.string] ?? 0) + absent !== profile.units) return null;
  let min = literal(text, profile, index.firsts[0] ?? 0);
  let max = min;
  for (const unit of index.firsts) {
    const value = literal(text, profile, unit);
    if (compareUtf8(value, min) < 0) min = value;
    if (compareUtf8(value, max) > 0) max = value;
  }
  const a = statedValue(min, WORD_BYTES, forbid);
  const b = statedValue(max, WORD_BYTES, forbid);
  // Only bare words: a JSON string around A..B would have two readings.
  if (a === null || b === null || a.startsWith('"') || b.startsWith('"')) return null;
  if (column.typed && (looksLiteral(min) || looksLiteral(max))) return null;
  const ends = statedRange(a, b);
  if (ends === null) return null;
  const missing = absent > 0 ? `, absent×${absent}` : "";
  return {
    section: "each",
    text: `${column.name}: ${index.counts.length} distinct, ${ends}${missing}`,
    weight: isIdName(column.name) ? 60 : 40,
  };
}

function rangeAndSum(text: string, profile: Profile): Fact[] {
  const { numbers, column, absent } = profile;
  if (numbers === null) return [];
  const min = statedValue(literal(text, profile, numbers.minUnit), WORD_BYTES);
  const max = statedValue(literal(text, profile, numbers.maxUnit), WORD_BYTES);
  const facts: Fact[] = [];
  const weight = isAmountName(column.name) ? 96 : isIdName(column.name) ? 50 : 86;
  if (min !== null && max !== null) {
    const missing = absent > 0 ? ` absent×${absent}` : "";
    facts.push({ section: "range", text: `${column.name}=${min}..${max}${missing}`, weight });
  }
  if (absent === 0 && !isIdName(column.name) && !isTimeName(column.name)) {
    const sum = new DecimalSum();
    for (let unit = 0; unit < profile.units; unit++) {
      sum.add(text, column.starts[unit] ?? 0, column.ends[unit] ?? 0);
    }
    const total = sum.total();
    if (total !== null && total.length <= WORD_BYTES) {
      facts.push({ section: "sum", text: `${column.name}=${total}`, weight: weight - 2 });
    }
  }
  return facts;
}

/** First and last value in the units' order, for times and positions. */
function span(text: string, profile: Profile, forbid: string): Fact | null {
  const { column, absent, units } = profile;
  if (absent > 0 || (profile.types[Cell.string] ?? 0) !== units) return null;
  const first = literal(text, profile, 0);
  const last = literal(text, profile, units - 1);
  if (!isTimeValue(first) || !isTimeValue(last)) return null;
  const a = statedValue(first, WORD_BYTES, forbid);
  const b = statedValue(last, WORD_BYTES, forbid);
  const ends = a === null || b === null ? null : statedRange(a, b);
  return ends === null ? null : { section: "span", text: `${column.name}=${ends}`, weight: 88 };
}

export function columnFacts(text: string, profile: Profile, forbid: string): Fact[] {
  const units = profile.units;
  if ((profile.types[Cell.nested] ?? 0) > 0 || (profile.types[Cell.escaped] ?? 0) > 0) return [];
  const whole = constant(text, profile, forbid) ?? enumeration(text, profile, forbid);
  if (whole !== null) return [whole];
  const facts: Fact[] = [];
  const time = span(text, profile, forbid);
  if (time !== null) facts.push(time);
  const set = units > 0 && time === null ? dense(text, profile, forbid) : null;
  if (set !== null) return [set];
  if (profile.numbers !== null) return [...facts, ...rangeAndSum(text, profile)];
  const covered = time === null ? (list(text, profile, forbid) ?? coverage(text, profile, forbid)) : null;
  return covered === null ? facts : [...facts, covered];
}
