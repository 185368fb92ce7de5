/** One line that says how JSON is built: `total:number, data[7]:{region:string, count:number}`. */
import { isStatableName } from "./words.ts";

/** The line is part of the frame, which must stay small. */
const MAX_SHAPE_BYTES = 120;
const MAX_DEPTH = 3;
const MAX_MEMBERS = 12;

export function shapeOf(value: unknown): string {
  const most = [MAX_MEMBERS, 8, 5, 3, 1];
  for (const members of most) {
    const shape = render(value, 0, members, true);
    if (Buffer.byteLength(shape) <= MAX_SHAPE_BYTES) return shape;
  }
  return Array.isArray(value) ? `[${value.length}]:…` : "{…}";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function render(value: unknown, depth: number, most: number, root = false): string {
  if (Array.isArray(value)) return `[${value.length}]:${elements(value, depth, most)}`;
  if (!isObject(value)) return typeName(value);
  const inside = members(new Map(Object.entries(value).map(([k, v]) => [k, [v]])), 1, depth, most);
  return root && inside !== "" ? inside : `{${inside}}`;
}

function typeName(value: unknown): string {
  return value === null ? "null" : typeof value;
}

/** The shape that every element has: types of all of them, `?` behind a key that some lack. */
function elements(values: readonly unknown[], depth: number, most: number): string {
  if (values.length === 0) return "empty";
  const objects = values.filter(isObject);
  if (objects.length !== values.length) {
    return [
      ...new Set(values.map((v) => (Array.isArray(v) ? "array" : isObject(v) ? "object" : typeName(v)))),
    ]
      .sort()
      .join("|");
  }
  const byKey = new Map<string, unknown[]>();
  for (const object of objects) {
    for (const [key, value] of Object.entries(object)) {
      const known = byKey.get(key);
      if (known) known.push(value);
      else byKey.set(key, [value]);
    }
  }
  return `{${members(byKey, objects.length, depth, most)}}`;
}

function members(
  byKey: ReadonlyMap<string, readonly unknown[]>,
  of: number,
  depth: number,
  most: number,
): string {
  const parts: string[] = [];
  let left = 0;
  for (const [key, values] of byKey) {
    if (!isStatableName(key) || parts.length >= most) {
      left++;
      continue;
    }
    parts.push(`${key}${values.length < of ? "?" : ""}${typed(values, depth, most)}`);
  }
  if (left > 0) parts.push("…");
  return parts.join(", ");
}

function typed(values: readonly unknown[], depth: number, most: number): string {
  const [only] = values;
  if (values.length === 1 && depth < MAX_DEPTH) {
    if (Array.isArray(only)) return render(only, depth + 1, most);
    if (isObject(only)) return `:${render(only, depth + 1, most)}`;
  }
  const types = values.map((v) => (Array.isArray(v) ? "array" : isObject(v) ? "object" : typeName(v)));
  return `:${[...new Set(types)].sort().join("|")}`;
}
