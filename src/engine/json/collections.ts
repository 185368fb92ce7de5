/** Finds the collections of a JSON document: arrays, and objects used as maps of like-shaped values. */
import { Json, type JsonTape } from "../../text/json.ts";
import { MIN_UNITS } from "../elide/elide.ts";

export interface UnitNodes {
  /** Node of each unit's value. */
  readonly values: Int32Array;
  /** For members of an object: the key's node, where the unit begins. */
  readonly keys: Int32Array | null;
  /** The key that the collection itself stands behind, as it is spelled; null for an array, or where it is not known. */
  readonly name: string | null;
}

/** Members of an object are units of a map where at least this share of them are values of one type. */
const MAP_SHARE = 0.75;
/** A map of scalars has this many members: fewer are a record, whatever its keys look like. */
const MIN_SCALARS = 24;
/** Above this many members nobody wrote the keys as names of fields. */
const MANY_SCALARS = 64;

/** Keys that are data (`1.2.3`, `2026-01-01`, `src/a.ts`), not names of fields. */
const FIELD_NAME = /^[A-Za-z_$][A-Za-z_$-]*$/;

function keysAreData(tape: JsonTape, node: number): boolean {
  let odd = 0;
  let count = 0;
  const end = tape.next[node] ?? 0;
  for (let key = node + 1; key < end; key = tape.next[key + 1] ?? end) {
    count++;
    const name = tape.text.slice((tape.starts[key] ?? 0) + 1, (tape.ends[key] ?? 0) - 1);
    if (!FIELD_NAME.test(name)) odd++;
  }
  return odd >= count * MAP_SHARE;
}

/** A key that looks like those of marker members (`…1`) leaves them no place. */
function hasMarkerKey(tape: JsonTape, node: number): boolean {
  const end = tape.next[node] ?? 0;
  for (let key = node + 1; key < end; key = tape.next[key + 1] ?? end) {
    const start = (tape.starts[key] ?? 0) + 1;
    if (tape.text.startsWith("…", start) || tape.text.startsWith("\\u2026", start)) return true;
  }
  return false;
}

function isMap(tape: JsonTape, node: number, count: number, byType: readonly number[]): boolean {
  if ((byType[Json.object] ?? 0) >= count * MAP_SHARE) return true;
  if (count < MIN_SCALARS) return false;
  const strings = (byType[Json.string] ?? 0) + (byType[Json.escaped] ?? 0);
  const booleans = (byType[Json.true] ?? 0) + (byType[Json.false] ?? 0);
  const most = Math.max(strings, booleans, byType[Json.number] ?? 0, byType[Json.array] ?? 0);
  return most >= count * MAP_SHARE && (count >= MANY_SCALARS || keysAreData(tape, node));
}

/**
 * Units of an array, or of an object that is used as a map; null where `node` is no collection of enough units.
 * @param behind node of the key that it stands behind
 */
export function collectionAt(tape: JsonTape, node: number, behind: number | null = null): UnitNodes | null {
  const end = tape.next[node] ?? 0;
  const isArray = tape.types[node] === Json.array;
  if (!isArray && tape.types[node] !== Json.object) return null;
  const byType = new Array<number>(9).fill(0);
  let count = 0;
  for (let at = node + 1; at < end; count++) {
    const value = isArray ? at : at + 1;
    const type = tape.types[value] ?? 0;
    byType[type] = (byType[type] ?? 0) + 1;
    at = tape.next[value] ?? end;
  }
  if (count < MIN_UNITS || (!isArray && !isMap(tape, node, count, byType))) return null;
  if (!isArray && hasMarkerKey(tape, node)) return null;
  const values = new Int32Array(count);
  const keys = isArray ? null : new Int32Array(count);
  for (let at = node + 1, i = 0; at < end; i++) {
    const value = isArray ? at : at + 1;
    if (keys !== null) keys[i] = at;
    values[i] = value;
    at = tape.next[value] ?? end;
  }
  const name = isArray || behind === null ? null : tape.slice(behind).slice(1, -1);
  return { values, keys, name };
}
