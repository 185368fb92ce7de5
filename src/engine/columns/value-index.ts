/**
 * Dictionary encoding of a column: equal values get equal codes. Works on slices of the input by open addressing
 * with verified hits, so that no string is made per cell.
 */
import { Cell, type Column } from "../table.ts";

export interface ValueIndex {
  /** Code per unit, -1 where the field is absent. Codes count from 0 in order of appearance. */
  readonly codes: Int32Array;
  /** First unit with each code. */
  readonly firsts: readonly number[];
  /** How many units have each code. */
  readonly counts: readonly number[];
}

/** A lookup that meets more strangers than this gives up: it keeps crafted collisions from costing square time. */
const MAX_PROBES = 256;

export function hashSlice(text: string, start: number, end: number, seed: number): number {
  let h = seed ^ (end - start);
  for (let i = start; i < end; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  return (h ^ (h >>> 13)) >>> 0;
}

export function sameSlice(text: string, a: number, aEnd: number, b: number, bEnd: number): boolean {
  if (aEnd - a !== bEnd - b) return false;
  for (; a < aEnd; a++, b++) if (text.charCodeAt(a) !== text.charCodeAt(b)) return false;
  return true;
}

/** The column's index, or null where it has more than `limit` values. */
export function indexValues(text: string, column: Column, limit: number): ValueIndex | null {
  const { starts, ends, types } = column;
  const codes = new Int32Array(types.length).fill(-1);
  const firsts: number[] = [];
  const counts: number[] = [];
  const hashes: number[] = [];
  let slots = new Int32Array(64);
  let previous = -1;
  /** Whether the value in `unit` is the one that has `code`. */
  const has = (code: number, unit: number): boolean => {
    const first = firsts[code] ?? 0;
    if (types[first] !== types[unit]) return false;
    return sameSlice(text, starts[unit] ?? 0, ends[unit] ?? 0, starts[first] ?? 0, ends[first] ?? 0);
  };
  for (let unit = 0; unit < types.length; unit++) {
    const type = types[unit] ?? 0;
    if (type === Cell.absent) continue;
    // Neighbours are often equal.
    if (previous >= 0 && has(previous, unit)) {
      codes[unit] = previous;
      counts[previous] = (counts[previous] ?? 0) + 1;
      continue;
    }
    const hash = hashSlice(text, starts[unit] ?? 0, ends[unit] ?? 0, type);
    let slot = hash & (slots.length - 1);
    let code = -1;
    for (let probes = 0; ; probes++) {
      const held = (slots[slot] ?? 0) - 1;
      if (held < 0) break;
      if (hashes[held] === hash && has(held, unit)) {
        code = held;
        break;
      }
      if (probes > MAX_PROBES) return null;
      slot = (slot + 1) & (slots.length - 1);
    }
    if (code < 0) {
      if (firsts.length === limit) return null;
      code = firsts.length;
      firsts.push(unit);
      counts.push(0);
      hashes.push(hash);
      slots[slot] = code + 1;
      if (firsts.length * 2 > slots.length) slots = rehash(hashes, slots.length * 4);
    }
    counts[code] = (counts[code] ?? 0) + 1;
    codes[unit] = code;
    previous = code;
  }
  return { codes, firsts, counts };
}

function rehash(hashes: readonly number[], size: number): Int32Array<ArrayBuffer> {
  const slots = new Int32Array(size);
  for (let code = 0; code < hashes.length; code++) {
    let slot = (hashes[code] ?? 0) & (size - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (size - 1);
    slots[slot] = code + 1;
  }
  return slots;
}
