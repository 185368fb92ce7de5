/** Promises 1 and 3 with real processes: nothing shown is lost, nothing is busy, the budget holds across them. */
import { Database } from "bun:sqlite";
import { afterEach, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bytes, cleanUp, META, open, privateDirectory, recovered } from "./helpers.ts";
import { killCycles } from "./programs/kill-cycles.ts";
import { originalOf } from "./programs/put-many.ts";

afterEach(cleanUp);

const hasStrace = spawnSync("strace", ["-V"]).status === 0;
if (!hasStrace) console.warn("skip: the test of synced writes (Debian package strace is missing)");

const PUT_MANY = join(import.meta.dir, "programs", "put-many.ts");
const SLOW_MS = 120_000;

interface Ended {
  readonly lines: string[];
  readonly stderr: string;
  readonly code: number;
}

/** Runs one process per label at the same time. */
async function together(
  env: Record<string, string>,
  labels: readonly string[],
  count: number,
): Promise<Ended[]> {
  const children = labels.map((label) =>
    Bun.spawn([process.execPath, PUT_MANY, label, String(count)], {
      env: { ...process.env, ...env },
      stdout: "pipe",
      stderr: "pipe",
    }),
  );
  return Promise.all(
    children.map(async (child) => {
      const [stdout, stderr, code] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
        child.exited,
      ]);
      return { lines: stdout.split("\n").filter((line) => line !== ""), stderr, code };
    }),
  );
}

test(
  "eight processes make, migrate and fill one store: every original is there",
  async () => {
    const env = { CAVEMAN_CCR_DB: join(privateDirectory(), "ccr.db") };
    const labels = Array.from({ length: 8 }, (_, i) => `process ${i}`);
    const ended = await together(env, labels, 25);
    const { store } = open(env);
    for (const [i, { lines, stderr, code }] of ended.entries()) {
      expect({ stderr, code, lines: lines.length }).toEqual({ stderr: "", code: 0, lines: 25 });
      for (const [n, handle] of lines.entries())
        expect(recovered(store, handle)).toBe(originalOf(labels[i] ?? "", n));
    }
    expect(store.info()).toMatchObject({ rows: 200 });
  },
  SLOW_MS,
);

test(
  "two processes that start at the same moment on nothing, again and again",
  async () => {
    for (let round = 0; round < 6; round++) {
      const env = { CAVEMAN_HOME: join(privateDirectory(), "not", "there", "yet") };
      for (const { stderr, code, lines } of await together(env, ["a", "b"], 2)) {
        expect({ stderr, code, lines: lines.length }).toEqual({ stderr: "", code: 0, lines: 2 });
      }
      expect(open(env).store.info()).toMatchObject({ rows: 4 });
    }
  },
  SLOW_MS,
);

test(
  "the last byte of the budget goes to one of several processes, and not one byte more",
  async () => {
    const budget = 40_000;
    const env = { CAVEMAN_CCR_DB: join(privateDirectory(), "ccr.db"), CAVEMAN_CCR_MAX_BYTES: String(budget) };
    const ended = await together(env, ["a", "b", "c", "d"], 40);
    const { store } = open(env);
    const { bytes: used, rows } = store.info();
    expect(used).toBeLessThanOrEqual(budget);
    const shown = ended.flatMap(({ lines }) => lines.filter((line) => line.startsWith("ccr_")));
    expect(shown).toHaveLength(rows);
    expect(ended.flatMap(({ lines }) => lines)).toContain('not stored: {"kind":"full"}');
    // The smallest original that was refused would not have fitted.
    expect(used).toBeGreaterThan(budget - originalOf("a", 16).length);
    const db = new Database(env.CAVEMAN_CCR_DB);
    expect(db.query("SELECT sum(length(original)) AS bytes FROM recoveries").get()).toEqual({ bytes: used });
    db.close();
    for (const { stderr } of ended) expect(stderr.trim().split("\n").length).toBe(1);
  },
  SLOW_MS,
);

test(
  "kill -9 at any moment loses no handle that was shown",
  async () => {
    const report = await killCycles(join(privateDirectory(), "ccr.db"), 100, 20_260_301);
    expect(report.lost).toEqual([]);
    expect(report.shown).toBeGreaterThan(100);
  },
  SLOW_MS,
);

test(
  "a process that holds the lock for a while is waited for",
  async () => {
    const directory = privateDirectory();
    const path = join(directory, "ccr.db");
    const { store, warnings } = open({ CAVEMAN_CCR_DB: path });
    const script = join(directory, "hold.ts");
    writeFileSync(
      script,
      `import { Database } from "bun:sqlite";
       const db = new Database(${JSON.stringify(path)});
       db.run("BEGIN IMMEDIATE");
       process.stdout.write("locked\\n");
       Bun.sleepSync(700);
       db.run("COMMIT");`,
    );
    const child = Bun.spawn([process.execPath, script], { stdout: "pipe" });
    await child.stdout.getReader().read();
    expect(store.put(bytes("after the wait"), META).kind).toBe("stored");
    expect(warnings).toEqual([]);
    await child.exited;
  },
  SLOW_MS,
);

test.skipIf(!hasStrace)(
  "every handle is on the disk before it is printed: a sync of the -wal lies between any two of them",
  () => {
    const directory = privateDirectory();
    const log = join(directory, "strace.log");
    const child = spawnSync(
      "strace",
      ["-f", "-yy", "-e", "trace=fsync,fdatasync,write", "-o", log, process.execPath, PUT_MANY, "a", "5"],
      { env: { ...process.env, CAVEMAN_CCR_DB: join(directory, "ccr.db") }, encoding: "utf8" },
    );
    expect(child.status).toBe(0);
    const events = readFileSync(log, "utf8")
      .split("\n")
      .flatMap((line) => {
        if (/f(?:data)?sync\(\d+<[^>]*-wal>/.test(line)) return ["sync"];
        return /write\(1<.*"ccr_/.test(line) ? ["shown"] : [];
      });
    expect(events.filter((event) => event === "shown")).toHaveLength(5);
    for (const [i, event] of events.entries()) if (event === "shown") expect(events[i - 1]).toBe("sync");
  },
  SLOW_MS,
);
