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

/** Longest pretoken that is counted in one piece; bounds the memory that one call takes, to about 4 MB. */
export const LONGEST_PRETOKEN_BYTES = 256 * 1024;
/**
 * Where so much text decides about one pretoken, one is too long: a run of white space or of letters, of which more may
 * have to be seen than the pretoken that it begins with, never makes more than two.
 */
const CERTAINLY_LONG_BYTES = 2 * LONGEST_PRETOKEN_BYTES + LOOKAHEAD_BYTES;
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
      // A checkpoint may count, too, and with the same tally.
      const { reach } = tally;
      tokens += tally.tokens;
      if (window.complete && done === window.length) return { tokens, estimated };
      checkpoint?.();
      if (window.canAdvance(done)) {
        window.advance(done);
      } else if (window === kept && !window.complete) {
        window = new Window(CERTAINLY_LONG_BYTES, LONGEST_PRETOKEN_BYTES);
        kept.moveTo(window, done);
      } else {
        // The pretoken at `done` is too long; it goes on to `reach` at least.
        let rest = done;
        do {
          const end = rest + pieceLength(window.bytes, rest);
          tokens += tally.encoder.count(window.bytes, rest, end);
          rest = end;
          checkpoint?.();
        } while (reach - rest > LONGEST_PRETOKEN_BYTES);
        estimated = true;
        window.advance(rest);
      }
    }
  }
}

/** Length of the piece to cut off at `from`: PIECE_BYTES, or a little less so as to end between code points. */
function pieceLength(bytes: Uint8Array, from: number): number {
  let length = PIECE_BYTES;
  while (((bytes[from + length] ?? 0) & 0xc0) === 0x80) length--;
  return length;
}

let counter: Counter | undefined;

/**
 * Tokens of `text` in o200k_base. Loads its tables on first use. Lone surrogates count as U+FFFD.
 * @param checkpoint called at least once for every 1 MB of UTF-8; what it throws ends the call
 */
export function countTokens(text: string, checkpoint?: () => void): TokenCount {
  counter ??= new Counter();
  return counter.count(text, checkpoint);
}
