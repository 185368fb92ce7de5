/** A stretch of text as UTF-8 with END_BYTEs after it, of fixed size however long the text is. */
import { END_BYTE } from "./classes.ts";

/** Units of text that are encoded at once: what they become fits into the second-level cache beside the memo. */
export const WINDOW_UNITS = 32 * 1024;
/**
 * Most bytes of UTF-8 for one unit of UTF-16. Given room for that many, encodeInto need not look for the last unit that
 * fits, and is 5 to 50 times as fast (Bun 1.4.5).
 */
const BYTES_PER_UNIT = 3;
/** END_BYTEs after the text: whoever looks at a pretoken may read a few words beyond its end. */
const PADDING_BYTES = 32;
const encoder = new TextEncoder();

export class Window {
  readonly bytes: Uint8Array;
  readonly words: DataView;
  /** Number of bytes of text. */
  length = 0;
  private text = "";
  /** Next unit of the text to encode. */
  private at = 0;

  /**
   * @param carry most bytes that may be left over when the window moves on
   * @param units of text that are added at once
   */
  constructor(
    private readonly carry = WINDOW_UNITS,
    private readonly units = WINDOW_UNITS,
  ) {
    const buffer = new ArrayBuffer(carry + units * BYTES_PER_UNIT + PADDING_BYTES);
    this.bytes = new Uint8Array(buffer);
    this.words = new DataView(buffer);
  }

  /** Whether the window ends where the text ends. */
  get complete(): boolean {
    return this.at === this.text.length;
  }

  /** Begins a text. */
  start(text: string): void {
    this.text = text;
    this.at = 0;
    this.length = 0;
    this.fill();
  }

  /** Lets go of the text. */
  clear(): void {
    this.text = "";
    this.at = 0;
  }

  /** Whether there is more text and, once the bytes before `from` are dropped, room for it. */
  canAdvance(from: number): boolean {
    return !this.complete && this.length - from <= this.carry;
  }

  /** Drops the bytes before `from` and takes more text if there is room. */
  advance(from: number): void {
    this.bytes.copyWithin(0, from, this.length);
    this.length -= from;
    this.fill();
  }

  /** Continues the same text in another window, from the byte `from` on. */
  moveTo(other: Window, from: number): void {
    other.text = this.text;
    other.at = this.at;
    other.bytes.set(this.bytes.subarray(from, this.length));
    other.length = this.length - from;
    other.fill();
  }

  private fill(): void {
    const { text, bytes } = this;
    if (this.at < text.length && this.length <= this.carry) {
      let end = Math.min(text.length, this.at + this.units);
      // A pair of surrogates is one code point; a cut through it would make two replacement characters.
      if (end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end--;
      const part = this.at === 0 && end === text.length ? text : text.slice(this.at, end);
      const { read, written } = encoder.encodeInto(part, bytes.subarray(this.length));
      this.at += read;
      this.length += written;
    }
    bytes.fill(END_BYTE, this.length, this.length + PADDING_BYTES);
  }
}
