/** The pool and its threads over scripted ports: order, limits, cancellation, death, shutdown. */
import { describe, expect, test } from "bun:test";
import type { StoreHealth } from "../../src/store/contract.ts";
import { CaveError } from "../../src/text/errors.ts";
import { Control } from "../../src/tools/offload/control.ts";
import type { FromWorker, ToWorker } from "../../src/tools/offload/jobs.ts";
import { Pool, type PoolOptions } from "../../src/tools/offload/pool.ts";
import { JobOverran, JobPanicked } from "../../src/tools/offload/task.ts";
import type { WorkerPort } from "../../src/tools/offload/thread.ts";

/** A worker that does what the test says. It shares the control words as a real one would. */
class ScriptedPort implements WorkerPort {
  onMessage: (message: FromWorker) => void = () => {};
  onDeath: () => void = () => {};
  readonly jobs: number[] = [];
  readonly kinds: string[] = [];
  readonly ended = Promise.withResolvers<void>();
  readonly asked = Promise.withResolvers<void>();
  control = new Control();
  hasEnded = false;
  answersClose = true;

  post(message: ToWorker): void {
    if (message.type === "start") this.control = new Control(message.control);
    if (message.type === "job") {
      this.jobs.push(message.id);
      this.kinds.push(message.job.kind);
      this.asked.resolve();
    }
    if (message.type === "close" && this.answersClose) this.onMessage({ type: "closed" });
  }
  end(): void {
    this.hasEnded = true;
    this.ended.resolve();
  }
  done(result: unknown = "ok"): void {
    this.control.finish();
    this.onMessage({ type: "done", id: this.jobs.at(-1) ?? -1, result });
  }
}

function poolOf(limits: PoolOptions["limits"] = {}) {
  const ports: ScriptedPort[] = [];
  const lines: string[] = [];
  const pool = new Pool({
    spawn: () => {
      const port = new ScriptedPort();
      ports.push(port);
      return port;
    },
    log: (line) => lines.push(line),
    limits: { stopGraceMs: 5, jobMs: 60_000, idleCloseMs: 60_000, ...limits },
  });
  const port = (at: number): ScriptedPort => {
    const found = ports[at];
    if (found === undefined) throw new Error(`no worker ${at}`);
    return found;
  };
  return { pool, ports, port, lines };
}

const health = (pool: Pool, signal?: AbortSignal) => pool.run("health", null, signal);

describe("workers", () => {
  test("start with the first job, the second only while the first is busy, never a third", async () => {
    const { pool, ports, port } = poolOf();
    expect(ports).toHaveLength(0);
    const first = health(pool);
    expect(ports).toHaveLength(1);
    port(0).done();
    await first;
    const jobs = [health(pool), health(pool), health(pool)];
    expect(ports).toHaveLength(2);
    expect(pool.saturated).toBe(true);
    port(0).done();
    await jobs[0];
    expect(port(0).jobs).toHaveLength(3);
    port(0).done();
    port(1).done();
    await Promise.all(jobs);
    expect(pool.saturated).toBe(false);
  });

  test("take jobs in the order they came, but looking into lines goes first", async () => {
    const { pool, port } = poolOf({ threads: 1 });
    const line = new SharedArrayBuffer(1);
    const jobs = [health(pool), health(pool), pool.run("peek", { line }), pool.run("peek", { line })];
    for (let i = 0; i < jobs.length; i++) {
      port(0).done();
      await Promise.resolve();
    }
    await Promise.all(jobs);
    expect(port(0).kinds).toEqual(["health", "peek", "peek", "health"]);
  });

  test("give their memory back after a while without jobs", async () => {
    const { pool, ports, port } = poolOf({ idleCloseMs: 1 });
    const job = health(pool);
    port(0).done();
    await job;
    await port(0).ended.promise;
    void health(pool).catch(() => {});
    expect(ports).toHaveLength(2);
  });
});

describe("outcomes", () => {
  test("an error with a code arrives as it was thrown", async () => {
    const { pool, port } = poolOf();
    const job = health(pool);
    port(0).onMessage({ type: "failed", id: port(0).jobs[0] ?? -1, code: "cave_x", message: "words" });
    const error = await job.catch((e: unknown) => e);
    expect(error).toBeInstanceOf(CaveError);
    expect(error).toMatchObject({ code: "cave_x", message: "words" });
  });

  test("a panic is told apart, and the worker goes on", async () => {
    const { pool, ports, port } = poolOf();
    const job = health(pool);
    port(0).onMessage({ type: "panicked", id: port(0).jobs[0] ?? -1, facts: {} });
    expect(await job.catch((e: unknown) => e)).toBeInstanceOf(JobPanicked);
    void health(pool).catch(() => {});
    expect(ports).toHaveLength(1);
  });

  test("a message about another job changes nothing", async () => {
    const { pool, port } = poolOf();
    const job = health(pool);
    port(0).onMessage({ type: "done", id: -5, result: "wrong" });
    port(0).done("right");
    expect(await job).toBe("right" as never);
  });

  test("a warning is passed on once, whichever worker has it", async () => {
    const { pool, port, lines } = poolOf();
    const jobs = [health(pool), health(pool)];
    for (const at of [0, 1, 0]) port(at).onMessage({ type: "warning", line: "the store is full" });
    expect(lines).toEqual(["the store is full"]);
    port(0).done();
    port(1).done();
    await Promise.all(jobs);
  });

  test("the store's health is remembered", async () => {
    const { pool, port } = poolOf();
    expect(pool.storeHealth).toBeNull();
    const job = health(pool);
    const told: [StoreHealth, "read" | "write", StoreHealth][] = [
      ["unavailable", "read", "unavailable"],
      ["ok", "read", "ok"],
      ["full", "write", "full"],
      // A disk that is full can still be read, also by a thread that has written nothing.
      ["ok", "read", "full"],
      ["ok", "write", "ok"],
      ["unavailable", "read", "unavailable"],
      ["ok", "write", "ok"],
    ];
    for (const [seen, of, remembered] of told) {
      port(0).onMessage({ type: "health", health: seen, of });
      expect(pool.storeHealth).toBe(remembered);
    }
    port(0).done();
    await job;
  });
});

describe("a worker that dies", () => {
  test("fails its call, and the next one gets a new worker", async () => {
    const { pool, ports, port, lines } = poolOf({ threads: 1 });
    const job = health(pool);
    const waiting = health(pool);
    port(0).onDeath();
    port(0).onDeath();
    expect(await job.catch((e: unknown) => e)).toBeInstanceOf(JobPanicked);
    expect(ports).toHaveLength(2);
    port(1).done();
    await waiting;
    expect(lines).toHaveLength(1);
  });
});

describe("cancellation", () => {
  test("of a waiting job takes it out of the queue", async () => {
    const { pool, port } = poolOf({ threads: 1 });
    const running = health(pool);
    const abort = new AbortController();
    const waiting = health(pool, abort.signal);
    abort.abort();
    expect(await waiting.catch((e: unknown) => e)).toBe(abort.signal.reason);
    port(0).done();
    await running;
    expect(port(0).jobs).toHaveLength(1);
  });

  test("of a running job is answered at once, and the job is asked to stop", async () => {
    const { pool, port } = poolOf();
    const abort = new AbortController();
    const job = health(pool, abort.signal);
    abort.abort();
    await expect(job).rejects.toBe(abort.signal.reason);
    expect(port(0).control.stopRequested).toBe(true);
    port(0).control.finish();
    port(0).onMessage({ type: "stopped", id: port(0).jobs[0] ?? -1 });
    const next = health(pool);
    expect(port(0).control.stopRequested).toBe(false);
    port(0).done();
    await next;
    expect(port(0).hasEnded).toBe(false);
  });

  test("ends a worker that does not react", async () => {
    const { pool, ports, port } = poolOf({ threads: 1 });
    const abort = new AbortController();
    const job = health(pool, abort.signal);
    const waiting = health(pool);
    abort.abort();
    await job.catch(() => {});
    await port(0).ended.promise;
    expect(ports).toHaveLength(2);
    port(1).done();
    await waiting;
  });

  test("waits for a worker that is inside the store", async () => {
    const { pool, port } = poolOf();
    const abort = new AbortController();
    const job = health(pool, abort.signal);
    await port(0).asked.promise;
    const inside = Promise.withResolvers<void>();
    port(0).control.commit(() => {
      abort.abort();
      // Nothing that the pool does now may end the worker: the claim fails while it is inside.
      expect(port(0).control.claim()).toBe(false);
      inside.resolve();
    });
    await inside.promise;
    await job.catch(() => {});
    expect(port(0).hasEnded).toBe(false);
    await port(0).ended.promise;
  });

  test("before the start runs nothing", async () => {
    const { pool, ports } = poolOf();
    await expect(health(pool, AbortSignal.abort())).rejects.toThrow();
    expect(ports).toHaveLength(0);
  });
});

test("a job that runs over its limit is ended and told apart", async () => {
  const { pool, port } = poolOf({ jobMs: 1 });
  const job = health(pool);
  expect(await job.catch((e: unknown) => e)).toBeInstanceOf(JobOverran);
  expect(port(0).hasEnded).toBe(true);
});

describe("shutdown", () => {
  test("closes idle workers, ends computing ones, rejects what waits and what comes later", async () => {
    const { pool, port } = poolOf({ threads: 2 });
    const idle = health(pool);
    const running = health(pool);
    port(0).done();
    await idle;
    const closing = pool.close();
    expect(await running.catch((e: unknown) => e)).toBeInstanceOf(JobPanicked);
    await closing;
    expect(port(0).hasEnded && port(1).hasEnded).toBe(true);
    expect(await health(pool).catch((e: unknown) => e)).toBeInstanceOf(JobPanicked);
  });

  test("does not wait for ever for a worker that does not close", async () => {
    const { pool, port } = poolOf();
    const job = health(pool);
    port(0).done();
    await job;
    port(0).answersClose = false;
    await pool.close();
    expect(port(0).hasEnded).toBe(true);
  });
});
