/** The checker itself: a lying view must not pass it. */
import { expect, test } from "bun:test";
import { compress } from "../support/engine.ts";
import { faults } from "./check.ts";
import { ndjsonCollection } from "./documents.ts";

const original = Array.from(
  { length: 60 },
  (_, i) =>
    `{"id":"wh-${100 + i}","state":"${i === 20 ? "failed" : i % 3 ? "paid" : "open"}","ms":${7 * i + 1}}`,
).join("\n");
const view = compress(original, { type: "ndjson" }).output;

function caught(lie: string): boolean {
  if (lie === view) throw new Error("the lie changed nothing");
  try {
    return faults(ndjsonCollection(lie, original)).length > 0;
  } catch {
    return true;
  }
}

test("the honest view passes", () => {
  expect(faults(ndjsonCollection(view, original))).toEqual([]);
});

test.each<[string, (view: string) => string]>([
  [
    "swapped counts",
    (v) =>
      v
        .replace(/open×(\d+)/, "open×x")
        .replace(/paid×(\d+)/, "open×$1")
        .replace("open×x", "paid×20"),
  ],
  ["a count off by one", (v) => v.replace(/paid×(\d+)/, (_, n) => `paid×${Number(n) - 1}`)],
  ["a run off by one", (v) => v.replace(/… (\d+) lines elided/, (_, n) => `… ${Number(n) + 1} lines elided`)],
  ["a unit dropped without a marker", (v) => v.replace(/^\{.*\n/, "")],
  ["a changed unit", (v) => v.replace('"failed"', '"paid"')],
  ["a list cut to its head", (v) => v.replace(/ open×\d+/, "")],
  ["a false range", (v) => v.replace(/range ms=1\.\.\d+/, "range ms=1..400")],
  ["a false sum", (v) => v.replace(/sum ms=(\d+)/, (_, n) => `sum ms=${Number(n) + 1}`)],
  ["an id that is not there", (v) => v.replace("wh-100..wh-159", "wh-100..wh-160")],
  ["a total off by one", (v) => v.replace("60 lines in all", "61 lines in all")],
  ["a failure hidden", (v) => v.replace(/\n\{[^\n]*"failed"[^\n]*/, "\n… 1 lines elided (caveman) …")],
])("caught: %s", (_, lie) => {
  expect(caught(lie(view))).toBe(true);
});
