/** Tells lies about a view and asks the readers: what they do not notice is a defect of theirs. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createEngine } from "../../src/engine/engine.ts";
import { check } from "./checkers.ts";
import { MUTANTS } from "./mutants.ts";

const FIXTURES = join(import.meta.dir, "..", "fixtures");

/** Tokens are guessed: what is tested does not depend on how many there are. */
export const engine = createEngine({
  countTokens: (text) => ({ tokens: Math.ceil(text.length / 4), estimated: false }),
});

export function fixturesOf(type: string): { readonly name: string; readonly input: string }[] {
  return readdirSync(join(FIXTURES, type)).map((name) => ({
    name: `${type}/${name}`,
    input: readFileSync(join(FIXTURES, type, name), "utf8"),
  }));
}

/** Names of the mutants of `view` that nobody noticed, and how many there were. */
export function unnoticed(type: string, view: string, input: string): { told: number; missed: string[] } {
  const lies = MUTANTS.flatMap((mutant) => {
    const lie = mutant.of(view);
    return lie === null ? [] : [{ name: mutant.name, lie }];
  });
  const missed = lies.filter(({ lie }) => check(type, lie, input).faults.length === 0);
  return { told: lies.length, missed: missed.map(({ name }) => name) };
}
