/** Decides which units of a table stay visible (promises 4 and 5 of the engine). */
import { type Profile, profile } from "../columns/profile.ts";
import { type Checkpoint, Thrift, type ThriftStep } from "../contract.ts";
import type { UnitTable } from "../table.ts";
import { showCategories } from "./categories.ts";
import { chooseFailures, findFailures } from "./failures.ts";
import { findChanges, findOutliers, findSwitches } from "./numbers.ts";
import { findMatches } from "./query.ts";
import { groupUnits, showGroups } from "./resemblance.ts";

/** Fewer units are all shown: a marker would cost as much as it saves. */
export const MIN_UNITS = 8;
/** Elision goes ahead only if this share of the characters goes; else repetition is not what the data is. */
const MIN_DROPPED_SHARE = 0.3;
/** Runs that cost no more than their marker are shown, and single units up to some more: they read better. */
const MARKER_CHARS = 48;
const SINGLE_CHARS = 128;

export interface ElideOptions {
  readonly query: string;
  readonly checkpoint: Checkpoint;
  /** Instead of `MIN_DROPPED_SHARE`, where what repeats is worth leaving out among much that does not. */
  readonly minDroppedShare?: number;
  readonly thrift?: ThriftStep;
}

export interface Elision {
  readonly table: UnitTable;
  readonly profiles: readonly Profile[];
  /** 1 per unit that stays visible. */
  readonly shown: Uint8Array;
  readonly dropped: number;
  /** Characters of the dropped units. */
  readonly droppedChars: number;
}

/** A stretch of units that are all shown, or all dropped. `to` is exclusive. */
export interface Segment {
  readonly shown: boolean;
  readonly from: number;
  readonly to: number;
}

export function segments(shown: Uint8Array): Segment[] {
  const out: Segment[] = [];
  for (let from = 0; from < shown.length; ) {
    let to = from + 1;
    while (to < shown.length && shown[to] === shown[from]) to++;
    out.push({ shown: shown[from] === 1, from, to });
    from = to;
  }
  return out;
}

/** Numbers with few values are categories; where they are ids or times, nothing in them is an outlier. */
function showNumericSignal(profiles: readonly Profile[], show: (unit: number) => void): void {
  for (const { numbers, index } of profiles) {
    if (numbers === null || index !== null) continue;
    for (const unit of findOutliers(numbers)) show(unit);
    for (const unit of findChanges(numbers)) {
      show(unit - 1);
      show(unit);
    }
  }
}

/** The units to drop, or null where too little would go (every unit distinct, or few units). */
export function elide(table: UnitTable, options: ElideOptions): Elision | null {
  const { query, checkpoint, minDroppedShare = MIN_DROPPED_SHARE, thrift = Thrift.none } = options;
  const { count } = table;
  if (count < MIN_UNITS) return null;
  const profiles = table.columns.map((column) => {
    checkpoint();
    return profile(table.text, column);
  });
  const groups = groupUnits(table, profiles, checkpoint);
  const shown = new Uint8Array(count);
  const show = (unit: number): void => {
    shown[unit] = 1;
  };
  if (table.pinned !== undefined) shown.set(table.pinned);
  show(0);
  show(count - 1);
  chooseFailures(findFailures(table, profiles), thrift >= Thrift.signal).forEach(show);
  if (thrift < Thrift.signal) {
    for (const p of profiles) {
      for (const unit of findSwitches(p)) {
        show(unit - 1);
        show(unit);
      }
    }
    showNumericSignal(profiles, show);
  }
  if (query !== "") {
    const matches = findMatches(table, query, checkpoint);
    matches.slice(0, thrift < Thrift.matches ? matches.length : 1).forEach(show);
  }
  if (thrift < Thrift.examples) showCategories(table, profiles, shown);
  showGroups(table, groups, shown, checkpoint);

  const chars = (from: number, to: number): number => (table.ends[to - 1] ?? 0) - (table.starts[from] ?? 0);
  let dropped = 0;
  let droppedChars = 0;
  for (const { shown: on, from, to } of segments(shown)) {
    if (on) continue;
    const size = chars(from, to);
    if (size < MARKER_CHARS || (to - from === 1 && size < SINGLE_CHARS)) {
      shown.fill(1, from, to);
      continue;
    }
    dropped += to - from;
    droppedChars += size;
  }
  if (droppedChars < minDroppedShare * chars(0, count)) return null;
  return { table, profiles, shown, dropped, droppedChars };
}
