/** The queue in front of the worker threads: at most two, started when the first job comes. */
import type { StoreHealth } from "../../store/contract.ts";
import type { AnyJob, FromWorker, JobKind, Request, Result, StoreAccess } from "./jobs.ts";
import { JobPanicked, Task } from "./task.ts";
import { Thread, type ThreadLimits, type WorkerPort } from "./thread.ts";

/** Two: one long compress must not delay a retrieve; more would only take memory on a laptop. */
const MAX_THREADS = 2;

/** Checkpoints come every few ms in ordinary work; what shows no reaction for a second is stuck. */
const STOP_GRACE_MS = 1_000;

/**
 * Jobs keep their own deadline of 15 s; this one is for what reaches no checkpoint, such as the token
 * counter on one 16 MiB word (8 to 14 s measured).
 */
const JOB_LIMIT_MS = 45_000;

/** A minute without a call gives the thread's memory back. */
const IDLE_CLOSE_MS = 60_000;

/** Different lines that are remembered as said; there are a few dozen. */
const MAX_REMEMBERED_LINES = 500;

export interface PoolOptions {
  readonly spawn: () => WorkerPort;
  /** One line for people; never payload. The same line comes once. */
  readonly log: (line: string, facts?: Readonly<Record<string, string>>) => void;
  /** Present where the store lives on the main thread (in memory); see memory-bridge.ts. */
  readonly answerStore?: (call: Extract<FromWorker, { type: "store" }>) => void;
  readonly limits?: Partial<ThreadLimits & { readonly threads: number }>;
}

export class Pool {
  readonly #options: PoolOptions;
  readonly #limits: ThreadLimits & { readonly threads: number };
  readonly #queue: Task[] = [];
  readonly #threads = new Set<Thread>();
  readonly #logged = new Set<string>();
  #closed = false;
  /** The last news; what a failed write told stays until a write succeeds, in whichever thread. */
  #store: { readonly health: StoreHealth; readonly of: StoreAccess } | null = null;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#limits = {
      threads: MAX_THREADS,
      stopGraceMs: STOP_GRACE_MS,
      jobMs: JOB_LIMIT_MS,
      idleCloseMs: IDLE_CLOSE_MS,
      ...options.limits,
    };
  }

  /** Health of the store as a job last saw it; null before any did. */
  get storeHealth(): StoreHealth | null {
    return this.#store?.health ?? null;
  }

  /** True when the next job would have to wait for another one to end. */
  get saturated(): boolean {
    return this.#threads.size >= this.#limits.threads && ![...this.#threads].some((t) => t.free);
  }

  /**
   * Runs a job on the next free thread.
   * @throws CaveError as the job threw it; JobPanicked; JobOverran; the signal's reason once it is aborted
   */
  async run<K extends JobKind>(kind: K, request: Request<K>, signal?: AbortSignal): Promise<Result<K>> {
    signal?.throwIfAborted();
    if (this.#closed) throw new JobPanicked("the pool is closed");
    const task = new Task({ kind, request } as AnyJob);
    const onAbort = () => this.#cancel(task, signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#enqueue(task);
    this.#dispatch();
    try {
      return (await task.result) as Result<K>;
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  }

  /** Ends every thread once it is outside the store; what still waits is rejected. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const task of this.#queue.splice(0)) task.reject(new JobPanicked("the pool is closed"));
    await Promise.all([...this.#threads].map((thread) => thread.close()));
  }

  /** Looking into a line goes before what waits: it is short, and a ping or a cancellation may be in it. */
  #enqueue(task: Task): void {
    const first = (other: Task) => other.job.kind !== "peek";
    const at = task.job.kind === "peek" ? this.#queue.findIndex(first) : -1;
    if (at < 0) this.#queue.push(task);
    else this.#queue.splice(at, 0, task);
  }

  #dispatch(): void {
    while (this.#queue.length > 0) {
      const thread = [...this.#threads].find((t) => t.free) ?? this.#spawn();
      if (thread === null) return;
      thread.run(this.#queue.shift() as Task);
    }
  }

  #spawn(): Thread | null {
    if (this.#threads.size >= this.#limits.threads) return null;
    const thread = new Thread(this.#options.spawn(), this.#limits, {
      onFree: () => this.#dispatch(),
      onGone: (gone) => {
        this.#threads.delete(gone);
        this.#dispatch();
      },
      onStoreHealth: (health, of) => {
        const failedWrite = this.#store?.of === "write" && this.#store.health !== "ok";
        if (of === "write" || !failedWrite) this.#store = { health, of };
      },
      answerStore: this.#options.answerStore,
      log: (line, facts) => this.#log(line, facts),
    });
    this.#threads.add(thread);
    return thread;
  }

  /** Each thread has a store of its own, and what it warns of is said once per process. */
  #log(line: string, facts?: Readonly<Record<string, string>>): void {
    const key = `${line} ${JSON.stringify(facts)}`;
    if (this.#logged.has(key)) return;
    if (this.#logged.size < MAX_REMEMBERED_LINES) this.#logged.add(key);
    this.#options.log(line, facts);
  }

  /** The caller is answered at once; the work itself is stopped as fast as is safe. */
  #cancel(task: Task, reason: unknown): void {
    if (task.settled) return;
    const waiting = this.#queue.indexOf(task);
    if (waiting >= 0) this.#queue.splice(waiting, 1);
    task.reject(reason instanceof Error ? reason : new Error("cancelled"));
    for (const thread of this.#threads) thread.cancel(task);
  }
}
