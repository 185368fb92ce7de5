/** JSON values as a table of units: every unit's objects are followed down to their leaves, each a column by its path. */
import { Json, type JsonTape } from "../../text/json.ts";
import type { Checkpoint } from "../contract.ts";
import { Cell, type CellType, Column, type UnitTable } from "../table.ts";
import type { UnitNodes } from "./collections.ts";
import { Kinds } from "./kinds.ts";
import { Paths } from "./paths.ts";
import { kindsByShape } from "./shapes.ts";

/** Objects are followed this deep below a unit; what lies deeper is one nested value. */
const FLATTEN_DEPTH = 6;

/** Stand in a kind for a unit that is itself an empty object or a list: it is not like one that is a number or a text. */
const EMPTY_OBJECT = -1;
const LIST = -2;

const CELL_OF: Record<number, CellType> = {
  [Json.string]: Cell.string,
  [Json.escaped]: Cell.escaped,
  [Json.number]: Cell.number,
  [Json.true]: Cell.true,
  [Json.false]: Cell.false,
  [Json.null]: Cell.null,
};

/**
 * The units as a table; null where hardly two of them have the same fields.
 * @param noun what markers call the units
 */
export function tableOf(
  tape: JsonTape,
  units: UnitNodes,
  noun: string,
  checkpoint: Checkpoint,
): UnitTable | null {
  const first = build(tape, units, noun, checkpoint, new Set());
  if (first.maps.size === 0) return first.table;
  return build(tape, units, noun, checkpoint, first.maps).table;
}

/** After this many units of which most have fields like no other, the rest is not looked at. */
const TRIAL_UNITS = 4096;
const TRIAL_KINDS = 0.8;

function build(
  tape: JsonTape,
  units: UnitNodes,
  noun: string,
  checkpoint: Checkpoint,
  maps: ReadonlySet<string>,
): { table: UnitTable | null; maps: Set<string> } {
  const count = units.values.length;
  const paths = new Paths(tape, count, maps);
  const kinds = new Kinds();
  const kindOf = new Int32Array(count);
  const starts = new Int32Array(count);
  const ends = new Int32Array(count);
  let fields: number[] = [];
  let previous = 0;

  const visit = (node: number, id: number, unit: number, level: number): void => {
    const type = tape.types[node] ?? 0;
    const last = tape.next[node] ?? 0;
    if (type !== Json.object || level > FLATTEN_DEPTH || last === node + 1 || paths.isMap(id)) {
      const cell = CELL_OF[type] ?? Cell.nested;
      paths.setLeaf(id, unit, node, cell);
      if (id !== 0 || cell !== Cell.nested) fields.push(id);
      else fields.push(type === Json.array ? LIST : EMPTY_OBJECT);
      return;
    }
    const path = paths.list[id];
    if (path === undefined) return;
    if (id !== 0) {
      paths.meet(path, unit);
      path.object = true;
      path.objects++;
    }
    for (let key = node + 1; key < last; ) {
      path.members++;
      const value = key + 1;
      const child = paths.resolve(id, key, previous);
      previous = child;
      visit(value, child, unit, level + 1);
      key = tape.next[value] ?? last;
    }
  };

  for (let unit = 0; unit < count; unit++) {
    if (unit % 1024 === 0) checkpoint();
    const value = units.values[unit] ?? 0;
    const first = units.keys?.[unit] ?? value;
    starts[unit] = tape.starts[first] ?? 0;
    ends[unit] = tape.ends[value] ?? 0;
    fields = [];
    previous = 0;
    visit(value, 0, unit, 1);
    kindOf[unit] = kinds.of(fields);
    if (unit === TRIAL_UNITS && kinds.count > TRIAL_KINDS * TRIAL_UNITS) {
      return { table: null, maps: maps.size === 0 ? paths.mapChains(units.name) : new Set() };
    }
  }
  const columns = paths.finish();
  const [only] = columns;
  const shapes = units.keys === null && columns.length === 1 && only ? kindsByShape(tape.text, only) : null;
  if (units.keys !== null) columns.unshift(keyColumn(tape, units.keys));
  const table = {
    text: tape.text,
    noun,
    count,
    starts,
    ends,
    kinds: kindOf,
    kindCount: kinds.count,
    ...shapes,
    columns,
  };
  return { table, maps: maps.size === 0 ? paths.mapChains(units.name) : new Set() };
}

/** The keys of a map as a column of their own; a field of that name makes the two ambiguous, and neither is stated. */
function keyColumn(tape: JsonTape, keys: Int32Array): Column {
  const column = new Column("key", keys.length, true);
  for (let unit = 0; unit < keys.length; unit++) {
    const node = keys[unit] ?? 0;
    const start = (tape.starts[node] ?? 0) + 1;
    const end = (tape.ends[node] ?? 0) - 1;
    const type = tape.types[node] === Json.escaped ? Cell.escaped : start === end ? Cell.empty : Cell.string;
    column.set(unit, type, start, end);
  }
  return column;
}
