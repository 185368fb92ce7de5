/** The evaluation itself: every fixture's view is true, and an engine that lies is caught. */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FORCED_TYPES, LANGUAGES } from "../../src/engine/contract.ts";
import { createEngine } from "../../src/engine/engine.ts";
import { createSyntax } from "../../src/grammars/syntax.ts";
import { countTokens } from "../../src/tokens/counter.ts";
import { check } from "./checkers.ts";
import { evaluate } from "./evaluate.ts";
import { MUTANTS } from "./mutants.ts";

const FIXTURES = join(import.meta.dir, "..", "fixtures");
const syntax = createSyntax();
for (const language of LANGUAGES) await syntax.load(language);
const engine = createEngine({ countTokens: (text) => countTokens(text), syntax });
const forced: ReadonlySet<string> = new Set(FORCED_TYPES);

const payloads = readdirSync(FIXTURES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "views")
  .flatMap(({ name: folder }) =>
    readdirSync(join(FIXTURES, folder)).map((name) => ({
      type: forced.has(folder) ? folder : undefined,
      name: `${folder}/${name}`,
      input: readFileSync(join(FIXTURES, folder, name), "utf8"),
    })),
  );

describe("evaluation", () => {
  for (const { type, name, input } of payloads) {
    test(`${name}: nothing that the view says or shows is false`, () => {
      const { faults, answers } = evaluate(engine, input, type);
      expect(faults).toEqual([]);
      expect(answers.wrong).toBe(0);
    });
  }

  const views = payloads.map(({ type, name, input }) => {
    const { output, contentType } = engine.compress(input, type === undefined ? {} : { type });
    return { type: contentType, name, input, view: output };
  });
  for (const mutant of MUTANTS) {
    test(`a lying engine is caught, whatever the type: ${mutant.name}`, () => {
      let told = 0;
      const missed: string[] = [];
      for (const { type, name, input, view } of views) {
        const lie = view.includes("elided (caveman)") ? mutant.of(view) : null;
        if (lie === null) continue;
        told++;
        if (check(type, lie, input).faults.length === 0) missed.push(name);
      }
      expect(missed).toEqual([]);
      expect(told).toBeGreaterThan(0);
    });
  }

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
});
