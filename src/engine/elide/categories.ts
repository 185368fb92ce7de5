/** One unit of each kind and of each value of every few-valued field stays visible, by as few units as possible. */
import type { Profile } from "../columns/profile.ts";
import { Cell, type UnitTable } from "../table.ts";

/** A field with more values than this is no category. */
export const CATEGORY_VALUES = 12;
/** A category's value is met this many times on average; else the field is nearly unique. */
const MIN_REPEATS = 4;
/** Fields that are looked at, those with the fewest values first. */
const MAX_COLUMNS = 32;

interface Want {
  /** Per unit, which of the values it has; -1 none. */
  readonly codes: ArrayLike<number>;
  /** Values that no shown unit has yet. */
  readonly open: Set<number>;
  /** A unit for each value. */
  readonly firsts: readonly number[];
}

function wantsOf(profiles: readonly Profile[]): Want[] {
  const wants: Want[] = [];
  for (const { index, units, absent } of profiles) {
    const values = index?.counts.length ?? 0;
    if (index === null || values < 2 || values > CATEGORY_VALUES) continue;
    if (values * MIN_REPEATS > units - absent) continue;
    wants.push({ codes: index.codes, open: new Set(index.counts.keys()), firsts: index.firsts });
  }
  wants.sort((a, b) => a.firsts.length - b.firsts.length);
  wants.length = Math.min(wants.length, MAX_COLUMNS);
  // Types of a field that is now null, now text, now nested; absence is part of the kind already.
  for (const { column, types, index } of profiles) {
    if (index !== null && index.counts.length <= CATEGORY_VALUES) continue;
    const present = types.flatMap((n, type) => (n > 0 && type !== Cell.absent ? [type] : []));
    if (present.length < 2) continue;
    const firsts: number[] = [];
    for (const type of present) firsts[type] = column.types.indexOf(type);
    wants.push({ codes: column.types, open: new Set(present), firsts });
  }
  return wants;
}

function cover(wants: readonly Want[], unit: number): void {
  for (const want of wants) want.open.delete(want.codes[unit] ?? -1);
}

/** Shows further units until every wanted value is on view: greedily, and next to shown units where that is equal. */
export function showCategories(table: UnitTable, profiles: readonly Profile[], shown: Uint8Array): void {
  const wants = wantsOf(profiles);
  for (let unit = 0; unit < table.count; unit++) if (shown[unit] === 1) cover(wants, unit);
  const near = new Set<number>();
  const addNeighbours = (unit: number): void => {
    for (const n of [unit - 1, unit + 1]) if (n >= 0 && n < table.count && shown[n] === 0) near.add(n);
  };
  for (let unit = 0; unit < table.count; unit++) if (shown[unit] === 1) addNeighbours(unit);
  for (;;) {
    const open = wants.filter((want) => want.open.size > 0);
    if (open.length === 0) return;
    const candidates = new Set(near);
    for (const want of open) for (const code of want.open) candidates.add(want.firsts[code] ?? 0);
    let best = -1;
    let bestGain = 0;
    for (const unit of candidates) {
      if (shown[unit] === 1) continue;
      let gain = near.has(unit) ? 0.4 : 0;
      let new_ = 0;
      for (const want of open) if (want.open.has(want.codes[unit] ?? -1)) new_++;
      if (new_ === 0) continue;
      gain += new_;
      if (gain > bestGain || (gain === bestGain && unit < best)) {
        best = unit;
        bestGain = gain;
      }
    }
    if (best < 0) return;
    shown[best] = 1;
    near.delete(best);
    addNeighbours(best);
    cover(open, best);
  }
}
