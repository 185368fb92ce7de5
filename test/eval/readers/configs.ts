/** Configuration, read by the runtime's own parsers: each whole marker must be true of some list or map of its size. */
import { type Unit, untruth } from "../../engine/truth/facts.ts";
import { readMarker } from "../../engine/truth/grammar.ts";
import { type Reader, together } from "../verdict.ts";
import { sequence } from "./sequence.ts";

type Data = null | boolean | number | string | readonly Data[] | { readonly [key: string]: Data };

function unitOf(data: Data): Unit {
  const unit = new Map<
    string,
    { type: "null" | "boolean" | "number" | "string" | "nested"; literal: string }
  >();
  const walk = (value: Data, path: string): void => {
    if (value === null) unit.set(path, { type: "null", literal: "null" });
    else if (Array.isArray(value)) {
      unit.set(path, { type: "nested", literal: JSON.stringify(value) });
      for (const inner of value) walk(inner, `${path}.-`);
    } else if (typeof value === "object") {
      if (path !== "") unit.set(path, { type: "nested", literal: JSON.stringify(value) });
      for (const [key, inner] of Object.entries(value)) walk(inner, path === "" ? key : `${path}.${key}`);
    } else unit.set(path, { type: typeof value as "string", literal: String(value) });
  };
  walk(data, "");
  return unit;
}

function collectionsOf(data: Data, out: Data[][] = []): Data[][] {
  if (data === null || typeof data !== "object") return out;
  const values = Array.isArray(data) ? [...data] : Object.values(data);
  out.push(values);
  for (const value of values) collectionsOf(value, out);
  return out;
}

function parse(text: string): Data | null {
  try {
    return (/^\[/m.test(text) ? Bun.TOML : Bun.YAML).parse(text) as Data;
  } catch {
    return null;
  }
}

function configFaults(view: string, original: string): string[] {
  const data = parse(original);
  if (data === null) return [];
  const all = collectionsOf(data).map((values) => values.map(unitOf));
  const bad: string[] = [];
  for (const line of view.split("\n")) {
    const marker = line.trim().startsWith("… ") ? readMarker(line.trim()) : null;
    if (marker?.kind !== "whole") continue;
    const fitting = all.filter((units) => units.length === marker.all);
    if (!fitting.some((units) => marker.facts.every((fact) => untruth(fact, units) === null))) {
      bad.push(`of no list is true: «${line.trim().slice(0, 200)}»`);
    }
  }
  return bad;
}

export const configuration: Reader = (view, original) =>
  together(sequence(view, original), { faults: configFaults(view, original), held: [], collections: [] });
