/** What is owed: requests that are not answered yet and the bytes of their lines. */
import { MAX_HELD_BYTES, MAX_HELD_REQUESTS } from "./limits.ts";

export class Debt {
  #bytes = 0;
  #requests = 0;
  #waiting: (() => void)[] = [];

  /** True while nothing more should be taken on. */
  get full(): boolean {
    return this.#bytes >= MAX_HELD_BYTES || this.#requests >= MAX_HELD_REQUESTS;
  }

  get none(): boolean {
    return this.#requests === 0;
  }

  /** Counts until the returned function is called, which must be once. */
  take(bytes: number, requests: number): () => void {
    this.#bytes += bytes;
    this.#requests += requests;
    return () => {
      this.#bytes -= bytes;
      this.#requests -= requests;
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const resolve of waiting) resolve();
    };
  }

  /** Resolves when something was paid. */
  paid(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
