/** The caller's words pull matching units in, within about the same size. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { compress, tokensOf } from "./support/engine.ts";
import { rows, toArray, toNdjson } from "./support/records.ts";

const orders = JSON.stringify(
  Array.from({ length: 400 }, (_, i) => ({
    id: `ord-${1000 + i}`,
    state: ["paid", "open", "sent"][i % 3],
    city: i === 222 ? "Ulaanbaatar" : ["Oslo", "Lima"][i % 2],
    amount: i * 3,
  })),
);

describe("query", () => {
  test("an id that is named is in view", () => {
    for (const id of ["ord-1050", "ord-1199", "ord-1333"]) {
      expect(compress(orders).output).not.toContain(`${id},`);
      expect(compress(orders, { query: `what became of ${id}?` }).output).toContain(id);
    }
  });

  test("also in a view so small that the match takes the place of the facts", () => {
    const row = (name: string, version: string): string => `${name.padEnd(14)}${version}`;
    const packages = Array.from({ length: 100 }, (_, i) =>
      row(`lib-${"abcdefghij"[i % 10]}${i}`, `1.${i}.0`),
    );
    packages[57] = row("lib-gizmo", "1.31.0");
    const input = `Package       Version\n------------- -------\n${packages.join("\n")}\n`;
    const plain = compress(input);
    const asked = compress(input, { query: "version of lib-gizmo" });
    expect(plain.output).not.toContain("gizmo");
    expect(asked.output).toContain("gizmo");
    expect(tokensOf(asked.output)).toBeLessThanOrEqual(Math.ceil(tokensOf(plain.output) * 1.1));
  });

  test("so is what a rare word points at", () => {
    expect(compress(orders, { query: "anything from ulaanbaatar" }).output).toContain("Ulaanbaatar");
  });

  test("the view is never larger by more than a tenth, and never larger than without elision", () => {
    const word = fc.constantFrom(
      "failed",
      "retry",
      "id-17",
      "open",
      "in transit",
      "note",
      "zzz",
      "12345678901234567890",
    );
    fc.assert(
      fc.property(
        rows(),
        fc.array(word, { maxLength: 3 }),
        fc.constantFrom(toArray, toNdjson),
        (all, words, format) => {
          const input = format(all);
          const plain = compress(input);
          const asked = compress(input, { query: words.join(" ") });
          expect(tokensOf(asked.output)).toBeLessThanOrEqual(Math.ceil(tokensOf(plain.output) * 1.1) + 4);
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 150), endOnFailure: true, includeErrorInReport: true },
    );
  });

  test("words that are everywhere change nothing", () => {
    const asked = compress(orders, { query: "state" }).output;
    const plain = compress(orders).output.split("\n");
    expect(asked).toBe(plain.filter((line) => !line.includes("… caveman: elided")).join("\n"));
  });
});
