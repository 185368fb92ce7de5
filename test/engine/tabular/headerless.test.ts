/** A piece of a table, without its header: its first row is no header. */
import { expect, test } from "bun:test";
import { createEngine } from "../../../src/engine/engine.ts";

const engine = createEngine({ countTokens: (t) => ({ tokens: Math.ceil(t.length / 4), estimated: false }) });

test("a row that stands above rows with the same value in a column is not their header", () => {
  const rows = Array.from(
    { length: 80 },
    (_, i) =>
      `ii  lib${String.fromCharCode(97 + (i % 26))}-${i}`.padEnd(40) +
      `1.${i % 7}.${i % 3}-${i}`.padEnd(20) +
      "amd64        shared library",
  );
  const { output } = engine.compress(`${rows.join("\n")}\n`);
  expect(output).not.toContain("ii=ii");
  expect(output).not.toContain("79 rows in all");
});
