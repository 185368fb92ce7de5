/**
 * JSON values as a table of units: every unit's objects are followed down to their leaves, whose dotted paths are the
 * columns. Keys are compared where they stand, so that the usual case (the same keys again) makes no strings.
 */
import { Json, type JsonTape } from "../../text/json.ts";
import type { Checkpoint } from "../contract.ts";
import { Cell, type CellType, Column, type UnitTable } from "../table.ts";
import type { UnitNodes } from "./collections.ts";

/** Objects are followed this deep below a unit; what lies deeper is one nested value. */
const FLATTEN_DEPTH = 6;
/** Cells of all columns together (9 bytes each); fields beyond are not followed, hence never stated. */
const MAX_CELLS = 12_000_000;
const MIN_COLUMNS = 32;

/** An object is a map, its keys data, where it has seen this many keys in all units … */
const MAP_KEYS = 8;
/** … and one object has on average less than this share of them. */
const MAP_OCCUPANCY = 0.25;

interface Path {
  readonly name: string;
  readonly parent: number;
  /** The key as it is spelled between its quotes. */
  readonly key: string;
  /** Fields below, by spelled key. */
  readonly children: Map<string, number>;
  /** The keys from the unit down to here: what identifies the path whatever its keys hold. */
  readonly chain: string;
  /** How often an object was met here, and how many members they had in all. */
  objects: number;
  members: number;
  column: Column | null;
  /** The path is a leaf in some unit, an object in some unit, there twice in some unit. */
  leaf: boolean;
  object: boolean;
  twice: boolean;
  /** Last unit in which the path was met, plus one. */
  met: number;
  /** Field that followed this one last time: usually it does again. */
  following: number;
}

const CELL_OF: Record<number, CellType> = {
  [Json.string]: Cell.string,
  [Json.escaped]: Cell.escaped,
  [Json.number]: Cell.number,
  [Json.true]: Cell.true,
  [Json.false]: Cell.false,
  [Json.null]: Cell.null,
};

/** A key with a dot or without letters would be read as another path, so its name is one that is never stated. */
function partOf(key: string): string {
  return key === "" || key.includes(".") ? `[${key}]` : key;
}

class Paths {
  readonly list: Path[] = [];
  private readonly maxColumns: number;

  constructor(
    private readonly tape: JsonTape,
    private readonly units: number,
    private readonly maps: ReadonlySet<string>,
  ) {
    this.maxColumns = Math.max(MIN_COLUMNS, Math.floor(MAX_CELLS / Math.max(1, units)));
    this.add(-1, "", "");
  }

  /** Whether objects at this path are values of their own, whose keys are data. */
  isMap(id: number): boolean {
    return this.maps.size > 0 && this.maps.has(this.list[id]?.chain ?? "");
  }

  /** Paths of objects that hardly ever have the same keys. */
  mapChains(): Set<string> {
    const chains = new Set<string>();
    for (const { chain, children, objects, members } of this.list) {
      if (chain === "" || children.size < MAP_KEYS) continue;
      if (members < objects * children.size * MAP_OCCUPANCY) chains.add(chain);
    }
    return chains;
  }

  private columns = 0;

  private add(parent: number, key: string, name: string): number {
    this.list.push({
      name,
      parent,
      key,
      children: new Map(),
      chain: parent < 0 ? "" : `${this.list[parent]?.chain}\u0000${key}`,
      objects: 0,
      members: 0,
      column: null,
      leaf: false,
      object: false,
      twice: false,
      met: 0,
      following: -1,
    });
    return this.list.length - 1;
  }

  /** The path of the field whose key is `keyNode`, below `parent`, met right after the field `previous`. */
  resolve(parent: number, keyNode: number, previous: number): number {
    const { tape } = this;
    const start = (tape.starts[keyNode] ?? 0) + 1;
    const end = (tape.ends[keyNode] ?? 0) - 1;
    const before = this.list[previous];
    const guess = this.list[before?.following ?? -1];
    if (
      before !== undefined &&
      guess !== undefined &&
      guess.parent === parent &&
      guess.key.length === end - start &&
      tape.text.startsWith(guess.key, start)
    ) {
      return before.following;
    }
    const key = tape.text.slice(start, end);
    const siblings = this.list[parent]?.children;
    let id = siblings?.get(key);
    if (id === undefined) {
      const part = partOf(tape.types[keyNode] === Json.escaped ? tape.stringAt(keyNode) : key);
      const above = this.list[parent]?.name ?? "";
      id = this.add(parent, key, parent === 0 ? part : `${above}.${part}`);
      siblings?.set(key, id);
    }
    if (before !== undefined) before.following = id;
    return id;
  }

  /** Marks the path as met in `unit`; twice in one unit makes it unfit for statements. */
  meet(path: Path, unit: number): void {
    if (path.met === unit + 1) path.twice = true;
    path.met = unit + 1;
  }

  setLeaf(id: number, unit: number, node: number, type: CellType): void {
    const path = this.list[id];
    if (path === undefined) return;
    this.meet(path, unit);
    if (!path.leaf) {
      path.leaf = true;
      if (this.columns < this.maxColumns) {
        this.columns++;
        path.column = new Column(id === 0 ? "value" : path.name, this.units, true);
      }
    }
    const inside = type === Cell.string || type === Cell.escaped ? 1 : 0;
    const start = (this.tape.starts[node] ?? 0) + inside;
    const end = (this.tape.ends[node] ?? 0) - inside;
    path.column?.set(unit, inside === 1 && start === end ? Cell.empty : type, start, end);
  }

  /** Columns in order of first appearance. Those that must not be spoken of are marked. */
  finish(): Column[] {
    const columns: Column[] = [];
    for (const path of this.list) {
      // A path's parent comes before it, so this carries over from ancestors.
      if (this.list[path.parent]?.twice) path.twice = true;
      if (path.column === null) continue;
      if (path.twice || path.object) path.column.repeated = true;
      columns.push(path.column);
    }
    return columns;
  }
}

/** Numbers sets of fields, whatever their order, from 0 in order of appearance. */
class Kinds {
  private readonly ids = new Map<string, number>();
  private last: number[] = [];
  private lastId = -1;

  of(fields: readonly number[]): number {
    const { last } = this;
    if (this.lastId >= 0 && last.length === fields.length) {
      let same = true;
      for (let i = 0; same && i < fields.length; i++) same = last[i] === fields[i];
      if (same) return this.lastId;
    }
    const key = new Int32Array(fields).sort().join();
    let id = this.ids.get(key);
    if (id === undefined) {
      id = this.ids.size;
      this.ids.set(key, id);
    }
    this.last = fields.slice();
    this.lastId = id;
    return id;
  }

  get count(): number {
    return this.ids.size;
  }
}

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
      fields.push(id);
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
      return { table: null, maps: maps.size === 0 ? paths.mapChains() : new Set() };
    }
  }
  const columns = paths.finish();
  if (units.keys !== null) columns.unshift(keyColumn(tape, units.keys));
  const table = {
    text: tape.text,
    noun,
    count,
    starts,
    ends,
    kinds: kindOf,
    kindCount: kinds.count,
    columns,
  };
  return { table, maps: maps.size === 0 ? paths.mapChains() : new Set() };
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
