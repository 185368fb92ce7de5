/**
 * The fields below the units of a collection: dotted paths, and the column of each. Keys are compared where they stand,
 * so that the usual case (the same keys again) makes no strings.
 */
import { Json, type JsonTape } from "../../text/json.ts";
import { Cell, type CellType, Column } from "../table.ts";

/** Cells of all columns together (9 bytes each); fields beyond are not followed, hence never stated. */
const MAX_CELLS = 12_000_000;
const MIN_COLUMNS = 32;

/** An object is a map, its keys data, where it has seen this many keys in all units … */
const MAP_KEYS = 8;
/** … and one object has on average less than this share of them. */
const MAP_OCCUPANCY = 0.25;
/** In schemas the keys of these are what one looks for: a unit with other ones is another kind of unit. */
const FIELDS_OF_SCHEMA = /^(?:properties|patternProperties)$/;
/** An object called like the map that its unit stands in is one, too, if so many of its members are objects alike. */
const MAP_OF_ALIKE = 3;

export interface Path {
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

/** A key with a dot or without letters would be read as another path, so its name is one that is never stated. */
function partOf(key: string): string {
  return key === "" || key.includes(".") ? `[${key}]` : key;
}

export class Paths {
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

  /**
   * Paths of objects whose keys are data: they hardly ever have the same ones, or a tree goes on in them.
   * @param name key of the map whose members the units are
   */
  mapChains(name: string | null): Set<string> {
    const chains = new Set<string>();
    for (const path of this.list) {
      const { chain, children, objects, members } = path;
      if (chain === "" || FIELDS_OF_SCHEMA.test(path.key)) continue;
      const rarelyAlike = children.size >= MAP_KEYS && members < objects * children.size * MAP_OCCUPANCY;
      if (rarelyAlike || (path.key === name && this.holdsAlike(path))) chains.add(chain);
    }
    return chains;
  }

  /** Whether all members, in all units, are objects, most of which have some field in common. */
  private holdsAlike({ children }: Path): boolean {
    if (children.size < MAP_OF_ALIKE) return false;
    const fields = new Map<string, number>();
    for (const id of children.values()) {
      const child = this.list[id];
      if (child === undefined || child.leaf) return false;
      for (const field of child.children.keys()) fields.set(field, (fields.get(field) ?? 0) + 1);
    }
    return Math.max(0, ...fields.values()) >= 0.75 * children.size;
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
