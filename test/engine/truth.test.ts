/** Promises 1 to 5 and 8 on generated records in every record format, by a checker that shares no code with the engine. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { ContentType } from "../../src/engine/contract.ts";
import { compress, newEngine, tokensOf } from "./support/engine.ts";
import {
  HEADER_NAMES,
  rows,
  toArray,
  toFixedWidth,
  toMarkdown,
  toNdjson,
  toObject,
  toSeparated,
} from "./support/records.ts";
import { faults, noteCount } from "./truth/check.ts";
import { documentCollections, ndjsonCollection, streamCollection } from "./truth/documents.ts";
import type { Collection } from "./truth/pair.ts";
import { fixedCollection, tableCollection } from "./truth/tables.ts";

/** Shrinking takes minutes with records of this size; the error names the marker that is wrong. */
const RUNS = { numRuns: Number(process.env.RUNS ?? 100), endOnFailure: true, includeErrorInReport: true };

/** Holds a transform against its input: what it says of itself, what its markers say, and that it is a fixed point. */
function hold(input: string, type: ContentType, collections: (view: string) => Collection[]): void {
  const t = compress(input, { type });
  expect(t.tokensBefore).toBe(tokensOf(input));
  expect(t.tokensAfter).toBe(tokensOf(t.output));
  if (t.passThrough) {
    expect(t.output).toBe(input);
    return;
  }
  expect(t.tokensAfter).toBeLessThan(t.tokensBefore);
  const found = collections(t.output);
  expect(found.flatMap(faults)).toEqual([]);
  expect(noteCount(t.output)).toBeLessThanOrEqual(1);
  const elided = found.some((c) => c.shown.includes(false));
  expect(t.losslessToModel).toBe(!elided);
  const facts = found.flatMap((c) => c.markers.flatMap((m) => (m.kind === "whole" ? [m.text] : [])));
  const spent = facts.reduce((sum, text) => sum + tokensOf(text.replace(/^.*?\(caveman\)/, "")), 0);
  expect(spent).toBeLessThanOrEqual((t.tokensBefore - t.tokensAfter + spent) / 4 + 1);
  expect(newEngine().compress(input, { type, hint: "tool" }).output).toBe(t.output);
  const again = compress(t.output);
  expect(again.passThrough).toBe(true);
  if (elided) expect(again.foreignMarkers).toBeGreaterThan(0);
}

describe("every statement of a view is true, every unit is accounted for", () => {
  test("a JSON array", () => {
    fc.assert(
      fc.property(rows(), (all) => {
        const input = toArray(all);
        hold(input, "json", (view) => documentCollections(view, input));
      }),
      RUNS,
    );
  });

  test("arrays and maps inside a pretty-printed document", () => {
    fc.assert(
      fc.property(rows(), rows(30), (all, others) => {
        const indent = (text: string): string => text.replaceAll(",{", ",\n    {");
        const map = others.map((row, i) => `"k${i * 7}": ${toObject(row)}`).join(",\n    ");
        const input = `{\n  "ok": true,\n  "data": ${indent(toArray(all))},\n  "by_id": {\n    ${map}\n  }\n}\n`;
        hold(input, "json", (view) => documentCollections(view, input));
      }),
      RUNS,
    );
  });

  test("arrays and maps of scalars", () => {
    const scalar = fc.oneof(fc.integer().map(String), fc.constantFrom('"a"', '"b c"', "null", "1.0"));
    fc.assert(
      fc.property(fc.array(scalar, { minLength: 1, maxLength: 120 }), (values) => {
        const map = values.map((v, i) => `"2026-01-${i}":${v}`).join(",");
        const input = `{"list":[${values.join(",")}],"map":{${map}}}`;
        hold(input, "json", (view) => documentCollections(view, input));
      }),
      RUNS,
    );
  });

  test("NDJSON", () => {
    fc.assert(
      fc.property(rows(), (all) => {
        const input = toNdjson(all);
        hold(input, "ndjson", (view) => [ndjsonCollection(view, input)]);
      }),
      RUNS,
    );
  });

  test("JSON documents one after another", () => {
    fc.assert(
      fc.property(rows(), fc.constantFrom("\n", " ", "\n\n"), (all, between) => {
        const spread = (text: string): string => text.replace(/^\{/, "{\n  ").replace(/\}$/, "\n}");
        const input = all.map((row) => spread(toObject(row))).join(between);
        hold(input, "json", (view) => [streamCollection(view, input)]);
      }),
      RUNS,
    );
  });

  for (const [name, delimiter] of [
    ["CSV", ","],
    ["TSV", "\t"],
    ["semicolon CSV", ";"],
  ] as const) {
    test(name, () => {
      fc.assert(
        fc.property(rows(60, HEADER_NAMES), (all) => {
          const input = toSeparated(all, delimiter);
          hold(input, "tabular", (view) => [tableCollection(view, input, delimiter)]);
        }),
        RUNS,
      );
    });
  }

  test("fixed-width columns", () => {
    fc.assert(
      fc.property(rows(60, HEADER_NAMES), (all) => {
        const { text, offsets, tsv } = toFixedWidth(all);
        fc.pre(!text.includes("\n\n"));
        hold(text, "tabular", (view) => [
          // Without padding the same table is tab-separated.
          view.includes("\t") ? tableCollection(view, tsv, "\t") : fixedCollection(view, text, offsets),
        ]);
      }),
      RUNS,
    );
  });

  test("a Markdown table", () => {
    fc.assert(
      fc.property(rows(60, HEADER_NAMES), (all) => {
        const input = toMarkdown(all);
        hold(input, "tabular", (view) => [tableCollection(view, input, "|")]);
      }),
      RUNS,
    );
  });
});

test("numbers and strings that read like numbers are not stated as one set", () => {
  const mixed = Array.from({ length: 40 }, (_, i) => ({ comments: i === 20 ? "5" : i, name: `row ${i}` }));
  expect(compress(JSON.stringify(mixed)).output).not.toMatch(/comments: \S+ .*present/);
  const codes = Array.from({ length: 40 }, (_, i) => ({ code: i % 2 === 0 ? `${i}` : `x${i}` }));
  expect(compress(JSON.stringify(codes)).output).not.toMatch(/code: \S+ .*present/);
});
