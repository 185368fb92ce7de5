/**
 * Groups of units that certainly resemble each other: the same kind, and in every field of prose the same wording up to
 * digits. Most units are settled by a hash here; the rest is compared word by word in resemblance.ts.
 */
import type { Profile } from "../columns/profile.ts";
import type { Checkpoint } from "../contract.ts";
import { Cell, type Column, type UnitTable } from "../table.ts";
import { eachString, Wording } from "./words.ts";

export interface Groups {
  /** Group per unit, from 0 in order of appearance. */
  readonly of: Int32Array;
  /** The shortest unit of each group, which shows the group at the least cost. */
  readonly shortest: readonly number[];
  readonly sizes: readonly number[];
}

/** Units between two calls of the checkpoint. */
const CHECK_EVERY = 4096;

/** One pair of 32-bit hashes per unit and the set of groups, keyed by both. */
class Grouping {
  private readonly ids = new Map<number, Map<number, number>>();
  readonly shortest: number[] = [];
  private readonly chars: number[] = [];
  readonly sizes: number[] = [];

  add(unit: number, chars: number, a: number, b: number): number {
    let inner = this.ids.get(a);
    if (inner === undefined) {
      inner = new Map();
      this.ids.set(a, inner);
    }
    let id = inner.get(b);
    if (id === undefined) {
      id = this.shortest.length;
      inner.set(b, id);
      this.shortest.push(unit);
      this.chars.push(chars);
      this.sizes.push(0);
    } else if (chars < (this.chars[id] ?? 0)) {
      this.shortest[id] = unit;
      this.chars[id] = chars;
    }
    this.sizes[id] = (this.sizes[id] ?? 0) + 1;
    return id;
  }
}

function mix(h: number, value: number): number {
  h = Math.imul(h ^ value, 0x9e3779b1);
  return h ^ (h >>> 15);
}

/** Whether a cell can be prose at all. */
export function mayBeProse(type: number): boolean {
  return type === Cell.string || type === Cell.escaped || type === Cell.nested;
}

/** The wording of a cell; of a nested value, that of all its strings of prose together. */
class CellWording {
  private readonly one = new Wording();
  prose = false;
  hash = 0;
  hash2 = 0;

  constructor(
    private readonly table: UnitTable,
    private readonly column: Column,
  ) {}

  read(unit: number): void {
    const { text, columns } = this.table;
    const { one, column } = this;
    const type = column.types[unit];
    const start = column.starts[unit] ?? 0;
    const end = column.ends[unit] ?? 0;
    this.prose = false;
    this.hash = this.hash2 = 0;
    const take = (from: number, to: number, escaped: boolean): void => {
      one.read(text, from, to, escaped, columns.length === 1);
      if (!one.prose) return;
      this.prose = true;
      this.hash = mix(this.hash, one.hash);
      this.hash2 = mix(this.hash2, one.hash2);
    };
    if (type === Cell.nested) eachString(text, start, end, (from, to) => take(from, to, true));
    else take(start, end, type === Cell.escaped);
  }
}

/** Folds the wording of one column into every unit's pair of hashes. */
function foldColumn(
  table: UnitTable,
  profile: Profile,
  hashes: [Int32Array, Int32Array],
  salt: number,
): void {
  const [a, b] = hashes;
  const { column, index } = profile;
  const wording = new CellWording(table, column);
  const fold = (unit: number): void => {
    a[unit] = mix((a[unit] ?? 0) + salt, wording.hash);
    b[unit] = mix((b[unit] ?? 0) ^ salt, wording.hash2);
  };
  if (index === null) {
    for (let unit = 0; unit < table.count; unit++) {
      if (!mayBeProse(column.types[unit] ?? 0)) continue;
      wording.read(unit);
      if (wording.prose) fold(unit);
    }
    return;
  }
  // Equal values are worded alike: each is read once.
  const known = index.firsts.map((unit) => {
    if (!mayBeProse(column.types[unit] ?? 0)) return null;
    wording.read(unit);
    return wording.prose ? ([wording.hash, wording.hash2] as const) : null;
  });
  if (known.every((hash) => hash === null)) return;
  for (let unit = 0; unit < table.count; unit++) {
    const hash = known[index.codes[unit] ?? -1];
    if (hash === null || hash === undefined) continue;
    [wording.hash, wording.hash2] = hash;
    fold(unit);
  }
}

function mayHoldProse({ types, numbers }: Profile): boolean {
  const texts = (types[Cell.string] ?? 0) + (types[Cell.escaped] ?? 0) + (types[Cell.nested] ?? 0);
  return numbers === null && texts > 0;
}

function groupsOfKinds({ kinds, kindCount, starts, ends, count }: UnitTable): Groups {
  const shortest = new Array<number>(kindCount).fill(-1);
  const chars = new Array<number>(kindCount).fill(0);
  const sizes = new Array<number>(kindCount).fill(0);
  for (let unit = 0; unit < count; unit++) {
    const kind = kinds[unit] ?? 0;
    const own = (ends[unit] ?? 0) - (starts[unit] ?? 0);
    sizes[kind] = (sizes[kind] ?? 0) + 1;
    if ((shortest[kind] ?? -1) >= 0 && own >= (chars[kind] ?? 0)) continue;
    shortest[kind] = unit;
    chars[kind] = own;
  }
  return { of: kinds, shortest, sizes };
}

export function groupUnits(table: UnitTable, profiles: readonly Profile[], checkpoint: Checkpoint): Groups {
  const worded = table.kindsResemble ? [] : [...profiles.entries()].filter(([, p]) => mayHoldProse(p));
  // Units of a kind then differ in nothing that counts.
  if (worded.length === 0) return groupsOfKinds(table);
  const a = new Int32Array(table.count);
  const b = new Int32Array(table.count);
  for (const [i, profile] of worded) {
    foldColumn(table, profile, [a, b], i + 1);
    checkpoint();
  }
  const of = new Int32Array(table.count);
  const grouping = new Grouping();
  for (let unit = 0; unit < table.count; unit++) {
    if (unit % CHECK_EVERY === 0) checkpoint();
    const kind = table.kinds[unit] ?? 0;
    const chars = (table.ends[unit] ?? 0) - (table.starts[unit] ?? 0);
    of[unit] = grouping.add(unit, chars, mix(a[unit] ?? 0, kind), mix((b[unit] ?? 0) + 1, kind));
  }
  return { of, shortest: grouping.shortest, sizes: grouping.sizes };
}
