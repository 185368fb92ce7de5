/**
 * One worker thread as the main thread sees it: it runs one job at a time, is asked to stop when the job
 * is cancelled, and is ended only if it does not react, and never while it is inside the store.
 */
import type { StoreHealth } from "../../store/contract.ts";
import { CaveError } from "../../text/errors.ts";
import { Control } from "./control.ts";
import type { FromWorker, StoreAccess, ToWorker } from "./jobs.ts";
import { JobOverran, JobPanicked, type Task } from "./task.ts";

/** How often a thread that may not be ended now (it is inside the store) is looked at again, in ms. */
const CLAIM_RETRY_MS = 20;

/** How long an idle thread may take to close its store, in ms; shutdown has a second in all. */
const CLOSE_GRACE_MS = 400;

/** The parts of a Worker that are used. `onDeath` may be told twice. */
export interface WorkerPort {
  post(message: ToWorker): void;
  end(): void;
  onMessage: (message: FromWorker) => void;
  onDeath: () => void;
}

type Outcome = Extract<FromWorker, { readonly id: number }>;

export interface ThreadLimits {
  /** How long a stopped job may take to notice, in ms. */
  readonly stopGraceMs: number;
  /** The longest a job may run, in ms. */
  readonly jobMs: number;
  /** An idle thread is closed after this time, in ms. */
  readonly idleCloseMs: number;
}

export interface ThreadEvents {
  /** The thread can take the next job. */
  onFree(): void;
  /** The thread is no more. */
  onGone(thread: Thread): void;
  onStoreHealth(health: StoreHealth, of: StoreAccess): void;
  /** Answers the worker's question to a store on the main thread. */
  readonly answerStore: ((call: Extract<FromWorker, { type: "store" }>) => void) | undefined;
  log(line: string, facts?: Readonly<Record<string, string>>): void;
}

export class Thread {
  readonly #port: WorkerPort;
  readonly #limits: ThreadLimits;
  readonly #events: ThreadEvents;
  readonly #control = new Control();
  #task: Task | null = null;
  /** The one timer a thread needs at a time: job limit, stop grace, idle or forced close. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  #state: "open" | "closing" | "gone" = "open";
  #closed: Promise<void> | null = null;
  #onGone: () => void = () => {};

  constructor(port: WorkerPort, limits: ThreadLimits, events: ThreadEvents) {
    this.#port = port;
    this.#limits = limits;
    this.#events = events;
    port.onMessage = (message) => this.#receive(message);
    port.onDeath = () => this.#died();
    const sharedStore = events.answerStore !== undefined;
    port.post({ type: "start", control: this.#control.buffer, sharedStore });
  }

  /** Whether a job can be given to it now. */
  get free(): boolean {
    return this.#task === null && this.#state === "open";
  }

  /** Only when `free`. */
  run(task: Task): void {
    this.#task = task;
    this.#control.reset();
    this.#arm(this.#limits.jobMs, () => this.#overran(task));
    this.#port.post({ type: "job", id: task.id, job: task.job });
  }

  /** Stops the work on `task`, if this thread does it; what it still answers is dropped. */
  cancel(task: Task): void {
    if (this.#task !== task || this.#state === "gone") return;
    this.#control.requestStop();
    this.#arm(this.#limits.stopGraceMs, () => this.#endSoon());
  }

  /** Resolves when the thread is gone: at once where it computes, else when it has left the store. */
  close(): Promise<void> {
    this.#closed ??= new Promise((resolve) => {
      this.#onGone = resolve;
      if (this.#state === "gone") resolve();
      else this.#startClosing();
    });
    return this.#closed;
  }

  #startClosing(): void {
    this.#state = "closing";
    this.#control.requestStop();
    if (this.#task !== null) {
      this.#endSoon();
      return;
    }
    this.#port.post({ type: "close" });
    this.#arm(CLOSE_GRACE_MS, () => this.#remove());
  }

  #receive(message: FromWorker): void {
    switch (message.type) {
      case "store":
        this.#events.answerStore?.(message);
        break;
      case "warning":
        this.#events.log(message.line);
        break;
      case "health":
        this.#events.onStoreHealth(message.health, message.of);
        break;
      case "closed":
        this.#remove();
        break;
      default:
        this.#finished(message);
    }
  }

  #finished(outcome: Outcome): void {
    const task = this.#task;
    if (task === null || task.id !== outcome.id) return;
    this.#task = null;
    if (!task.settled) {
      if (outcome.type === "done") task.resolve(outcome.result);
      else if (outcome.type === "failed") task.reject(new CaveError(outcome.code, outcome.message));
      else task.reject(new JobPanicked(`the ${task.job.kind} job ${outcome.type}`));
    }
    if (outcome.type === "panicked") this.#events.log(`a ${task.job.kind} job failed`, outcome.facts);
    if (this.#state === "closing") {
      this.#remove();
      return;
    }
    this.#arm(this.#limits.idleCloseMs, () => void this.close());
    this.#events.onFree();
  }

  #overran(task: Task): void {
    this.#control.requestStop();
    this.#endSoon(() => {
      this.#events.log(`a ${task.job.kind} job did not end in time, so its worker thread was ended.`);
      if (!task.settled) task.reject(new JobOverran(`the ${task.job.kind} job took too long`));
    });
  }

  /** Ends the thread as soon as it is outside the store. If its job is done before that, it stays. */
  #endSoon(then: () => void = () => {}): void {
    if (this.#state === "gone" || this.#task === null) return;
    if (this.#control.claim()) {
      then();
      this.#remove();
    } else this.#arm(CLAIM_RETRY_MS, () => this.#endSoon(then));
  }

  #died(): void {
    if (this.#state === "gone") return;
    if (this.#state === "open")
      this.#events.log("a worker thread ended unexpectedly; the next call gets a new one.");
    this.#remove();
  }

  #remove(): void {
    if (this.#state === "gone") return;
    this.#state = "gone";
    clearTimeout(this.#timer);
    this.#port.end();
    if (this.#task !== null && !this.#task.settled)
      this.#task.reject(new JobPanicked("the worker thread ended"));
    this.#task = null;
    this.#onGone();
    this.#events.onGone(this);
  }

  #arm(ms: number, act: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, ms);
    this.#timer.unref?.();
  }
}
