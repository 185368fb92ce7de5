/** What a marker states about the units of a table: only whole, exact facts that the grammar can carry. */

import { utf8Length } from "../../text/utf8.ts";
import type { Profile } from "../columns/profile.ts";
import type { TokenCount } from "../contract.ts";
import { columnFacts } from "./column-facts.ts";
import type { Fact } from "./fact.ts";
import { isNameStatable } from "./words.ts";

export interface FactLimits {
  /** Most bytes (UTF-8) of all facts together. */
  readonly bytes: number;
  /** Most tokens of all facts together. */
  readonly tokens: number;
  readonly countTokens: (text: string) => TokenCount;
  /** A character that values must not hold, since the format around the marker could not carry it. */
  readonly forbid?: string;
}

const SECTIONS = ["all", "span", "each", "range", "sum"] as const;

/** FACTS as one line: sections in the grammar's order, joined by `; `. */
export function joinFacts(facts: readonly Fact[]): string {
  return SECTIONS.flatMap((section) => {
    const texts = facts.filter((fact) => fact.section === section).map((fact) => fact.text);
    if (texts.length === 0) return [];
    return section === "each" ? texts : [`${section} ${texts.join(", ")}`];
  }).join("; ");
}

/** Chooses facts by weight until the limits are reached, and keeps the columns' order. Whole facts are shed. */
export function chooseFacts(facts: readonly Fact[], limits: FactLimits): string {
  const byWeight = facts
    .map((_, i) => i)
    .sort((a, b) => (facts[b]?.weight ?? 0) - (facts[a]?.weight ?? 0) || a - b);
  const kept = new Set<number>();
  const text = (): string => joinFacts(facts.filter((_, i) => kept.has(i)));
  for (const i of byWeight) {
    kept.add(i);
    if (utf8Length(text()) > limits.bytes) kept.delete(i);
  }
  for (const i of byWeight.toReversed()) {
    if (kept.size === 0 || limits.countTokens(text()).tokens <= limits.tokens) break;
    kept.delete(i);
  }
  return text();
}

/** Everything that can be stated about the columns, in their order. */
export function factsOf(text: string, profiles: readonly Profile[], forbid = ""): Fact[] {
  const names = new Map<string, number>();
  for (const { column } of profiles) names.set(column.name, (names.get(column.name) ?? 0) + 1);
  return profiles.flatMap((profile) => {
    const { name, repeated } = profile.column;
    if (repeated || names.get(name) !== 1 || !isNameStatable(name)) return [];
    return columnFacts(text, profile, forbid);
  });
}
