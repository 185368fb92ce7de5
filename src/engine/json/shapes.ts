/** Kinds of scalar strings by their shape: `3.0.0-beta.1` is not of the kind of `2.9.4`. */
import { Cell, type Column } from "../table.ts";

/** More shapes than this, or than one for so many units, are values, not kinds. */
const MAX_SHAPES = 16;
const UNITS_PER_SHAPE = 8;
/** Longer strings are text. */
const MAX_CHARS = 64;

/** Kinds of units that are nothing but strings; null where their shapes are too many, or only one. */
export function kindsByShape(
  text: string,
  { types, starts, ends }: Column,
): { kinds: Int32Array; kindCount: number } | null {
  const most = Math.min(MAX_SHAPES, types.length / UNITS_PER_SHAPE);
  const ids = new Map<string, number>();
  const kinds = new Int32Array(types.length);
  for (let unit = 0; unit < types.length; unit++) {
    const [start = 0, end = 0] = [starts[unit], ends[unit]];
    if (types[unit] !== Cell.string || end - start > MAX_CHARS) return null;
    const shape = text.slice(start, end).replace(/\d+/g, "0");
    const id = ids.get(shape) ?? ids.size;
    if (id >= most) return null;
    ids.set(shape, id);
    kinds[unit] = id;
  }
  return ids.size > 1 ? { kinds, kindCount: ids.size } : null;
}
