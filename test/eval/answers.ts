/**
 * Questions that a reader of a view may ask of its collections, answered from the view alone: from what is shown and
 * from what markers state. An answer is right, wrong, or cannot be given.
 */

import type { Unit } from "../engine/truth/facts.ts";
import type { Fact } from "../engine/truth/grammar.ts";
import type { Collection } from "../engine/truth/pair.ts";

export interface Score {
  asked: number;
  right: number;
  wrong: number;
}

/** Fields of more values are not asked value by value. */
const MAX_VALUES = 12;
/** Nor are fields that fewer than this share of the units have: keys that are data, such as the names of packages. */
const MIN_PRESENT = 0.1;

const NUMBER = /^-?\d+(?:\.\d+)?$/;

const literal = (unit: Unit, name: string): string | undefined => unit.get(name)?.literal;

/** The facts of the collection's whole marker about one field. */
function factsAbout({ markers }: Collection, name: string): Fact[] {
  return markers.flatMap((m) => (m.kind === "whole" ? m.facts.filter((f) => f.name === name) : []));
}

/** How many units have `value` in `name`, told by the whole marker; null where it does not tell. */
function countOf(collection: Collection, name: string, value: string): number | null {
  for (const fact of factsAbout(collection, name)) {
    if (fact.kind === "all") return fact.value === value ? collection.units.length : 0;
    if (fact.kind === "counts") return fact.counts.get(value) ?? 0;
  }
  return null;
}

function extremeOf(collection: Collection, name: string, side: "min" | "max"): number | null {
  const pick = side === "min" ? Math.min : Math.max;
  for (const fact of factsAbout(collection, name)) {
    if (fact.kind === "range") return Number(fact[side]);
    if (fact.kind === "all" && NUMBER.test(fact.value)) return Number(fact.value);
    if (fact.kind === "counts" && [...fact.counts.keys()].every((k) => NUMBER.test(k))) {
      return pick(...[...fact.counts.keys()].map(Number));
    }
  }
  return null;
}

/** Fields with few values, and fields of numbers, among all units. */
function fieldsOf(units: readonly Unit[]): { categories: Map<string, Set<string>>; numbers: Set<string> } {
  const values = new Map<string, Set<string>>();
  const numeric = new Map<string, boolean>();
  const present = new Map<string, number>();
  for (const unit of units) {
    for (const [name, { type, literal: text }] of unit) {
      if (type === "nested") continue;
      present.set(name, (present.get(name) ?? 0) + 1);
      const set = values.get(name) ?? new Set();
      if (set.size <= MAX_VALUES) set.add(text);
      values.set(name, set);
      numeric.set(name, (numeric.get(name) ?? true) && NUMBER.test(text));
    }
  }
  const common = (name: string): boolean => (present.get(name) ?? 0) >= MIN_PRESENT * units.length;
  const repeated = (set: Set<string>): boolean => set.size <= MAX_VALUES && set.size * 2 <= units.length;
  return {
    categories: new Map([...values].filter(([name, set]) => common(name) && repeated(set))),
    numbers: new Set([...numeric].flatMap(([name, yes]) => (yes && common(name) ? [name] : []))),
  };
}

export function ask(collection: Collection, score: Score): void {
  const { units, shown } = collection;
  if (!shown.includes(false)) return;
  const { categories, numbers } = fieldsOf(units);
  const note = (got: number | null, want: number): void => {
    score.asked++;
    if (got === null) return;
    if (got === want) score.right++;
    else score.wrong++;
  };
  for (const [name, values] of categories) {
    for (const value of values) {
      note(countOf(collection, name, value), units.filter((u) => literal(u, name) === value).length);
    }
  }
  for (const name of numbers) {
    const all = units.flatMap((u) => literal(u, name) ?? []).map(Number);
    note(extremeOf(collection, name, "min"), Math.min(...all));
    note(extremeOf(collection, name, "max"), Math.max(...all));
  }
}
