/** What the readers of configuration have in common: units that are stretches of lines, and collections of them. */
import type { Unit, Value } from "../../engine/truth/facts.ts";

export interface Stretch {
  /** First line, from 0, comments above included; and behind the last line. */
  readonly from: number;
  readonly to: number;
  /** Gathered where somebody asks: collections lie inside of each other. */
  readonly fields: () => Unit;
}

export interface Family {
  readonly noun: string;
  /** Blanks before the first unit's first line; its markers have the same. */
  readonly indent: string;
  readonly units: readonly Stretch[];
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** There is something, but it is no single value that could be stated. */
export const UNTOLD: Value = { type: "nested", literal: "" };

/** A value without quotes, by its spelling. */
export function bare(literal: string): Value {
  if (literal === "true" || literal === "false") return { type: "boolean", literal };
  if (literal === "null" || literal === "~") return { type: "null", literal };
  return { type: NUMBER.test(literal) ? "number" : "string", literal };
}

/** Sets a field; one that a unit carries twice cannot be stated. */
export function put(fields: Map<string, Value>, path: string, value: Value): void {
  fields.set(path, fields.has(path) ? UNTOLD : value);
}

/** A key with dots is no path. */
export const step = (key: string): string => (key.includes(".") ? `[${key}]` : key);
