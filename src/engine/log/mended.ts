/** Which entries of a build or a test run stay because something in them has to be mended. */
import type { Role } from "./results.ts";

/**
 * Failing tests and problems with a place all stay up to so many characters: each is there to be mended. That is about
 * 16,000 tokens; hosts take 25,000 of one result.
 */
export const MAX_MENDED_CHARS = 65_536;
/** Other failures up to this many all stay: each has a message of its own … */
const MAX_PINNED_FAILURES = 64;
/** … unless more than this many of them are of one kind: then it is repetition, and a few stand for the others. */
const MAX_PINNED_PER_KIND = 12;
/** Traces of one kind beyond this many are repetition, of which the first ones and the last stay. */
const TRACES_WHOLE = 4;
const TRACES_FIRST = 2;

/**
 * Takes the mark of a failure from repeated traces: like frames below like messages, again and again.
 * @param traces 1 for entries of several lines that are no reports of tests
 */
export function thinTraces(failing: Uint8Array, traces: Uint8Array, kinds: Int32Array): void {
  const units = new Map<number, number[]>();
  for (let e = 0; e < failing.length; e++) {
    if (failing[e] !== 1 || traces[e] !== 1) continue;
    const kind = kinds[e] as number;
    const list = units.get(kind);
    if (list === undefined) units.set(kind, [e]);
    else list.push(e);
  }
  for (const list of units.values()) {
    if (list.length <= TRACES_WHOLE) continue;
    for (const e of list.slice(TRACES_FIRST, -1)) failing[e] = 0;
  }
}

/** What an entry is in a list of things to mend. */
export const Mended = {
  none: 0,
  /** A problem with its place, or a failing test with what is known about it. */
  whole: 1,
  /** The verdict on a failing test, and no more. */
  verdict: 2,
  /** One line of a list of failing tests. */
  name: 3,
  /** Place and message of a failing test that is named elsewhere. */
  place: 4,
} as const;

/** @param failing whether the entry shows a failure, on whichever line */
export function mendedOf(role: Role, failing: boolean, hasDetails: boolean): number {
  if (role.problem || (role.report && hasDetails)) return Mended.whole;
  if (failing && hasDetails && (role.testFailure || role.namedTest)) return Mended.whole;
  if (role.namedFailure) return Mended.name;
  if (role.placedFailure) return Mended.place;
  return role.testFailure ? Mended.verdict : Mended.none;
}

/** What the entries of a build or a test run say of what has to be mended. */
export interface Failing {
  /** 1 per entry that shows a failure. */
  readonly failing: Uint8Array;
  readonly kinds: Int32Array;
  /** One of `Mended` per entry. */
  readonly mended: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** Where they are more, the first ones up to this many stay beside those that stand for a kind. */
const FIRST_MENDED_CHARS = MAX_MENDED_CHARS / 4;

/**
 * Pins what has to be mended: each problem and each failing test with all that is known about it; where that is too
 * much, the first of them and all names, so that every failing test that has one is in view.
 */
function pinMended({ mended, failing, starts, ends }: Failing, pinned: Uint8Array): void {
  const counts = [0, 0, 0, 0, 0];
  const chars = [0, 0, 0, 0, 0];
  for (const [e, what] of mended.entries()) {
    counts[what] = (counts[what] ?? 0) + 1;
    chars[what] = (chars[what] ?? 0) + (ends[e] as number) - (starts[e] as number);
  }
  const of = (what: number) => ({ count: counts[what] ?? 0, chars: chars[what] ?? 0 });
  const whole = of(Mended.whole);
  // Failing tests may be named twice, by their verdicts and in a list: once is enough.
  const naming = of(Mended.verdict).count >= of(Mended.name).count ? Mended.verdict : Mended.name;
  const names = of(naming);
  // Where each failing test has a report, its name among the others tells nothing more.
  const both = names.count > whole.count;
  const reports = whole.chars + of(Mended.place).chars;
  const all = reports + (both ? names.chars : 0) <= MAX_MENDED_CHARS;
  const named = all ? both : names.chars <= MAX_MENDED_CHARS;
  let room = all ? reports : FIRST_MENDED_CHARS;
  for (const [e, what] of mended.entries()) {
    // Hundreds of warnings are repetition.
    const report = (what === Mended.whole || what === Mended.place) && (all || failing[e] === 1);
    if (report) room -= (ends[e] as number) - (starts[e] as number);
    if ((report && room >= 0) || (what === naming && named)) pinned[e] = 1;
  }
}

/** Pins failing tests and problems, and other failing entries where they are few and of many kinds. */
export function pinFailures(found: Failing, pinned: Uint8Array): void {
  const { failing, kinds } = found;
  pinMended(found, pinned);
  const perKind = new Map<number, number>();
  let all = 0;
  for (let e = 0; e < failing.length; e++) {
    if (failing[e] !== 1 || pinned[e] === 1) continue;
    const kind = kinds[e] as number;
    perKind.set(kind, (perKind.get(kind) ?? 0) + 1);
    if (++all > MAX_PINNED_FAILURES) return;
  }
  for (let e = 0; e < failing.length; e++) {
    if (failing[e] === 1 && (perKind.get(kinds[e] as number) ?? 0) <= MAX_PINNED_PER_KIND) pinned[e] = 1;
  }
}
