/**
 * What the main thread and one worker share in memory: a flag that asks the worker to stop, and the
 * phase it is in. Phases change by compare-and-exchange only, so that a worker is never ended while it
 * is inside the store: either it enters the store first, or it is claimed for the kill first.
 */

const STOP = 0;
const PHASE = 1;
const WORDS = 2;

export const IDLE = 0;
/** Pure work: the thread may be ended at any moment without harm. */
export const COMPUTE = 1;
/** Inside the store or writing a file: must be let finish. */
export const COMMIT = 2;
/** Claimed by the main thread, which is about to end the thread. */
export const CLAIMED = 3;

/** Thrown by `checkpoint` to end a call whose answer nobody waits for any more. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}

export class Control {
  readonly #words: Int32Array;

  constructor(readonly buffer: SharedArrayBuffer = new SharedArrayBuffer(4 * WORDS)) {
    this.#words = new Int32Array(buffer);
  }

  // Main thread.

  /** Before a job is posted to an idle worker. */
  reset(): void {
    Atomics.store(this.#words, STOP, 0);
    Atomics.store(this.#words, PHASE, COMPUTE);
  }

  requestStop(): void {
    Atomics.store(this.#words, STOP, 1);
  }

  /** True when the thread may now be ended: it computes, and will not enter the store any more. */
  claim(): boolean {
    return Atomics.compareExchange(this.#words, PHASE, COMPUTE, CLAIMED) === COMPUTE;
  }

  // Worker.

  get stopRequested(): boolean {
    return Atomics.load(this.#words, STOP) !== 0;
  }

  /** After the last work of a job, before its outcome is posted. */
  finish(): void {
    this.#leave(COMPUTE, IDLE);
  }

  /** Runs `work` where the thread cannot be ended. */
  commit<T>(work: () => T): T {
    this.#leave(COMPUTE, COMMIT);
    try {
      return work();
    } finally {
      this.#leave(COMMIT, COMPUTE);
    }
  }

  /** A claimed thread waits here for its end, since nothing it does may have an effect any more. */
  #leave(from: number, to: number): void {
    if (Atomics.compareExchange(this.#words, PHASE, from, to) === CLAIMED) {
      for (;;) Atomics.wait(this.#words, PHASE, CLAIMED);
    }
  }
}
