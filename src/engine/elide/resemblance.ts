/**
 * Promise 4: a unit may go only where a unit that stays resembles it. Units are grouped so that members of a group
 * certainly resemble each other: same kind, and in every field of prose the same wording up to digits.
 */
import type { Profile } from "../columns/profile.ts";
import type { Checkpoint } from "../contract.ts";
import { Cell, type UnitTable } from "../table.ts";
import { eachWord, wordingOf } from "./words.ts";

export interface Groups {
  /** Group per unit, from 0 in order of appearance. */
  readonly of: Int32Array;
  readonly firsts: readonly number[];
  readonly sizes: readonly number[];
}

/** Units between two calls of the checkpoint. */
const CHECK_EVERY = 4096;

/** One pair of 32-bit hashes per unit and the set of groups, keyed by both. */
class Grouping {
  private readonly ids = new Map<number, Map<number, number>>();
  readonly firsts: number[] = [];
  readonly sizes: number[] = [];

  add(unit: number, a: number, b: number): number {
    let inner = this.ids.get(a);
    if (inner === undefined) {
      inner = new Map();
      this.ids.set(a, inner);
    }
    let id = inner.get(b);
    if (id === undefined) {
      id = this.firsts.length;
      inner.set(b, id);
      this.firsts.push(unit);
      this.sizes.push(0);
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
function mayBeProse(type: number): boolean {
  return type === Cell.string || type === Cell.escaped || type === Cell.nested;
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
  const wording = (unit: number) =>
    wordingOf(
      table.text,
      column.starts[unit] ?? 0,
      column.ends[unit] ?? 0,
      column.types[unit] !== Cell.string,
      table.columns.length === 1,
    );
  const byCode = index?.firsts.map((unit) => (mayBeProse(column.types[unit] ?? 0) ? wording(unit) : null));
  if (byCode?.every((w) => w === null || !w.prose)) return;
  for (let unit = 0; unit < table.count; unit++) {
    if (!mayBeProse(column.types[unit] ?? 0)) continue;
    const w = byCode === undefined ? wording(unit) : byCode[index?.codes[unit] ?? -1];
    if (!w?.prose) continue;
    a[unit] = mix((a[unit] ?? 0) + salt, w.hash);
    b[unit] = mix((b[unit] ?? 0) ^ salt, w.hash2);
  }
}

export function groupUnits(table: UnitTable, profiles: readonly Profile[], checkpoint: Checkpoint): Groups {
  const a = new Int32Array(table.count);
  const b = new Int32Array(table.count);
  if (!table.kindsResemble) {
    for (const [i, profile] of profiles.entries()) {
      const prose = (profile.types[Cell.string] ?? 0) + (profile.types[Cell.escaped] ?? 0);
      if (profile.numbers !== null || prose + (profile.types[Cell.nested] ?? 0) === 0) continue;
      foldColumn(table, profile, [a, b], i + 1);
      checkpoint();
    }
  }
  const of = new Int32Array(table.count);
  const grouping = new Grouping();
  for (let unit = 0; unit < table.count; unit++) {
    if (unit % CHECK_EVERY === 0) checkpoint();
    const kind = table.kinds[unit] ?? 0;
    of[unit] = grouping.add(unit, mix(a[unit] ?? 0, kind), mix((b[unit] ?? 0) + 1, kind));
  }
  return { of, firsts: grouping.firsts, sizes: grouping.sizes };
}

/** Word lists are compared pair by pair only for this many groups, each with this many shown ones. */
const MAX_COMPARED = 4096;
const MAX_CANDIDATES = 64;

/** Words of each field of prose: total number, and those that all members of a group have. */
interface Fields {
  readonly words: Map<number, { total: number; plain: string[] }>;
}

function fieldsOf(table: UnitTable, unit: number): Fields {
  const words = new Map<number, { total: number; plain: string[] }>();
  for (const [i, column] of table.columns.entries()) {
    const type = column.types[unit] ?? 0;
    if (!mayBeProse(type)) continue;
    const start = column.starts[unit] ?? 0;
    const end = column.ends[unit] ?? 0;
    const escaped = type !== Cell.string;
    if (!wordingOf(table.text, start, end, escaped, table.columns.length === 1).prose) continue;
    const field = { total: 0, plain: [] as string[] };
    eachWord(table.text, start, end, escaped, (from, to, hasDigit) => {
      field.total++;
      if (!hasDigit) field.plain.push(table.text.slice(from, to));
    });
    words.set(i, field);
  }
  return { words };
}

/** Whether each field of prose of `hidden` has at least half of its words in the same field of `shown`. */
function resembles(hidden: Fields, shown: Map<number, Set<string>>): boolean {
  for (const [i, { total, plain }] of hidden.words) {
    const there = shown.get(i);
    if (there === undefined) return false;
    let shared = 0;
    for (const word of plain) if (there.has(word)) shared++;
    if (shared * 2 < total) return false;
  }
  return true;
}

/**
 * Shows one unit of every group that resembles none of the shown ones; large groups first, since they cover most.
 * Groups beyond what is compared show their first unit unseen, which is always safe.
 */
export function showGroups(
  table: UnitTable,
  groups: Groups,
  shown: Uint8Array,
  checkpoint: Checkpoint,
): void {
  const covered = new Uint8Array(groups.firsts.length);
  for (let unit = 0; unit < table.count; unit++) if (shown[unit] === 1) covered[groups.of[unit] ?? 0] = 1;
  const open = groups.firsts
    .map((_, group) => group)
    .filter((group) => covered[group] === 0)
    .sort((x, y) => (groups.sizes[y] ?? 0) - (groups.sizes[x] ?? 0) || x - y);
  if (open.length === 0) return;
  const compare = !table.kindsResemble && groups.firsts.length <= MAX_COMPARED;
  const shownByKind = new Map<number, Map<number, Set<string>>[]>();
  const remember = (unit: number, fields: Fields): void => {
    const kind = table.kinds[unit] ?? 0;
    const sets = new Map([...fields.words].map(([i, { plain }]) => [i, new Set(plain)] as const));
    const list = shownByKind.get(kind);
    if (list === undefined) shownByKind.set(kind, [sets]);
    else list.push(sets);
  };
  if (compare) {
    for (let unit = 0; unit < table.count; unit++) {
      if (shown[unit] === 1) remember(unit, fieldsOf(table, unit));
    }
  }
  for (const [n, group] of open.entries()) {
    if (n % 64 === 0) checkpoint();
    const unit = groups.firsts[group] ?? 0;
    if (compare) {
      const fields = fieldsOf(table, unit);
      const candidates = shownByKind.get(table.kinds[unit] ?? 0) ?? [];
      if (candidates.slice(-MAX_CANDIDATES).some((sets) => resembles(fields, sets))) continue;
      remember(unit, fields);
    }
    shown[unit] = 1;
  }
}
