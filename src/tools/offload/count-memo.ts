/** Keeps the token count of the running job's longest text: a call that falls back to pass-through counts it again. */
import type { TokenCount } from "../../engine/contract.ts";

export class CountMemo {
  readonly #count: (text: string) => TokenCount;
  #last: { readonly text: string; readonly count: TokenCount } | null = null;

  constructor(count: (text: string) => TokenCount) {
    this.#count = count;
  }

  count(text: string): TokenCount {
    if (this.#last?.text === text) return this.#last.count;
    const count = this.#count(text);
    if (this.#last === null || text.length > this.#last.text.length) this.#last = { text, count };
    return count;
  }

  /** Lets go of the text, which may be large. */
  forget(): void {
    this.#last = null;
  }
}
