/**
 * Cuts a byte stream into lines, however it is chunked. Memory is bounded: a line over the limit is
 * counted and dropped, and a long one ends up in shared memory so that a worker can read it.
 */
import { MAX_LINE_BYTES, SHORT_LINE_BYTES } from "./limits.ts";

const NEWLINE = 0x0a;
/** Bytes; a line that is cut by chunk borders is kept in such blocks, so that a short one is in one piece. */
const BLOCK_BYTES = SHORT_LINE_BYTES;

export type Line =
  /** At most SHORT_LINE_BYTES; the bytes are good until the next line is asked for. */
  | { readonly kind: "short"; readonly bytes: Uint8Array }
  | { readonly kind: "long"; readonly line: SharedArrayBuffer }
  /** Over the limit: gone, only its length in bytes is known. */
  | { readonly kind: "oversized"; readonly length: number };

export class LineSplitter {
  /** The start of a line whose end has not come yet; every block but the last is full. */
  #blocks: Uint8Array[] = [];
  /** Bytes of that line so far, the dropped ones of an oversized line included. */
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
    if (this.#length === 0 && length <= SHORT_LINE_BYTES && length <= this.limit) {
      return { kind: "short", bytes: rest };
    }
    if (length <= this.limit && length > SHORT_LINE_BYTES) {
      const line = this.#inSharedMemory(rest, length);
      this.#forget();
      return { kind: "long", line };
    }
    this.#keep(rest);
    const [block] = this.#blocks;
    this.#forget();
    return block && length <= this.limit
      ? { kind: "short", bytes: block.subarray(0, length) }
      : { kind: "oversized", length };
  }

  #inSharedMemory(rest: Uint8Array, length: number): SharedArrayBuffer {
    const line = new SharedArrayBuffer(length);
    const bytes = new Uint8Array(line);
    for (const [index, block] of this.#blocks.entries()) {
      const from = index * BLOCK_BYTES;
      bytes.set(block.subarray(0, Math.min(BLOCK_BYTES, this.#length - from)), from);
    }
    bytes.set(rest, this.#length);
    return line;
  }

  /** Appends; beyond the limit it only counts. */
  #keep(part: Uint8Array): void {
    if (this.#length + part.length > this.limit) {
      this.#blocks = [];
      this.#length += part.length;
      return;
    }
    for (let from = 0; from < part.length; ) {
      const at = this.#length % BLOCK_BYTES;
      const index = (this.#length - at) / BLOCK_BYTES;
      this.#blocks[index] ??= new Uint8Array(BLOCK_BYTES);
      const taken = part.subarray(from, from + BLOCK_BYTES - at);
      this.#blocks[index]?.set(taken, at);
      from += taken.length;
      this.#length += taken.length;
    }
  }

  /** Keeps the first block for the next line. */
  #forget(): void {
    this.#blocks.length = Math.min(this.#blocks.length, 1);
    this.#length = 0;
  }
}
