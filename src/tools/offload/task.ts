/** One job that somebody waits for, from `run` until it is settled; it settles once. */
import type { AnyJob } from "./jobs.ts";

/** The job's thread died under it, or the job threw something unexpected. */
export class JobPanicked extends Error {
  override readonly name = "JobPanicked";
}

/** The job ran into the limit for one job and its thread was ended. */
export class JobOverran extends Error {
  override readonly name = "JobOverran";
}

/** For `catch`: what to do instead where the job overran; every other error goes on. */
export function onOverrun<T>(instead: () => T): (error: unknown) => T {
  return (error) => {
    if (error instanceof JobOverran) return instead();
    throw error;
  };
}

let nextId = 1;

export class Task {
  readonly id = nextId++;
  readonly result: Promise<unknown>;
  #settled = false;
  #resolve!: (value: unknown) => void;
  #reject!: (error: Error) => void;

  constructor(readonly job: AnyJob) {
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  get settled(): boolean {
    return this.#settled;
  }

  resolve(value: unknown): void {
    this.#settled = true;
    this.#resolve(value);
  }

  reject(error: Error): void {
    this.#settled = true;
    this.#reject(error);
  }
}
