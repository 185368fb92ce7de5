/** Promise 5: what a reader must not miss stays in view, by as few units as possible. */
import { describe, expect, test } from "bun:test";
import { compress } from "./support/engine.ts";

const many = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
/** Fixed noise in 0..1. */
const noise = (i: number): number => ((Math.imul(i + 1, 2_654_435_761) >>> 0) % 1000) / 1000;

/** Ids of the records that the view of `records` shows. */
function shown(records: readonly { id: number }[]): number[] {
  const { output } = compress(JSON.stringify(records), { type: "json" });
  const ids = output.startsWith("[{")
    ? [...output.matchAll(/\{"id":(\d+)/g)].map((m) => m[1])
    : [...output.matchAll(/^ {2}(\d+),/gm)].map((m) => m[1]);
  return ids.map(Number);
}

describe("signal", () => {
  test("first and last unit", () => {
    const ids = shown(many(200, (id) => ({ id, state: "ok" })));
    expect(ids[0]).toBe(0);
    expect(ids.at(-1)).toBe(199);
    expect(ids.length).toBeLessThan(5);
  });

  test("every failing unit, however it says so", () => {
    const at = (i: number) => (id: number) => id === i;
    const records = many(300, (id) => ({
      id,
      level: at(20)(id) ? "error" : "info",
      status: at(50)(id) ? 503 : 200,
      ok: !at(80)(id),
      exit_code: at(110)(id) ? 137 : 0,
      error: at(140)(id) ? "disk full" : null,
      message: at(170)(id) ? `worker ${id} timeout` : `worker ${id} done`,
      checks: [{ name: "ready", reason: at(200)(id) ? "CrashLoopBackOff" : "Running" }],
      errorCount: at(230)(id) ? 2 : 0,
    }));
    expect(shown(records)).toEqual(expect.arrayContaining([20, 50, 80, 110, 140, 170, 200, 230]));
  });

  test("names and paths that hold such a word are no failures", () => {
    const records = many(300, (id) => ({
      id,
      path: id % 20 ? `src/a-${id}.ts` : `src/timeout/error-${id}.ts`,
    }));
    expect(shown(records).length).toBeLessThan(8);
  });

  test("one unit of each value of a category, and of each set of fields", () => {
    const records = many(400, (id) => ({
      id,
      region: id === 333 ? "moon" : ["north", "south", "east"][id % 3],
      ...(id === 210 ? { refund: true } : {}),
    }));
    const ids = shown(records);
    expect(ids).toEqual(expect.arrayContaining([333, 210]));
    expect(ids.length).toBeLessThan(12);
  });

  test("one string of each shape, where shapes are few", () => {
    const versions = many(300, (i) =>
      i % 40 === 7 ? `3.${i}.0-beta.${i % 9}` : i === 201 ? "4.0.0-rc.1" : `2.${i}.${i % 5}`,
    );
    const { output } = compress(JSON.stringify(versions));
    expect(output).toContain("-beta.");
    expect(output).toContain('"4.0.0-rc.1"');
    expect(output.length).toBeLessThan(600);
    const names = many(300, (i) => `${"abcdefghijklmnopq"[i % 17]}${"rstuvwxyz"[i % 9]}-${i}`);
    expect(compress(JSON.stringify(names)).output.length).toBeLessThan(400);
  });

  test("outliers, but not the tail of a long-tailed field", () => {
    const spike = many(500, (id) => ({ id, ms: id === 321 ? 90_000 : 100 + 80 * noise(id) }));
    expect(shown(spike)).toContain(321);
    const tail = many(500, (id) => ({ id, ms: Math.round(20 / (noise(id) + 0.01)) }));
    expect(shown(tail).length).toBeLessThan(12);
  });

  test("outliers among sizes and durations with a unit", () => {
    const sizes = many(300, (id) => ({
      id,
      size: id === 77 ? "1.4G" : `${100 + Math.round(80 * noise(id))}K`,
    }));
    expect(shown(sizes)).toContain(77);
    const times = many(300, (id) => ({
      id,
      took: id === 210 ? "9.5 s" : `${Math.round(40 + 30 * noise(id)) / 10}ms`,
    }));
    expect(shown(times)).toContain(210);
    const words = many(300, (id) => ({ id, name: id === 210 ? "9.5 parts" : `${id}K` }));
    expect(shown(words).length).toBeLessThan(5);
  });

  test("both sides of a change of level, and of a field that switches", () => {
    const level = many(400, (id) => ({ id, cpu: (id < 250 ? 20 : 65) + 3 * noise(id) }));
    expect(shown(level)).toEqual(expect.arrayContaining([249, 250]));
    const version = many(400, (id) => ({ id, version: id < 130 ? "1.4.2" : "1.5.0" }));
    expect(shown(version)).toEqual(expect.arrayContaining([129, 130]));
  });

  test("rising fields have no changes", () => {
    expect(shown(many(400, (id) => ({ id, at: 1_700_000_000 + id * 15, seq: id * 2 }))).length).toBeLessThan(
      5,
    );
  });

  test("failure that repeats is repetition: some of each kind, the last, and counts", () => {
    const records = many(900, (id) => ({
      id,
      status: id % 5 === 0 ? "failed" : "ok",
      error: id % 5 === 0 ? (id === 500 ? "disk full" : `timeout after ${id} ms`) : null,
    }));
    const ids = shown(records);
    expect(ids).toEqual(expect.arrayContaining([0, 500, 895]));
    expect(ids.length).toBeLessThan(20);
    expect(compress(JSON.stringify(records)).output).toContain("status: failed×180 ok×720");
  });
});

describe("what is not worth a question back", () => {
  /** As `npm outdated` prints it: each row is an answer. */
  const outdated = (n: number): string =>
    `Package   Current  Wanted  Latest  Location\n${many(n, (i) => `lib-${100 + i}     1.${i % 7}.0   1.${i % 7}.0   2.${i % 7}.0  node_modules/lib-${100 + i}`).join("\n")}\n`;

  test("a table of a few lines is shown whole, with or without a query", () => {
    for (const query of ["", "lib-104"])
      expect(compress(outdated(9), { query }).output).not.toContain("elided");
    expect(compress(outdated(60)).output).toContain("elided");
  });

  test("unless it has to fit a budget", () => {
    const small = outdated(9);
    const { output } = compress(small, { budget: 400 });
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(400);
  });
});
