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

/** Tokens and bytes of what joins two facts. */
const JOINT_TOKENS = 2;
const JOINT_BYTES = 2;

/** Chooses facts by weight as long as they fit the limits, and keeps the columns' order. Whole facts are shed. */
export function chooseFacts(facts: readonly Fact[], limits: FactLimits): string {
  const byWeight = [...facts.entries()].sort(([i, a], [j, b]) => b.weight - a.weight || i - j);
  const kept = new Set<number>();
  const sections = new Set<string>();
  let bytes = 0;
  let tokens = 0;
  for (const [i, { section, text }] of byWeight) {
    const opens = section !== "each" && !sections.has(section) ? section.length + 1 : 0;
    const moreBytes = utf8Length(text) + JOINT_BYTES + opens;
    if (bytes + moreBytes > limits.bytes) continue;
    const moreTokens = limits.countTokens(text).tokens + JOINT_TOKENS + (opens > 0 ? 1 : 0);
    if (tokens + moreTokens > limits.tokens) continue;
    kept.add(i);
    sections.add(section);
    bytes += moreBytes;
    tokens += moreTokens;
  }
  return joinFacts(facts.filter((_, i) => kept.has(i)));
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
