/** A stretch of text as UTF-8 with END_BYTEs after it, of fixed size however long the text is. */
import { END_BYTE } from "./classes.ts";

/** Bytes in a window: a few windows fit into the second-level cache beside the memo. */
export const WINDOW_BYTES = 64 * 1024;
/** END_BYTEs after the text: whoever looks at a pretoken may read a few words beyond its end. */
const PADDING_BYTES = 32;
/** Most bytes of UTF-8 for one unit of UTF-16. */
const BYTES_PER_UNIT = 3;

const encoder = new TextEncoder();

export class Window {
  readonly bytes: Uint8Array;
  readonly words: DataView;
  /** Number of bytes of text. */
  length = 0;
  private readonly capacity: number;
  private text = "";
  /** Next unit of the text to encode. */
  private at = 0;

  constructor(capacity = WINDOW_BYTES) {
    this.capacity = capacity;
    const buffer = new ArrayBuffer(capacity + PADDING_BYTES);
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

  /** Drops the bytes before `from` and fills up. */
  advance(from: number): void {
    this.bytes.copyWithin(0, from, this.length);
    this.length -= from;
    this.fill();
  }

  /** Continues the same text in a window of another capacity, from the byte `from` on. */
  moveTo(other: Window, from: number): void {
    other.text = this.text;
    other.at = this.at;
    other.bytes.set(this.bytes.subarray(from, this.length));
    other.length = this.length - from;
    other.fill();
  }

  private fill(): void {
    const { text, bytes } = this;
    const room = this.capacity - this.length;
    if (room >= BYTES_PER_UNIT + 1 && this.at < text.length) {
      let end = Math.min(text.length, this.at + room);
      // A pair of surrogates is one code point; a cut through it would make two replacement characters.
      if (end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end--;
      const part = this.at === 0 && end === text.length ? text : text.slice(this.at, end);
      const { read, written } = encoder.encodeInto(part, bytes.subarray(this.length, this.capacity));
      this.at += read;
      this.length += written;
    }
    bytes.fill(END_BYTE, this.length, this.length + PADDING_BYTES);
  }
}
