/** Lines longer than what a sample keeps of them: wide tables, and one document with a long record on each line. */
import { expect, test } from "bun:test";
import { detectType } from "../../../src/engine/detect/detect.ts";
import { compress } from "../support/engine.ts";

const many = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

test("a table of so many columns that its header is clipped", () => {
  const header = many(80, (c) => `"translations.name${c}"`).join(",");
  const rows = many(60, (i) =>
    many(80, (c) => `"${c % 9 === 0 ? `a ""b"", c${i}` : `value ${i * c}`}"`).join(","),
  );
  const text = `${[header, ...rows].join("\n")}\n`;
  expect(detectType(text)).toBe("tabular");
  expect(compress(text).method).toBe("table-elided");
});

test("rows of some long cells below a short header", () => {
  const rows = many(60, (i) => `${i},${i % 3 ? "open" : "paid"},"${`note ${i}, `.repeat(i % 2 ? 100 : 3)}"`);
  expect(detectType(`id,state,note\n${rows.join("\n")}\n`)).toBe("tabular");
});

test("one document with a record on each line is no NDJSON", () => {
  const records = many(60, (i) =>
    JSON.stringify({ id: i, url: `https://example.org/${"x".repeat(700)}/${i}` }),
  );
  const text = `{"type":"FeatureCollection","features":[${records.join(",\n")}]}\n`;
  expect(detectType(text)).toBe("json");
  expect(compress(text).passThrough).toBe(false);
  expect(detectType(`${records.join("\n")}\n`)).toBe("ndjson");
});
