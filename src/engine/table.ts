/**
 * The shape that every compressor brings its input into: units (records, lines, items) in order, each a slice of
 * the input, and columns of literal values. Cells are offsets, not strings, so that large inputs stay cheap.
 */

/** What a cell holds. Numbers and strings are told apart: 5 and "5" are different values. */
export const Cell = {
  /** The unit has no such field. */
  absent: 0,
  null: 1,
  true: 2,
  false: 3,
  number: 4,
  /** A string whose slice is its value, letter by letter (quotes not included). */
  string: 5,
  /** A string that is spelled with escapes or doubled quotes: the slice is not the value. */
  escaped: 6,
  /** An array or object that was not taken apart, or text of unknown structure. */
  nested: 7,
  /** An empty string that is present (`""`), as opposed to an empty CSV cell, which is absent. */
  empty: 8,
} as const;
export type CellType = (typeof Cell)[keyof typeof Cell];

/** One field of all units of a table. */
export class Column {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly types: Uint8Array;
  /** Some unit carries the field twice: nothing can be stated about it. */
  repeated = false;
  /** Read out of the kind of each unit, by which units are chosen already: what it holds is stated, no more. */
  derived = false;

  /**
   * @param name  dotted path, logfmt key, column header … as it stands in the input
   * @param typed whether the format tells 5 from "5" (JSON does, CSV and logfmt do not)
   */
  constructor(
    readonly name: string,
    units: number,
    readonly typed = false,
  ) {
    this.starts = new Int32Array(units);
    this.ends = new Int32Array(units);
    this.types = new Uint8Array(units);
  }

  set(unit: number, type: CellType, start: number, end: number): void {
    if (this.types[unit] !== Cell.absent) this.repeated = true;
    this.types[unit] = type;
    this.starts[unit] = start;
    this.ends[unit] = end;
  }
}

export interface UnitTable {
  readonly text: string;
  /** What the units are called in markers: `rows`, `lines`, `items`, `hits` … (one lower-case word). */
  readonly noun: string;
  readonly count: number;
  /** Offsets of each unit in `text`. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /**
   * Units of one kind have the same fields or the same template; numbered from 0 in order of appearance.
   * A unit is dropped only where a unit of its kind stays visible.
   */
  readonly kinds: Int32Array;
  readonly kindCount: number;
  readonly columns: readonly Column[];
  /** 1 for units that the recogniser knows to show a failure, beside what `elide` finds in the columns. */
  readonly failing?: Uint8Array;
  /** 1 for units that must stay whatever happens (a header, a summary line). */
  readonly pinned?: Uint8Array;
  /**
   * `kinds` already imply that two units of a kind share at least half of their words (log templates):
   * the comparison of prose, cell by cell, is not needed.
   */
  readonly kindsResemble?: boolean;
}
