/** The five tools as clients see them: exact names, stable bytes, and a size that every prompt pays. */
import { describe, expect, test } from "bun:test";
import type { Revision } from "../../src/mcp/contract.ts";
import { countTokens } from "../../src/tokens/counter.ts";
import { describeTools, INSTRUCTIONS } from "../../src/tools/registry.ts";

/** o200k tokens of the whole result; the specification's gate is 500. */
const LIST_TOKENS = 450;
const INSTRUCTION_TOKENS = 60;

const NEWER: readonly Revision[] = ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

test("exactly five, by their exact names", () => {
  expect(describeTools("2024-11-05").map((t) => t.name)).toEqual([
    "caveman_compress",
    "caveman_retrieve",
    "caveman_stats",
    "caveman_toon_encode",
    "caveman_toon_decode",
  ]);
});

describe("size", () => {
  test("tools/list for a 2024-11-05 client", () => {
    expect(countTokens(JSON.stringify({ tools: describeTools("2024-11-05") })).tokens).toBeLessThanOrEqual(
      LIST_TOKENS,
    );
  });

  test("instructions", () => {
    expect(countTokens(INSTRUCTIONS).tokens).toBeLessThanOrEqual(INSTRUCTION_TOKENS);
  });
});

test("annotations come with 2025-03-26, and nothing promises structured content", () => {
  for (const tool of describeTools("2024-11-05"))
    expect(Object.keys(tool)).toEqual(["name", "description", "inputSchema"]);
  for (const revision of NEWER) {
    for (const tool of describeTools(revision)) {
      expect(tool.annotations).toEqual({ readOnlyHint: true, idempotentHint: true, openWorldHint: false });
      expect(tool).not.toHaveProperty("outputSchema");
    }
  }
});

test("schemas are objects whose required members exist", () => {
  for (const { inputSchema } of describeTools("2025-11-25")) {
    const schema = inputSchema as {
      type: string;
      properties: Record<string, { type: string }>;
      required?: string[];
    };
    expect(schema.type).toBe("object");
    for (const name of schema.required ?? []) expect(schema.properties).toHaveProperty(name);
    for (const property of Object.values(schema.properties)) expect(property.type).toBe("string");
  }
});
