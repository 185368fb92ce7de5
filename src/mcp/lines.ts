/**
 * Cuts a byte stream into lines, however it is chunked. Memory is bounded: a line over the limit is
 * counted and dropped, and a long one ends up in shared memory so that a worker can read it.
 */
import { MAX_LINE_BYTES, SHORT_LINE_BYTES } from "./limits.ts";

const NEWLINE = 0x0a;
/** Bytes; the buffer for a line that is cut by a chunk border starts with this. */
const FIRST_BUFFER_BYTES = 4 * 1024;

export type Line =
  /** At most SHORT_LINE_BYTES; the bytes are good until the next line is asked for. */
  | { readonly kind: "short"; readonly bytes: Uint8Array }
  | { readonly kind: "long"; readonly line: SharedArrayBuffer }
  /** Over the limit: gone, only its length in bytes is known. */
  | { readonly kind: "oversized"; readonly length: number };

export class LineSplitter {
  /** The start of a line whose end has not come yet. */
  #buffer = new Uint8Array(0);
  #length = 0;

  /** @param limit bytes that a line may have before its newline */
  constructor(readonly limit = MAX_LINE_BYTES) {}

  /** The lines that end in `chunk`; what is left waits for the next one. */
  *push(chunk: Uint8Array): Generator<Line> {
    let from = 0;
    for (;;) {
      const newline = chunk.indexOf(NEWLINE, from);
      if (newline < 0) break;
      yield this.#finish(chunk.subarray(from, newline));
      from = newline + 1;
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
  }

  /** The unfinished last line, if there is one. */
  *end(): Generator<Line> {
    if (this.#length > 0) yield this.#finish(new Uint8Array(0));
  }

  #finish(rest: Uint8Array): Line {
    const length = this.#length + rest.length;
    if (length > this.limit) {
      this.#forget();
      return { kind: "oversized", length };
    }
    if (length > SHORT_LINE_BYTES) {
      const line = new SharedArrayBuffer(length);
      const bytes = new Uint8Array(line);
      bytes.set(this.#buffer.subarray(0, this.#length));
      bytes.set(rest, this.#length);
      this.#forget();
      return { kind: "long", line };
    }
    if (this.#length === 0) return { kind: "short", bytes: rest };
    this.#keep(rest);
    this.#length = 0;
    return { kind: "short", bytes: this.#buffer.subarray(0, length) };
  }

  /** Appends, growing by doubling so that any chunking costs the same; beyond the limit it only counts. */
  #keep(part: Uint8Array): void {
    const length = this.#length + part.length;
    if (length > this.limit) {
      this.#buffer = new Uint8Array(0);
    } else {
      if (length > this.#buffer.length) {
        const capacity = Math.max(length, this.#buffer.length * 2, FIRST_BUFFER_BYTES);
        const larger = new Uint8Array(Math.min(capacity, this.limit));
        larger.set(this.#buffer.subarray(0, this.#length));
        this.#buffer = larger;
      }
      this.#buffer.set(part, this.#length);
    }
    this.#length = length;
  }

  #forget(): void {
    if (this.#buffer.length > SHORT_LINE_BYTES) this.#buffer = new Uint8Array(0);
    this.#length = 0;
  }
}
