/** Walks a JSON document and decides which of its collections are elided. */
import { Json, type JsonTape } from "../../text/json.ts";
import type { Checkpoint } from "../contract.ts";
import { type Elision, elide, MIN_UNITS } from "../elide/elide.ts";
import { tableOf, type UnitNodes } from "./fields.ts";

/** Deeper containers are copied as they are: neither walked nor a danger to the stack. */
export const MAX_DEPTH = 200;
/** A collection, or a shown unit, of fewer characters is not looked into: nothing is to be gained there. */
const MIN_CHARS = 512;
/** Members of an object are units of a map where at least this share of them are objects. */
const MAP_SHARE = 0.75;

export interface Plan {
  /** The elided collections by their container's node. */
  readonly elisions: ReadonlyMap<number, Elision>;
  readonly droppedChars: number;
}

export interface PlanOptions {
  readonly query: string;
  readonly checkpoint: Checkpoint;
}

/** Units of an array, or of an object that is used as a map; null where `node` is no collection. */
function unitsOf(tape: JsonTape, node: number): UnitNodes | null {
  const end = tape.next[node] ?? 0;
  const isArray = tape.types[node] === Json.array;
  let count = 0;
  let objects = 0;
  for (let at = node + 1; at < end; count++) {
    const value = isArray ? at : at + 1;
    if (tape.types[value] === Json.object) objects++;
    at = tape.next[value] ?? end;
  }
  if (count < MIN_UNITS || (!isArray && objects < count * MAP_SHARE)) return null;
  const values = new Int32Array(count);
  const keys = isArray ? null : new Int32Array(count);
  for (let at = node + 1, i = 0; at < end; i++) {
    const value = isArray ? at : at + 1;
    if (keys !== null) keys[i] = at;
    values[i] = value;
    at = tape.next[value] ?? end;
  }
  return { values, keys };
}

/** Tables of many kinds are tried again with nested objects taken as one value each. */
function elideCollection(tape: JsonTape, units: UnitNodes, options: PlanOptions): Elision | null {
  const noun = units.keys === null ? "items" : "keys";
  const deep = tableOf(tape, units, noun, options.checkpoint);
  if (deep.kindCount * 3 > deep.count) {
    const shallow = tableOf(tape, units, noun, options.checkpoint, 1);
    if (shallow.kindCount * 2 < deep.kindCount) return elide(shallow, options);
  }
  return elide(deep, options);
}

export function planElisions(tape: JsonTape, options: PlanOptions): Plan {
  const elisions = new Map<number, Elision>();
  let droppedChars = 0;
  const walk = (node: number, depth: number): void => {
    const type = tape.types[node] ?? 0;
    if (type > Json.array || depth > MAX_DEPTH) return;
    if ((tape.ends[node] ?? 0) - (tape.starts[node] ?? 0) < MIN_CHARS) return;
    const units = unitsOf(tape, node);
    const elision = units === null ? null : elideCollection(tape, units, options);
    if (elision !== null) {
      elisions.set(node, elision);
      droppedChars += elision.droppedChars;
    }
    const end = tape.next[node] ?? 0;
    for (let at = node + 1, i = 0; at < end; i++) {
      const value = type === Json.array ? at : at + 1;
      if (elision === null || elision.shown[i] === 1) walk(value, depth + 1);
      at = tape.next[value] ?? end;
    }
  };
  walk(0, 0);
  return { elisions, droppedChars };
}
