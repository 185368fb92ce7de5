/**
 * What every compressor promises, over its fixtures: test/fixtures/<type>/. A compressor without fixtures fails here.
 * The views beside them, in test/fixtures/views/<type>/, are rewritten by UPDATE_GOLDEN=1; the diff is to be read.
 */
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FORCED_TYPES } from "../../src/engine/contract.ts";
import { COMPRESSORS } from "../../src/engine/registry.ts";
import { compress, newEngine, tokensOf } from "./support/engine.ts";
import { noteCount, readMarker } from "./truth/check.ts";

const FIXTURES = join(import.meta.dir, "..", "fixtures");
const UPDATE = process.env.UPDATE_GOLDEN === "1";
/** Types whose views are kept: the others' tests hold them in their own way. */
const GOLDEN: ReadonlySet<string> = new Set([
  "a11y",
  "config",
  "diff",
  "html",
  "json",
  "log",
  "ndjson",
  "repetition",
  "search-result",
  "tabular",
  "terminal",
  "text",
  "toolschema",
  "toon",
]);

const forced: ReadonlySet<string> = new Set(FORCED_TYPES);

function fixturesOf(type: string): string[] {
  const folder = join(FIXTURES, type);
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/** Run markers of a text, wherever they stand in it: bare lines, cells or JSON strings. */
function runTotal(view: string): number {
  let total = 0;
  for (const [, count] of view.matchAll(/… (\d+) [a-z]+ elided \(caveman\)/g)) total += Number(count);
  return total;
}

for (const compressor of COMPRESSORS) {
  const { type } = compressor;
  describe(type, () => {
    test("has fixtures", () => {
      expect(fixturesOf(type).length).toBeGreaterThan(0);
    });

    for (const name of fixturesOf(type)) {
      const input = readFileSync(join(FIXTURES, type, name), "utf8");
      const options = forced.has(type) ? { type } : {};
      const view = compress(input, options);

      test(`${name}: never longer, honestly counted`, () => {
        expect(view.tokensBefore).toBe(tokensOf(input));
        expect(view.tokensAfter).toBe(tokensOf(view.output));
        if (view.passThrough) {
          expect(view.output).toBe(input);
          expect(view.losslessToModel).toBeUndefined();
        } else {
          expect(view.tokensAfter).toBeLessThan(view.tokensBefore);
          expect(view.contentType).toBe(type);
        }
      });

      test(`${name}: the same in any engine and in any order`, () => {
        const other = newEngine();
        other.compress("[1,2,3]");
        expect(other.compress(input, { hint: "tool", ...options }).output).toBe(view.output);
      });

      test(`${name}: a view is left alone`, () => {
        const again = compress(view.output);
        expect(again.passThrough).toBe(true);
        expect(compress(view.output, options).passThrough).toBe(true);
        if (view.losslessToModel === false) expect(again.foreignMarkers).toBeGreaterThan(0);
      });

      test(`${name}: markers are readable and add up`, () => {
        expect(noteCount(view.output)).toBeLessThanOrEqual(1);
        const wholes = [...view.output.matchAll(/… \d+ [a-z]+ in all, (\d+) elided \(caveman\)/g)];
        const stated = wholes.reduce((sum, [, elided]) => sum + Number(elided), 0);
        const runs = runTotal(view.output);
        if (runs > 0) expect(stated).toBeLessThanOrEqual(runs);
        for (const line of view.output.split("\n")) {
          const bare = line.trim();
          if (bare.startsWith("… ") && bare.endsWith(" …")) expect(readMarker(bare)).not.toBeNull();
        }
      });

      test(`${name}: records cut for retrieval are slices in order that do not overlap`, () => {
        const cut = compressor.cut(input, () => {});
        let at = cut?.header?.[1] ?? 0;
        for (const [start, end] of cut?.records ?? []) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(at).toBeLessThanOrEqual(input.length);
      });

      if (!GOLDEN.has(type)) continue;
      test(`${name}: the view that was agreed on`, () => {
        const golden = join(FIXTURES, "views", type, `${name}.view`);
        if (UPDATE) {
          mkdirSync(join(FIXTURES, "views", type), { recursive: true });
          writeFileSync(golden, view.output);
        }
        expect(view.output).toBe(existsSync(golden) ? readFileSync(golden, "utf8") : "");
      });
    }
  });
}
