/** Exact counts of o200k_base tokens, offline. Text that looks like a special token counts as text. */
import { readFileSync } from "node:fs";
import tablesFile from "./o200k.bin" with { type: "file" };
import { LOOKAHEAD_BYTES } from "./pretoken.ts";
import { readTables } from "./tables.ts";
import { Tally } from "./tally.ts";
import { Window } from "./window.ts";

export interface TokenCount {
  readonly tokens: number;
  /** A pretoken was too long to be counted in one piece: the count is the sum over pieces of it. */
  readonly estimated: boolean;
}

/** Longest pretoken that is counted in one piece; bounds the memory that one call takes, to about 3 MB. */
export const LONGEST_PRETOKEN_BYTES = 256 * 1024;
/** Longer ones lose pieces of this size at their front until the rest is not too long. */
export const PIECE_BYTES = 64 * 1024;

class Counter {
  private readonly tally: Tally;
  /** Absent while a call uses it: a checkpoint may call in again. */
  private window: Window | undefined = new Window();

  constructor() {
    this.tally = new Tally(readTables(readFileSync(tablesFile)));
  }

  count(text: string, checkpoint: (() => void) | undefined): TokenCount {
    const kept = this.window ?? new Window();
    this.window = undefined;
    try {
      return this.countIn(kept, text, checkpoint);
    } finally {
      kept.clear();
      this.window = kept;
    }
  }

  private countIn(kept: Window, text: string, checkpoint: (() => void) | undefined): TokenCount {
    const { tally } = this;
    let window = kept;
    let tokens = 0;
    let estimated = false;
    window.start(text);
    for (;;) {
      const done = tally.run(window, LONGEST_PRETOKEN_BYTES);
      tokens += tally.tokens;
      if (window.complete && done === window.length) return { tokens, estimated };
      checkpoint?.();
      if (window.canAdvance(done)) {
        window.advance(done);
      } else if (window === kept && !window.complete) {
        window = new Window(LONGEST_PRETOKEN_BYTES + LOOKAHEAD_BYTES);
        kept.moveTo(window, done);
      } else {
        // The pretoken at `done` is too long.
        // A cut between code points.
        let cut = done + PIECE_BYTES;
        while (((window.bytes[cut] ?? 0) & 0xc0) === 0x80) cut--;
        tokens += tally.encoder.count(window.bytes, done, cut);
        estimated = true;
        window.advance(cut);
      }
    }
  }
}

let counter: Counter | undefined;

/**
 * Tokens of `text` in o200k_base. Loads its tables on first use. Lone surrogates count as U+FFFD.
 * @param checkpoint called at least once for every 256 KB of UTF-8 counted; what it throws ends the call
 */
export function countTokens(text: string, checkpoint?: () => void): TokenCount {
  counter ??= new Counter();
  return counter.count(text, checkpoint);
}
