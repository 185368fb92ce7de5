/** The store where none may be: everything passes through, and every retrieval says why. */
import type { GetResult, PutResult, RecoveryStore, StoreInfo } from "./contract.ts";

export class NoStore implements RecoveryStore {
  readonly #reason: string;
  readonly #budget: number;

  constructor(reason: string, budget: number) {
    this.#reason = reason;
    this.#budget = budget;
  }

  put(): PutResult {
    return { kind: "unavailable", reason: this.#reason };
  }

  get(): GetResult {
    return { kind: "unavailable", reason: this.#reason };
  }

  info(): StoreInfo {
    return {
      path: null,
      rows: 0,
      bytes: 0,
      budget: this.#budget,
      health: "unavailable",
      reason: this.#reason,
    };
  }

  close(): void {}
}
