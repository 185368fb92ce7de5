/**
 * Changes one line of a payload, of those that its view does not show, and asks again: the view of the changed payload must
 * be true of it. Where the view stays the same, nothing in it may speak of what was changed.
 */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FORCED_TYPES, LANGUAGES } from "../../src/engine/contract.ts";
import { createEngine } from "../../src/engine/engine.ts";
import { createSyntax } from "../../src/grammars/syntax.ts";
import { countTokens } from "../../src/tokens/counter.ts";
import { check } from "./checkers.ts";

const FIXTURES = join(import.meta.dir, "..", "fixtures");
const syntax = createSyntax();
for (const language of LANGUAGES) await syntax.load(language);
const engine = createEngine({ countTokens: (text) => countTokens(text), syntax });
const forced: ReadonlySet<string> = new Set(FORCED_TYPES);

/** Ways to change a line, each null where the line has nothing of the kind. */
const CHANGES: Readonly<Record<string, (line: string) => string | null>> = {
  "another digit": (line) => {
    const next = line.replace(/\d(?=\D*$)/, (d) => String((Number(d) + 3) % 10));
    return next === line ? null : next;
  },
  "another word": (line) => {
    const next = line.replace(/[A-Za-z]{4,}(?=[^A-Za-z]*$)/, (word) => `${word}Zq`);
    return next === line ? null : next;
  },
  "the line is missing": () => "",
  "the line stands twice": (line) => `${line}\n${line}`,
};

/** What keeps a program a program, a page well nested, and a diff one whose hunks are as long as they say. */
const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  code: ["another digit"],
  html: ["another word"],
  diff: ["another digit", "another word"],
};

/** Lines tried per payload and change: spread over those that are hidden. */
const TRIED = 6;

const payloads = readdirSync(FIXTURES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "views" && entry.name !== "toon")
  .flatMap(({ name: folder }) =>
    readdirSync(join(FIXTURES, folder)).map((name) => ({
      folder,
      name,
      input: readFileSync(join(FIXTURES, folder, name), "utf8"),
    })),
  );

describe("a changed payload has a true view", () => {
  for (const { folder, name, input } of payloads) {
    const type = forced.has(folder) ? { type: folder } : {};
    const view = engine.compress(input, type).output;
    if (!view.includes("elided (caveman)")) continue;
    const shown = new Set(view.split("\n").map((line) => line.trim()));
    const lines = input.split("\n");
    const hidden = lines.flatMap((line, i) => (line.trim() !== "" && !shown.has(line.trim()) ? [i] : []));
    for (const [change, of] of Object.entries(CHANGES)) {
      if (HARMLESS[folder]?.includes(change) === false) continue;
      test(`${folder}/${name}: ${change}`, () => {
        for (let n = 0; n < TRIED; n++) {
          const at = hidden[Math.floor(((n + 0.5) * hidden.length) / TRIED)];
          const line = at === undefined ? undefined : lines[at];
          const next = line === undefined ? null : of(line);
          if (at === undefined || next === null) continue;
          const changed = lines.flatMap((l, i) => (i !== at ? [l] : next === "" ? [] : [next])).join("\n");
          const again = engine.compress(changed, type);
          const { faults } = check(again.contentType, again.output, changed);
          expect({ at, faults: again.passThrough ? [] : faults }).toEqual({ at, faults: [] });
        }
      });
    }
  }
});
