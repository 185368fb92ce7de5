/** What is known about one column once all its cells were looked at: types, values, numbers. */
import { compareDecimals, isNumber, toDouble } from "../../text/decimal.ts";
import { Cell, type Column } from "../table.ts";
import { indexValues, type ValueIndex } from "./value-index.ts";

/** Up to this many values a column's index is always built; above it only for strings that may be ids. */
export const FEW_VALUES = 64;
/** Mean length, in characters, up to which a string column may be ids and its distinct values are counted. */
const ID_CHARS = 40;

export interface Numbers {
  /** The nearest double per unit, NaN where the field is absent. Orders values; never printed. */
  readonly values: Float64Array;
  /** Units that hold the exact smallest and largest value (the first of equals). */
  readonly minUnit: number;
  readonly maxUnit: number;
  /** No number has a fraction or an exponent. */
  readonly integers: boolean;
}

export interface Profile {
  readonly column: Column;
  readonly units: number;
  readonly absent: number;
  /** Cells per `Cell` type. */
  readonly types: readonly number[];
  /** All values, where they are few or may be ids; else null. Nested ones are compared as they are spelled. */
  readonly index: ValueIndex | null;
  /** Where every present cell is a number, or every one a string spelled as a JSON number; else null. */
  readonly numbers: Numbers | null;
}

function countTypes(column: Column): number[] {
  const counts = new Array<number>(9).fill(0);
  for (const type of column.types) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

/** Whether a number is spelled with digits and a sign only. */
function isInteger(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const c = text.charCodeAt(at);
    if ((c < 0x30 || c > 0x39) && !(at === start && c === 0x2d)) return false;
  }
  return true;
}

function numbersOf(text: string, column: Column): Numbers | null {
  const { starts, ends, types } = column;
  const values = new Float64Array(types.length).fill(Number.NaN);
  let integers = true;
  let minUnit = -1;
  let maxUnit = -1;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  const literal = (unit: number): string => text.slice(starts[unit], ends[unit]);
  for (let unit = 0; unit < types.length; unit++) {
    if (types[unit] === Cell.absent) continue;
    const start = starts[unit] ?? 0;
    const end = ends[unit] ?? 0;
    const value = toDouble(text, start, end);
    if (Number.isNaN(value)) return null;
    values[unit] = value;
    integers &&= isInteger(text, start, end);
    if (minUnit < 0) {
      minUnit = maxUnit = unit;
      min = max = value;
      continue;
    }
    // Equal doubles may still be different decimals; plain small numbers are not.
    const exact = end - start <= 15;
    if (value < min || (value === min && !exact && compareDecimals(literal(unit), literal(minUnit)) < 0)) {
      min = value;
      minUnit = unit;
    }
    if (value > max || (value === max && !exact && compareDecimals(literal(unit), literal(maxUnit)) > 0)) {
      max = value;
      maxUnit = unit;
    }
  }
  return minUnit < 0 ? null : { values, minUnit, maxUnit, integers };
}

function meanChars(column: Column, present: number): number {
  let chars = 0;
  for (let unit = 0; unit < column.types.length; unit++) {
    if (column.types[unit] !== Cell.absent) chars += (column.ends[unit] ?? 0) - (column.starts[unit] ?? 0);
  }
  return chars / Math.max(1, present);
}

export function profile(text: string, column: Column): Profile {
  const units = column.types.length;
  const types = countTypes(column);
  const absent = types[Cell.absent] ?? 0;
  const present = units - absent;
  const strings = types[Cell.string] ?? 0;
  const allNumbers = types[Cell.number] === present;
  const mayBeNumbers = present > 0 && (allNumbers || (strings === present && looksNumeric(text, column)));
  const numbers = mayBeNumbers ? numbersOf(text, column) : null;
  const ids = strings === present && numbers === null && meanChars(column, present) <= ID_CHARS;
  const index = present === 0 ? null : indexValues(text, column, ids ? Number.POSITIVE_INFINITY : FEW_VALUES);
  return { column, units, absent, types, index, numbers };
}

/** Whether the first present cell is spelled as a number: cheap, and wrong for no column that is numeric. */
function looksNumeric(text: string, column: Column): boolean {
  const unit = column.types.findIndex((type) => type !== Cell.absent);
  return isNumber(text, column.starts[unit] ?? 0, column.ends[unit] ?? 0);
}
