/**
 * Adds up the tokens of the pretokens in a window: the loop in which counting spends its time. ASCII is split and
 * looked up right here, without a call for each pretoken, which makes it twice as fast; all else goes to pretoken.ts,
 * where the pattern is explained.
 */
import { END, LOWER, MULTIBYTE, NEWLINE, NUMBER, OTHER, SPACE, UPPER } from "./classes.ts";
import { Encoder } from "./encode.ts";
import { LARGE_MEMO_BYTES, LargeMemo, SMALL_MEMO_BYTES, SmallMemo } from "./memo.ts";
import { LOOKAHEAD_BYTES, Scanner } from "./pretoken.ts";
import type { Tables } from "./tables.ts";
import type { Window } from "./window.ts";

const BLANK = 0x20;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;

export class Tally {
  private readonly scanner: Scanner;
  readonly encoder: Encoder;
  private readonly small = new SmallMemo();
  private readonly large = new LargeMemo();
  /** Tokens counted by the last call of `run`. */
  tokens = 0;
  /** How far the pretoken reaches, at least, that the last call of `run` stopped before; with white space after it. */
  reach = 0;

  constructor(tables: Tables) {
    this.scanner = new Scanner(tables);
    this.encoder = new Encoder(tables);
  }

  /**
   * Counts the pretokens that certainly end in the window, and gives the end of the last of them.
   * @param longest stops before a pretoken of more bytes
   */
  run(window: Window, longest: number): number {
    const { scanner, encoder, small, large } = this;
    const { byteClass } = scanner;
    const { bytes, words, length } = window;
    const safe = window.complete ? length : length - LOOKAHEAD_BYTES;
    let tokens = 0;
    let from = 0;
    while (from < length) {
      // Where the pretoken ends as far as is known, and the class of the byte there.
      let to = from + 1;
      let cls = byteClass[bytes[to] ?? 0] ?? 0;
      // The end of what decides about it.
      let reach: number;
      let first = byteClass[bytes[from] ?? 0] ?? 0;
      if (first === NUMBER) {
        if (cls === NUMBER) cls = byteClass[bytes[++to] ?? 0] ?? 0;
        if (cls === NUMBER) cls = byteClass[bytes[++to] ?? 0] ?? 0;
        // Every one to three digits are a token.
        if (cls !== MULTIBYTE && to <= safe) {
          tokens++;
          from = to;
          continue;
        }
        reach = to;
      } else {
        if ((cls === LOWER || cls === UPPER) && (first === OTHER || first === SPACE)) {
          // One other character may stand before a word.
          first = cls;
          cls = byteClass[bytes[++to] ?? 0] ?? 0;
        }
        if (first === LOWER || first === UPPER) {
          if (first === UPPER) while (cls === UPPER) cls = byteClass[bytes[++to] ?? 0] ?? 0;
          while (cls === LOWER) cls = byteClass[bytes[++to] ?? 0] ?? 0;
          reach = to;
          if (bytes[to] === APOSTROPHE) to = scanner.contraction(bytes, to);
        } else if (first === OTHER || (cls === OTHER && bytes[from] === BLANK)) {
          while (cls === OTHER) cls = byteClass[bytes[++to] ?? 0] ?? 0;
          if (cls !== MULTIBYTE) {
            while (cls === NEWLINE || bytes[to] === SLASH) cls = byteClass[bytes[++to] ?? 0] ?? 0;
          }
          reach = to;
        } else if (first !== MULTIBYTE) {
          let last = from;
          let newlineEnd = first === NEWLINE ? to : 0;
          while (cls === SPACE || cls === NEWLINE) {
            last = to;
            to++;
            if (cls === NEWLINE) newlineEnd = to;
            cls = byteClass[bytes[to] ?? 0] ?? 0;
          }
          reach = to;
          if (newlineEnd > 0) to = newlineEnd;
          else if (cls !== END && last > from) to = last;
        } else {
          reach = to;
          cls = MULTIBYTE;
        }
      }
      if (cls === MULTIBYTE) {
        to = scanner.next(bytes, from);
        reach = scanner.reach;
      }
      if (reach > safe) {
        this.reach = reach;
        break;
      }
      const size = to - from;
      if (size === 1) {
        tokens++;
      } else if (size <= SMALL_MEMO_BYTES) {
        let count = small.get(words, from, size);
        if (count === 0) {
          count = encoder.count(bytes, from, to);
          small.set(words, from, size, count);
        }
        tokens += count;
      } else if (size <= LARGE_MEMO_BYTES) {
        let count = large.get(words, from, size);
        if (count === 0) {
          count = encoder.count(bytes, from, to);
          large.set(words, from, size, count);
        }
        tokens += count;
      } else if (size <= longest) {
        tokens += encoder.count(bytes, from, to);
      } else {
        this.reach = reach;
        break;
      }
      from = to;
    }
    this.tokens = tokens;
    return from;
  }
}
