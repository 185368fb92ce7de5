/** A view fits the budget, or says that it cannot; what goes first goes with a marker. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { compress } from "./support/engine.ts";
import { rows, toArray, toNdjson, toSeparated } from "./support/records.ts";
import { faults } from "./truth/check.ts";
import { jsonCollections } from "./truth/documents.ts";
import { readJson } from "./truth/json.ts";
import { tableCollection } from "./truth/tables.ts";

const bytes = (text: string): number => new TextEncoder().encode(text).length;

const orders = JSON.stringify(
  Array.from({ length: 300 }, (_, i) => ({
    id: `ord-${1000 + i}`,
    state: i % 60 === 7 ? "failed" : ["paid", "open", "sent"][i % 3],
    region: ["north", "south", "east", "west"][i % 4],
    amount: ((i * 7919) % 10000) / 100,
    ...(i % 60 === 7 ? { error: `card declined code ${i}` } : {}),
  })),
);

describe("budget", () => {
  test("fits, or is said to be too small", () => {
    fc.assert(
      fc.property(
        rows(),
        fc.integer({ min: 0, max: 6000 }),
        fc.constantFrom(toArray, toNdjson, (r: Parameters<typeof toArray>[0]) => toSeparated(r, ",")),
        (all, budget, format) => {
          const input = format(all);
          const t = compress(input, { budget });
          expect(t.overBudget === true).toBe(bytes(t.output) > budget);
          if (t.passThrough) expect(t.output).toBe(input);
        },
      ),
      { numRuns: 60, endOnFailure: true },
    );
  });

  test("statements stay true while the view shrinks", () => {
    let last = Number.POSITIVE_INFINITY;
    for (const budget of [100_000, 1800, 1400, 1000, 700]) {
      const { output } = compress(orders, { budget, type: "json" });
      const collections = jsonCollections(readJson(output), readJson(orders));
      expect(collections.flatMap(faults)).toEqual([]);
      expect(bytes(output)).toBeLessThanOrEqual(last);
      last = bytes(output);
    }
    expect(last).toBeLessThanOrEqual(1000);
  });

  test("the note goes before facts, facts before failures", () => {
    const views = [4000, 1400, 1340, 1300, 1200, 1000, 700].map(
      (budget) => compress(orders, { type: "json", budget }).output,
    );
    const has = (text: string): boolean[] => views.map((view) => view.includes(text));
    const lastWith = (text: string): number => has(text).lastIndexOf(true);
    expect(has("… caveman: elided")[0]).toBe(true);
    expect(lastWith("… caveman: elided")).toBeLessThan(lastWith("sum amount"));
    expect(lastWith("sum amount")).toBeLessThan(lastWith('"failed"'));
  });

  test("last, the middle of long strings: head and tail stay", () => {
    const text = `begin ${Array.from({ length: 900 }, (_, i) => `word${i}`).join(" ")} end`;
    const input = JSON.stringify({ id: 7, text });
    const t = compress(input, { budget: 600 });
    expect(t.overBudget).toBeUndefined();
    expect(t.losslessToModel).toBe(false);
    const shown = (JSON.parse(t.output) as { text: string }).text;
    const [, head = "", count = "", tail = ""] =
      /^(.*)… (\d+) chars elided \(caveman\) …(.*)$/.exec(shown) ?? [];
    expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
    expect(head.length + Number(count) + tail.length).toBe(text.length);
  });

  test("tables too", () => {
    const all = JSON.parse(orders) as Record<string, unknown>[];
    const csv = toSeparated(
      all.map((row) => Object.fromEntries(Object.entries(row).map(([k, v]) => [k, JSON.stringify(v)]))),
      ",",
    );
    const t = compress(csv, { budget: 900 });
    expect(bytes(t.output)).toBeLessThanOrEqual(900);
    expect(faults(tableCollection(t.output, csv, ","))).toEqual([]);
  });
});
