/** The evaluation itself: every fixture's view is true, and an engine that lies is caught. */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createEngine } from "../../src/engine/engine.ts";
import { countTokens } from "../../src/tokens/counter.ts";
import { check } from "./checkers.ts";
import { evaluate } from "./evaluate.ts";
import { MUTANTS } from "./mutants.ts";

const FIXTURES = join(import.meta.dir, "..", "fixtures");
const engine = createEngine({ countTokens: (text) => countTokens(text) });

/** Types that have a checker: what their views show and state is found again in the original. */
const CHECKED = [
  "json",
  "ndjson",
  "tabular",
  "log",
  "config",
  "diff",
  "search-result",
  "html",
  "terminal",
  "text",
  "a11y",
  "repetition",
  "toolschema",
];
/** Types in which every lie must be found; those with one collection each are told by their pairs, below. */
const EXACT = ["config", "diff", "search-result", "html", "terminal"];
const FORCED = ["a11y", "repetition", "toolschema"];

const payloads = CHECKED.flatMap((type) =>
  readdirSync(join(FIXTURES, type)).map((name) => ({
    type,
    name,
    input: readFileSync(join(FIXTURES, type, name), "utf8"),
  })),
);

describe("evaluation", () => {
  for (const { type, name, input } of payloads) {
    test(`${type}/${name}: nothing that the view says or shows is false`, () => {
      const { faults, answers } = evaluate(engine, input, FORCED.includes(type) ? type : undefined);
      expect(faults).toEqual([]);
      expect(answers.wrong).toBe(0);
    });
  }

  for (const mutant of MUTANTS) {
    test(`a lying engine is caught: ${mutant.name}`, () => {
      let told = 0;
      const missed: string[] = [];
      for (const { type, name, input } of payloads) {
        const records = ["json", "ndjson", "tabular"].includes(type);
        if (!records && !EXACT.includes(type)) continue;
        const view = engine.compress(input).output;
        const lie = view.includes("elided (caveman)") ? mutant.of(view) : null;
        if (lie === null) continue;
        if (records && check(type, view, input).collections.length === 0) continue;
        told++;
        if (check(type, lie, input).faults.length === 0) missed.push(`${type}/${name}`);
      }
      expect(missed).toEqual([]);
      expect(told).toBeGreaterThan(0);
    });
  }

  test("a lying engine is caught on pages and texts too, in what is counted there", () => {
    const COUNTED = ["a whole marker that counts one too few", "a count that is one too high"];
    for (const { type, name, input } of payloads) {
      if (!["html", "text"].includes(type)) continue;
      const view = engine.compress(input).output;
      for (const mutant of MUTANTS) {
        const lie = COUNTED.includes(mutant.name) && view.includes("in all, ") ? mutant.of(view) : null;
        if (lie !== null) expect([name, check(type, lie, input).faults.length > 0]).toEqual([name, true]);
      }
    }
  });

  test("a hidden unit that changes changes the view, or the view does not speak of what changed", () => {
    const rows = Array.from({ length: 300 }, (_, i) => ({
      id: `ord-${1000 + i}`,
      state: i % 3 === 0 ? "open" : "done",
      amount: 100 + (i % 50),
    }));
    const view = engine.compress(JSON.stringify(rows)).output;
    const hidden = rows.findIndex(
      (r, i) => i > 10 && !view.includes(`"${r.id}"`) && !view.includes(`${r.id},`),
    );
    expect(hidden).toBeGreaterThan(0);
    for (const [field, value] of [
      ["state", "lost"],
      ["amount", 99_999],
      ["id", "ord-9999"],
    ] as const) {
      const changed = rows.map((r, i) => (i === hidden ? { ...r, [field]: value } : r));
      const next = engine.compress(JSON.stringify(changed)).output;
      if (next === view) expect(view).not.toMatch(new RegExp(`[ ,]${field}[=:]`));
      else expect(check("json", next, JSON.stringify(changed)).faults).toEqual([]);
    }
  });

  test("lies about the keys of a log are caught", () => {
    const input = readFileSync(join(FIXTURES, "log", "logfmt.log"), "utf8");
    const view = engine.compress(input).output;
    expect(check("log", view, input).faults).toEqual([]);
    const lies = MUTANTS.flatMap((mutant) => {
      const lie = mutant.of(view);
      return lie === null ? [] : [{ name: mutant.name, faults: check("log", lie, input).faults.length }];
    });
    expect(lies.length).toBeGreaterThan(4);
    expect(lies.filter((lie) => lie.faults === 0).map((lie) => lie.name)).toEqual([]);
  });
});
