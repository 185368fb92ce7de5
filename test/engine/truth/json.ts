/** JSON that keeps its spelling, and its values as units of fields. Shares no code with the engine. */
import type { Unit, Value } from "./facts.ts";

/** A JSON value that keeps its spelling. Objects are lists of members: order and duplicates count. */
export type Json =
  | { kind: "scalar"; type: "null" | "boolean" | "number" | "string"; literal: string }
  | { kind: "array"; items: Json[] }
  | { kind: "object"; members: [string, Json][] };

/** A plain recursive JSON reader: slow, and obviously right. */
export function readJson(text: string): Json {
  const values = readValues(text);
  if (values.length !== 1) throw new Error(`${values.length} JSON values`);
  return values[0] as Json;
}

/** All JSON values that stand in the text one after another. */
export function readValues(text: string): Json[] {
  let at = 0;
  const space = (): void => {
    while (/[ \t\r\n]/.test(text.charAt(at))) at++;
  };
  const take = (pattern: RegExp): string => {
    const sticky = new RegExp(pattern.source, "y");
    sticky.lastIndex = at;
    const found = sticky.exec(text)?.[0];
    if (found === undefined) throw new Error(`bad JSON at ${at}: ${text.slice(at, at + 40)}`);
    at += found.length;
    return found;
  };
  const string = (): string => JSON.parse(take(/"(?:[^"\\]|\\.)*"/)) as string;
  const value = (): Json => {
    space();
    const c = text.charAt(at);
    if (c === "[") {
      at++;
      const items: Json[] = [];
      for (space(); text.charAt(at) !== "]"; space()) {
        if (items.length > 0) take(/,/);
        items.push(value());
      }
      at++;
      return { kind: "array", items };
    }
    if (c === "{") {
      at++;
      const members: [string, Json][] = [];
      for (space(); text.charAt(at) !== "}"; space()) {
        if (members.length > 0) {
          take(/,/);
          space();
        }
        const key = string();
        space();
        take(/:/);
        members.push([key, value()]);
      }
      at++;
      return { kind: "object", members };
    }
    if (c === '"') return { kind: "scalar", type: "string", literal: string() };
    const literal = take(/true|false|null|-?\d[\d.eE+-]*/);
    const type = literal === "null" ? "null" : /^[tf]/.test(literal) ? "boolean" : "number";
    return { kind: "scalar", type, literal };
  };
  const out: Json[] = [];
  for (space(); at < text.length; space()) out.push(value());
  return out;
}

function flatten(value: Json, path: string | null, out: Map<string, Value>): void {
  const set = (v: Value): void => {
    if (path !== null || value.kind !== "object") out.set(path ?? "value", v);
  };
  if (value.kind === "scalar") set({ type: value.type, literal: value.literal });
  else if (value.kind === "array") set({ type: "nested", literal: "[]" });
  else {
    set({ type: "nested", literal: "{}" });
    for (const [key, member] of value.members) flatten(member, path === null ? key : `${path}.${key}`, out);
  }
}

export function unitOf(value: Json, key?: string): Unit {
  const out = new Map<string, Value>();
  flatten(value, null, out);
  if (key !== undefined && !out.has("key")) out.set("key", { type: "string", literal: key });
  return out;
}
