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
  if (!isObject(value)) return kindOf(value);
  const fields = Object.entries(value).map(([key, inner]): [string, Field] => [
    key,
    { count: 1, types: new Set([kindOf(inner)]), only: inner },
  ]);
  const inside = members(new Map(fields), 1, depth, most);
  return root && inside !== "" ? inside : `{${inside}}`;
}

/** What is known of one key over all elements of a list. */
interface Field {
  count: number;
  readonly types: Set<string>;
  /** The value, where there is one only. */
  only: unknown;
}

/** The shape that every element has: types of all of them, `?` behind a key that some lack. */
function elements(values: readonly unknown[], depth: number, most: number): string {
  if (values.length === 0) return "empty";
  const fields = new Map<string, Field>();
  for (const value of values) {
    if (!isObject(value)) return [...new Set(values.map(kindOf))].sort().join("|");
    for (const key in value) {
      const inner = value[key];
      const field = fields.get(key);
      if (field) {
        field.count++;
        field.types.add(kindOf(inner));
      } else fields.set(key, { count: 1, types: new Set([kindOf(inner)]), only: inner });
    }
  }
  return `{${members(fields, values.length, depth, most)}}`;
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
}

function members(fields: ReadonlyMap<string, Field>, of: number, depth: number, most: number): string {
  const parts: string[] = [];
  for (const [key, field] of fields) {
    if (!isStatableName(key) || parts.length >= most) continue;
    parts.push(`${key}${field.count < of ? "?" : ""}${typed(field, depth, most)}`);
  }
  if (parts.length < fields.size) parts.push("…");
  return parts.join(", ");
}

function typed({ count, types, only }: Field, depth: number, most: number): string {
  if (count === 1 && depth < MAX_DEPTH) {
    if (Array.isArray(only)) return render(only, depth + 1, most);
    if (isObject(only)) return `:${render(only, depth + 1, most)}`;
  }
  return `:${[...types].sort().join("|")}`;
}
