/** Exact counts of o200k_base tokens, offline. Text that looks like a special token counts as text. */
import { readFileSync } from "node:fs";
import { Encoder } from "./encode.ts";
import { MEMO_BYTES, Memo } from "./memo.ts";
import tablesFile from "./o200k.bin" with { type: "file" };
import { Scanner } from "./pretoken.ts";
import { readTables } from "./tables.ts";
import { Window } from "./window.ts";

export interface TokenCount {
  readonly tokens: number;
  /** A pretoken was too long to be counted in one piece: the count is the sum over pieces of it. */
  readonly estimated: boolean;
}

/** Longest pretoken that is counted in one piece; bounds the memory that one call takes (about 3 MB). */
export const LONGEST_PRETOKEN_BYTES = 256 * 1024;
/** Longer ones lose pieces of this size at their front until the rest is not too long. */
export const PIECE_BYTES = 64 * 1024;
/** How far beyond `Scanner.reach` a decision about a pretoken may depend on text: "'ll", or one code point. */
const LOOKAHEAD_BYTES = 4;

class Counter {
  private readonly scanner: Scanner;
  private readonly encoder: Encoder;
  private readonly memo = new Memo();
  /** Absent while a call uses it: a checkpoint may call in again. */
  private window: Window | undefined = new Window();
  private tokens = 0;

  constructor() {
    const tables = readTables(readFileSync(tablesFile));
    this.scanner = new Scanner(tables);
    this.encoder = new Encoder(tables);
  }

  count(text: string, checkpoint: (() => void) | undefined): TokenCount {
    const kept = this.window ?? new Window();
    this.window = undefined;
    try {
      return this.countThrough(kept, text, checkpoint);
    } finally {
      kept.clear();
      this.window = kept;
    }
  }

  private countThrough(kept: Window, text: string, checkpoint: (() => void) | undefined): TokenCount {
    let window = kept;
    let tokens = 0;
    let estimated = false;
    window.start(text);
    for (;;) {
      this.tokens = 0;
      const done = this.countWindow(window);
      tokens += this.tokens;
      if (window.complete && done === window.length) return { tokens, estimated };
      checkpoint?.();
      if (done > 0) {
        window.advance(done);
      } else if (window === kept) {
        window = new Window(LONGEST_PRETOKEN_BYTES + LOOKAHEAD_BYTES * 4);
        kept.moveTo(window, 0);
      } else {
        let piece = PIECE_BYTES;
        while (((window.bytes[piece] ?? 0) & 0xc0) === 0x80) piece--;
        tokens += this.encoder.count(window.bytes, 0, piece);
        estimated = true;
        window.advance(piece);
      }
    }
  }

  /** Counts the pretokens that are certain to end in the window, and gives the end of the last of them. */
  private countWindow(window: Window): number {
    const { scanner, memo, encoder } = this;
    const { bytes, words, length } = window;
    const safe = window.complete ? length : length - LOOKAHEAD_BYTES;
    let tokens = 0;
    let from = 0;
    while (from < length) {
      const to = scanner.next(bytes, from);
      if (scanner.reach > safe) break;
      const size = to - from;
      if (size === 1) {
        tokens++;
      } else if (size <= MEMO_BYTES) {
        let count = memo.get(words, from, size);
        if (count === 0) {
          count = encoder.count(bytes, from, to);
          memo.set(count);
        }
        tokens += count;
      } else {
        tokens += encoder.count(bytes, from, to);
      }
      from = to;
    }
    this.tokens = tokens;
    return from;
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
