/** Real threads under a real pool: what stops, what is ended, what survives. */
import { afterEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { compressTool } from "../../src/tools/compress.ts";
import { RetrievedOriginals } from "../../src/tools/ledger.ts";
import type { ToWorker } from "../../src/tools/offload/jobs.ts";
import { Pool, type PoolOptions } from "../../src/tools/offload/pool.ts";
import { JobOverran, JobPanicked } from "../../src/tools/offload/task.ts";
import { workerPort } from "../../src/tools/offload/worker-port.ts";
import { SessionStats } from "../../src/tools/session-stats.ts";

const STUB = join(import.meta.dir, "programs", "stub-worker.ts");
const pools: Pool[] = [];

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

function start(limits: PoolOptions["limits"] = {}) {
  const words = new Int32Array(new SharedArrayBuffer(8));
  let spawned = 0;
  const pool = new Pool({
    spawn: () => {
      spawned++;
      const port = workerPort(new Worker(STUB));
      port.post(words.buffer as unknown as ToWorker);
      return port;
    },
    log: () => {},
    limits: { threads: 1, stopGraceMs: 20, ...limits },
  });
  pools.push(pool);
  return {
    pool,
    spawned: () => spawned,
    /** Resolves when the running job has come to `step`. */
    async reached(step: number): Promise<void> {
      while (Atomics.load(words, 0) !== step) await Bun.sleep(1);
    },
    letGo(): void {
      Atomics.store(words, 1, 1);
      Atomics.notify(words, 1);
    },
    compress: (input: string, signal?: AbortSignal) =>
      pool.run("compress", { args: { kind: "ready", value: { source: { input } } }, retrieved: [] }, signal),
  };
}

function textOf({ encoded }: { encoded: Uint8Array }): string {
  const { content } = JSON.parse(`{${new TextDecoder().decode(encoded)}}`) as { content: { text: string }[] };
  return content[0]?.text ?? "";
}

describe("a cancelled job", () => {
  test("stops at its next checkpoint, and its thread goes on", async () => {
    const { compress, reached, spawned } = start({ stopGraceMs: 60_000 });
    const abort = new AbortController();
    const job = compress("loop", abort.signal);
    await reached(1);
    abort.abort();
    expect(await job.catch((e: unknown) => e)).toBe(abort.signal.reason);
    expect(textOf(await compress("after"))).toContain("after");
    expect(spawned()).toBe(1);
  });

  test("that reaches no checkpoint loses its thread, and the next job gets a new one", async () => {
    const { compress, reached, spawned } = start();
    const abort = new AbortController();
    const job = compress("stuck", abort.signal);
    await reached(1);
    abort.abort();
    expect(await job.catch((e: unknown) => e)).toBe(abort.signal.reason);
    expect(textOf(await compress("after"))).toContain("after");
    expect(spawned()).toBe(2);
  });

  test("inside the store is never cut off, however long that takes", async () => {
    const { compress, reached, letGo, spawned } = start({ stopGraceMs: 1 });
    const abort = new AbortController();
    const job = compress("store", abort.signal);
    await reached(1);
    abort.abort();
    expect(await job.catch((e: unknown) => e)).toBe(abort.signal.reason);
    const after = compress("after");
    // Several looks at the thread happen meanwhile; each must leave it alone.
    await Bun.sleep(60);
    expect(spawned()).toBe(1);
    letGo();
    expect(textOf(await after)).toContain("after");
  });
});

describe("a job that fails badly", () => {
  test("by overflowing the stack: a panic, and the same thread goes on", async () => {
    const { compress, spawned } = start();
    expect(await compress("overflow").catch((e: unknown) => e)).toBeInstanceOf(JobPanicked);
    expect(textOf(await compress("after"))).toContain("after");
    expect(spawned()).toBe(1);
  });

  test("by ending its thread: a panic, and a new thread", async () => {
    const { compress, spawned } = start();
    expect(await compress("exit").catch((e: unknown) => e)).toBeInstanceOf(JobPanicked);
    expect(textOf(await compress("after"))).toContain("after");
    expect(spawned()).toBe(2);
  });

  test("by never ending: its thread is ended", async () => {
    const { compress } = start({ jobMs: 100 });
    expect(await compress("stuck").catch((e: unknown) => e)).toBeInstanceOf(JobOverran);
  });
});

test("caveman_compress passes a text through whose work never ends", async () => {
  const { pool } = start({ jobMs: 100 });
  const result = await compressTool.call(
    { kind: "parsed", value: { input: "stuck" } },
    { revision: "2025-11-25", signal: new AbortController().signal, progress: () => {} },
    { offload: pool, ledger: null, stats: new SessionStats(), retrieved: new RetrievedOriginals() },
  );
  if (!("encoded" in result)) throw new Error("not encoded");
  expect(JSON.parse(textOf(result))).toMatchObject({ compressed: "counted", recovery_handle: null });
});

test("arguments in a long line are read and validated in the thread", async () => {
  const { pool } = start();
  const bytes = new TextEncoder().encode('xx{"input":"from the line"}');
  const line = new SharedArrayBuffer(bytes.length);
  new Uint8Array(line).set(bytes);
  const args = { kind: "line", line, start: 2, end: bytes.length } as const;
  expect(textOf(await pool.run("compress", { args, retrieved: [] }))).toContain("from the line");
  const wrong = { ...args, start: 2, end: 4 } as const;
  const refused = await pool.run("retrieve-arguments", { args }).catch((e: unknown) => e);
  expect(refused).toMatchObject({ code: "cave_invalid_arguments" });
  const broken = await pool.run("compress", { args: wrong, retrieved: [] }).catch((e: unknown) => e);
  expect(broken).toBeInstanceOf(JobPanicked);
});
