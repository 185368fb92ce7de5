/** What people have reported about tools of this kind, for records: it must not happen here. */
import { describe, expect, test } from "bun:test";
import { compress, select } from "./support/engine.ts";
import { faults } from "./truth/check.ts";
import { documentCollections, ndjsonCollection } from "./truth/documents.ts";
import { tableCollection } from "./truth/tables.ts";

const many = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

function checked(input: string): string {
  const t = compress(input, { type: "json" });
  expect(documentCollections(t.output, input).flatMap(faults)).toEqual([]);
  return t.output;
}

describe("records", () => {
  test("an array of strings is never cut without a marker", () => {
    const input = JSON.stringify({ files: many(200, (i) => `src/part-${i}/index.ts`) });
    const output = checked(input);
    expect(output).toMatch(/"… \d+ items elided \(caveman\) …"/);
    expect(output).toContain("… 200 items in all");
  });

  test("non-null fields among nulls stay visible, and null is not absent", () => {
    const input = JSON.stringify(many(120, (i) => ({ id: i, note: i === 57 ? "look here" : null })));
    const output = checked(input);
    expect(output).toContain("look here");
    expect(output).toContain('note: null×119 "look here"×1');
  });

  test("null, the empty string and the word null are three values: no count mixes them", () => {
    const input = JSON.stringify(many(90, (i) => ({ id: i, v: [null, "", "null"][i % 3] })));
    expect(checked(input)).not.toMatch(/\bv: /);
  });

  test("5 and the string 5 are not counted together", () => {
    const input = JSON.stringify(many(90, (i) => ({ id: `a${i}`, v: i % 2 ? 5 : "5" })));
    expect(checked(input)).not.toMatch(/\bv: |\bv=/);
  });

  test("one CRLF does not decide for the whole file", () => {
    const lines = many(60, (i) => `{"id":${i},"state":"${i % 2 ? "open" : "paid"}"}`);
    const input = lines.map((line, i) => line + (i === 30 ? "\r\n" : "\n")).join("");
    const t = compress(input, { type: "ndjson" });
    expect(faults(ndjsonCollection(t.output, input))).toEqual([]);
    const csv = `id,state\r\n${many(120, (i) => `${i},${i % 2 ? "open" : "paid"}`).join("\n")}\n`;
    const table = compress(csv, { type: "tabular" });
    expect(faults(tableCollection(table.output, csv, ","))).toEqual([]);
    expect(table.output).toContain("state: paid×60 open×60");
  });

  test("a hundred fields give no false absent", () => {
    const row = (i: number) => Object.fromEntries(many(100, (c) => [`f${c}`, c === 90 ? `id-${i}` : c % 7]));
    expect(checked(JSON.stringify(many(60, row)))).not.toContain("absent");
  });

  test("64-bit ids are not rounded in a range, nor in a set", () => {
    const big = (i: number) => `1${String(2 ** 40 * i).padStart(18, "0")}`;
    const input = `[${many(60, (i) => `{"snowflake":${big((i * 37) % 60)},"x":"y"}`).join(",")}]`;
    const output = checked(input);
    expect(output).toContain(`${big(0)}..${big(59)}`);
    const run = `[${many(60, (i) => `{"n":${9007199254740993n + BigInt(i)}}`).join(",")}]`;
    expect(checked(run)).toContain("9007199254740993..9007199254741052 all 60 present");
  });

  test("numbers keep their spelling", () => {
    const input = `[${many(40, (i) => `{"id":${i},"p":${["1.10", "1e400", "-0"][i % 3]}}`).join(",")}]`;
    const output = checked(input);
    expect(output).toContain("p: 1.10×14 1e400×13 -0×13");
  });

  test("500 records with an error key are repetition: representatives stay, counts say the rest", () => {
    const input = JSON.stringify(
      many(500, (i) => ({ id: i, error: i === 77 ? "disk full" : `timeout after ${i} ms` })),
    );
    const output = checked(input);
    expect(output.length).toBeLessThan(1500);
    expect(output).toContain("disk full");
  });

  test("more than 128 kinds of record are still shortened", () => {
    const input = JSON.stringify(many(3000, (i) => ({ id: i, [`only_${i % 150}`]: 1 })));
    expect(compress(input, { type: "json" }).tokensAfter).toBeLessThan(
      0.2 * compress(input, { type: "json" }).tokensBefore,
    );
  });

  test("duplicate keys, __proto__ and empty keys are data", () => {
    const input = `[${many(40, (i) => `{"a":${i % 2},"a":${i},"__proto__":{"x":1},"":${i}}`).join(",")}]`;
    const output = compress(input, { type: "json" }).output;
    expect(output).toContain('{"a":0,"a":0,"__proto__":{"x":1},"":0}');
    expect(output).not.toMatch(/[; ]a[:=]/);
  });

  test("what a query selects is not compressed again", () => {
    const input = JSON.stringify(
      many(300, (i) => ({ id: `wh-${1000 + i}`, state: "ok", text: `number ${i}` })),
    );
    const found = select(input, "wh-1150");
    expect(found).toContain('"wh-1150"');
    expect(compress(found).passThrough).toBe(true);
  });

  test("credentials are never stated", () => {
    const input = JSON.stringify(
      many(80, (i) => ({ id: i, api_key: "k1", auth: { sessionId: "s", Token: "t" } })),
    );
    const markers = checked(input).match(/… [^…]* elided \(caveman\)[^…]* …/g) ?? [];
    expect(markers.length).toBeGreaterThan(0);
    expect(markers.join("")).not.toMatch(/api_key|sessionId|Token/);
  });

  test("a table of measurements with free text loses nothing", () => {
    const text = (i: number) => many(12, (k) => `term${i * 12 + k}x`).join(" ");
    const input = JSON.stringify(
      many(30, (i) => ({ at: i * 17, text: text(i) })),
      null,
      1,
    );
    const t = compress(input, { type: "json" });
    expect(t.output).not.toContain("elided");
    expect(t.losslessToModel).toBe(true);
  });

  test("a minified line of 4 MB", () => {
    const input = JSON.stringify(
      many(40_000, (i) => ({ id: i, state: i % 9 ? "done" : "open", note: `item ${i} was seen` })),
    );
    expect(compress(input).tokensAfter).toBeLessThan(600);
  });
});
