/** The real engine, counter and SQLite store together: emitted means recoverable, by anybody, byte for byte. */
import { afterEach, describe, expect, test } from "bun:test";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { createEngine } from "../../src/engine/engine.ts";
import { createRecovery } from "../../src/recovery/recovery.ts";
import { countTokens } from "../../src/tokens/counter.ts";
import { cleanUp, open, privateDirectory } from "../store/helpers.ts";

afterEach(cleanUp);

const count = (text: string) => countTokens(text);
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function recoveryAt(path: string, env: Record<string, string> = {}) {
  const { store } = open({ CAVEMAN_CCR_DB: path, ...env });
  return {
    store,
    recovery: createRecovery({ engine: createEngine({ countTokens: count }), store, countTokens: count }),
  };
}

/** Records that repeat, as tools print them. */
const records = fc
  .tuple(
    fc.integer({ min: 30, max: 120 }),
    fc.constantFrom("ok", "failed", "ünïcode \u{1f9ed}", "1e400", ""),
    fc.constantFrom("json", "pretty", "ndjson", "log", "csv"),
  )
  .map(([n, odd, form]) => {
    const rows = Array.from({ length: n }, (_, id) => ({
      id,
      state: id % 13 === 5 ? odd : "running",
      zone: "eu-1",
    }));
    if (form === "json") return JSON.stringify(rows);
    if (form === "pretty") return JSON.stringify(rows, null, 2);
    if (form === "ndjson") return rows.map((row) => JSON.stringify(row)).join("\n");
    if (form === "csv")
      return ["id,state,zone", ...rows.map((r) => `${r.id},${r.state},${r.zone}`), ""].join("\r\n");
    return rows
      .map((r) => `2026-03-01T12:00:${String(r.id % 60).padStart(2, "0")}Z INFO job ${r.id} ${r.state}`)
      .join("\n");
  });

describe("emitted means recoverable", () => {
  test("by this process and by another, and a query gives slices of the same original", () => {
    const path = join(privateDirectory(), "ccr.db");
    const { recovery } = recoveryAt(path);
    const other = recoveryAt(path).recovery;
    let shortened = 0;
    fc.assert(
      fc.property(records, (input) => {
        const outcome = recovery.compress(input);
        if (outcome.recovery_handle === null) {
          expect(outcome).toMatchObject({ output: input, ratio: 0, tokens_after: outcome.tokens_before });
          return;
        }
        shortened++;
        expect(outcome.tokens_after).toBeLessThan(outcome.tokens_before);
        expect(outcome.tokens_after).toBe(countTokens(outcome.output).tokens);
        for (const reader of [recovery, other]) {
          const got = reader.retrieve(outcome.recovery_handle);
          expect(got.kind === "original" && Buffer.compare(got.bytes, utf8(input)) === 0).toBe(true);
        }
        const selected = other.retrieve(outcome.recovery_handle, "failed");
        if (selected.kind === "selection") expect(selected.text.length).toBeLessThan(input.length);
      }),
      { numRuns: 25 },
    );
    expect(shortened).toBeGreaterThan(15);
  });

  test("simulate shows what compress would, from a store that is never touched", () => {
    const path = join(privateDirectory(), "ccr.db");
    const { recovery, store } = recoveryAt(path);
    const [input = ""] = fc.sample(records, { numRuns: 1, seed: 7 });
    const simulated = recovery.simulate(input);
    expect(store.info().rows).toBe(0);
    expect({ ...recovery.compress(input), recovery_handle: null }).toEqual({
      ...simulated,
      recovery_handle: null,
    });
  });
});

describe("no short form without its original", () => {
  const [input = ""] = fc.sample(records, { numRuns: 1, seed: 11 });
  const unchanged = { output: input, ratio: 0, recovery_handle: null, method: "passthrough" };

  test("where the budget is used up", () => {
    const { recovery } = recoveryAt(join(privateDirectory(), "ccr.db"), { CAVEMAN_CCR_MAX_BYTES: "100" });
    expect(recovery.compress(input)).toMatchObject({ ...unchanged, withheld: "full" });
  });

  test("where the database is damaged, and again with one when it is gone", () => {
    const directory = privateDirectory();
    const path = join(directory, "ccr.db");
    writeFileSync(path, "no database");
    chmodSync(path, 0o600);
    const { recovery } = recoveryAt(path);
    expect(recovery.compress(input)).toMatchObject({ ...unchanged, withheld: "unavailable" });
    expect(recovery.retrieve("ccr_00000000000000000000000000000000").kind).toBe("unavailable");
    writeFileSync(path, "");
    expect(recovery.compress(input).recovery_handle).not.toBeNull();
  });

  test("where there may be no store at all", () => {
    const { recovery } = recoveryAt("relative.db");
    expect(recovery.compress(input)).toMatchObject({ ...unchanged, withheld: "unavailable" });
  });
});
