/** The format's own conformance fixtures (spec 3.3.2, the newest that npm has) through our encode and decode. */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { decodeToon } from "../../../src/engine/toon/decode.ts";
import { encodeToon } from "../../../src/engine/toon/encode.ts";

interface Case {
  readonly name: string;
  readonly input: unknown;
  readonly expected: unknown;
  readonly shouldError?: boolean;
  readonly options?: Record<string, unknown>;
}

const ROOT = join(
  import.meta.dir,
  "..",
  "..",
  "..",
  "node_modules",
  "@toon-format",
  "spec",
  "tests",
  "fixtures",
);

function cases(kind: "encode" | "decode"): [string, Case][] {
  return readdirSync(join(ROOT, kind)).flatMap((file) =>
    (JSON.parse(readFileSync(join(ROOT, kind, file), "utf8")) as { tests: Case[] }).tests
      .filter((c) => c.options === undefined)
      .map((c): [string, Case] => [`${file}: ${c.name}`, c]),
  );
}

/** Where the library (spec 4) and these fixtures (spec 3.3) part ways. */
const CHANGED_IN_SPEC_4 = new Set<string>([
  // Nested field groups (`items[1]{id,nested{x}}:`) are new.
  "arrays-objects.json: uses list format for objects with nested values",
]);

describe("decode fixtures", () => {
  for (const [name, c] of cases("decode")) {
    if (CHANGED_IN_SPEC_4.has(name)) continue;
    test(name, () => {
      if (c.shouldError) expect(() => decodeToon(c.input as string)).toThrow("The input is not valid TOON");
      else expect(JSON.parse(decodeToon(c.input as string))).toEqual(c.expected);
    });
  }
});

describe("encode fixtures", () => {
  for (const [name, c] of cases("encode")) {
    if (CHANGED_IN_SPEC_4.has(name)) continue;
    test(name, () => {
      const result = encodeToon(JSON.stringify(c.input));
      if (result.encoded) expect(result.output).toBe(c.expected as string);
      else expect(result.note).toStartWith("not encoded: ");
    });
  }
});
