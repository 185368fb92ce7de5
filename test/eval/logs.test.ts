/** The readers of logs, text and repetition: no fixture's view is false, and no lie about one passes. */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createEngine } from "../../src/engine/engine.ts";
import { countTokens } from "../../src/tokens/counter.ts";
import { check } from "./checkers.ts";
import { MUTANTS } from "./mutants.ts";
import { markersIn } from "./verdict.ts";

const FIXTURES = join(import.meta.dir, "..", "fixtures");
const engine = createEngine({ countTokens: (text) => countTokens(text) });

interface Payload {
  readonly name: string;
  readonly type: string;
  readonly input: string;
  readonly view: string;
}

const payloads = ["log", "text", "repetition"].flatMap((type) =>
  readdirSync(join(FIXTURES, type)).flatMap((name): Payload[] => {
    const input = readFileSync(join(FIXTURES, type, name), "utf8");
    const made = engine.compress(input, type === "repetition" ? { type } : {});
    // A list of problems has no marker, and a reader of its own.
    return made.passThrough || markersIn(made.output).length === 0
      ? []
      : [{ name, type: made.contentType, input, view: made.output }];
  }),
);

const faultsOf = ({ type, input }: Payload, view: string): string[] => check(type, view, input).faults;

/** The view with the first of `from` replaced; a lie that changes nothing would prove nothing. */
function lied(view: string, from: string | RegExp, to: string): string {
  const lie = view.replace(from, to);
  if (lie === view) throw new Error(`«${from}» is not in the view`);
  return lie;
}

const named = (name: string): Payload => {
  const found = payloads.find((payload) => payload.name === name);
  if (found === undefined) throw new Error(`no view of ${name}`);
  return found;
};

describe("views of lines", () => {
  for (const payload of payloads) {
    test(`${payload.type}/${payload.name}: true, and every mutant of it is caught`, () => {
      expect(faultsOf(payload, payload.view)).toEqual([]);
      const lies = MUTANTS.map(({ name, of }) => ({ name, lie: of(payload.view) })).filter(
        ({ lie }) => lie !== null,
      );
      expect(lies.length).toBeGreaterThan(1);
      const passed = lies.filter(({ lie }) => faultsOf(payload, lie ?? "").length === 0);
      expect(passed.map(({ name }) => name)).toEqual([]);
    });
  }

  test.each<[string, string, string | RegExp, string]>([
    ["a list item more", "minutes.md", "… 3 paragraphs", "… 4 paragraphs"],
    ["a marker one heading too early", "minutes.md", /(## Week 3\n\n)(….*\n)/, "$2$1"],
    ["a blank line that went", "minutes.md", "## Week 2\n\n", "## Week 2\n"],
    ["another noun", "minutes.md", "3 paragraphs", "3 lines"],
    ["two markers for one run", "polling.txt", /… (\d+) (lines elided .*)\n/, "… $1 $2\n… 0 $2\n"],
    [
      "a facts section that nothing bears out",
      "minutes.md",
      /elided \(caveman\) …/,
      "elided (caveman): all a=b …",
    ],
  ])("caught: %s", (_, name, from, to) => {
    const payload = named(name);
    expect(faultsOf(payload, lied(payload.view, from, to)).length).toBeGreaterThan(0);
  });
});
