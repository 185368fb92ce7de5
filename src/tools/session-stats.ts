/** Totals of this process: every compress call that was answered, repeated payloads and pass-through included. */

export interface SessionTotals {
  readonly tokens_before: number;
  readonly tokens_after: number;
  readonly requests: number;
  /** Share of the tokens that was removed, 0..1, four decimals at most. */
  readonly ratio: number;
}

/** Share removed, 0..1, rounded to four decimals. */
export function removedShare(before: number, after: number): number {
  return before > 0 ? Math.round((1 - after / before) * 10_000) / 10_000 : 0;
}

export class SessionStats {
  #before = 0;
  #after = 0;
  #requests = 0;

  add(tokensBefore: number, tokensAfter: number): void {
    this.#before += tokensBefore;
    this.#after += tokensAfter;
    this.#requests++;
  }

  totals(): SessionTotals {
    return {
      tokens_before: this.#before,
      tokens_after: this.#after,
      requests: this.#requests,
      ratio: removedShare(this.#before, this.#after),
    };
  }
}
