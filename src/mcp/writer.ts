/**
 * The one way out: messages go on whole lines, in order, with as much in memory as the reader is slow,
 * which its users keep bounded by asking `crowded` before they make more.
 */
import { MAX_QUEUED_BYTES, WRITE_BYTES } from "./limits.ts";
import { within } from "./wait.ts";
import type { Segments } from "./wire.ts";

/** Where bytes go. */
export interface Sink {
  /** Resolves when some bytes are taken, with their number; rejects (EPIPE and others) when no more can be. */
  write(bytes: Uint8Array): Promise<number>;
}

const encoder = new TextEncoder();

export class Writer {
  /** Why the output is lost; undefined while it works. */
  failure: Error | undefined;
  /** Called when bytes were taken and there is room for more. */
  onRoom: () => void = () => {};
  /** Resolves when the output is lost. */
  readonly broken: Promise<void>;
  #break: () => void = () => {};
  #queue: Uint8Array[] = [];
  /** Bytes of #queue and of the write in progress. */
  #queued = 0;
  #busy = false;
  #takenBytes = 0;
  #waiting: (() => void)[] = [];

  constructor(
    readonly sink: Sink,
    readonly limit = MAX_QUEUED_BYTES,
  ) {
    this.broken = new Promise((resolve) => {
      this.#break = resolve;
    });
  }

  /** True while the reader is so slow that nothing more should be made for it. */
  get crowded(): boolean {
    return this.#queued >= this.limit;
  }

  /** Queues one message; its newline is added here. After a failure it does nothing. */
  send(message: Segments): void {
    if (this.failure) return;
    let text = "";
    const put = (bytes: Uint8Array): void => {
      if (bytes.length === 0) return;
      this.#queue.push(bytes);
      this.#queued += bytes.length;
    };
    for (const segment of message) {
      if (typeof segment === "string") {
        text += segment;
      } else {
        put(encoder.encode(text));
        text = "";
        put(segment);
      }
    }
    put(encoder.encode(`${text}\n`));
    if (!this.#busy) void this.#drain();
  }

  /** Resolves when the queue is below the limit, empty (`all`), or lost. */
  async room(all = false): Promise<void> {
    while (!this.failure && (all ? this.#queued > 0 : this.crowded)) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /**
   * Waits until everything is written. Gives up (false) when the reader took nothing for `stallMs`.
   */
  async flush(stallMs: number): Promise<boolean> {
    const done = this.room(true);
    for (;;) {
      const before = this.#takenBytes;
      if (await within(stallMs, done)) return this.failure === undefined;
      if (this.#takenBytes === before) return false;
    }
  }

  async #drain(): Promise<void> {
    this.#busy = true;
    try {
      while (this.#queue.length > 0) {
        let block = this.#nextBlock();
        while (block.length > 0) {
          const taken = await this.sink.write(
            block.length > WRITE_BYTES ? block.subarray(0, WRITE_BYTES) : block,
          );
          block = block.subarray(taken);
          this.#queued -= taken;
          this.#takenBytes += taken;
          this.#wake();
        }
      }
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error("output failed");
      this.#queue = [];
      this.#queued = 0;
      this.#break();
    } finally {
      this.#busy = false;
      this.#wake();
    }
  }

  /** One large segment, or small ones joined up to WRITE_BYTES. */
  #nextBlock(): Uint8Array {
    let size = 0;
    let count = 0;
    for (const bytes of this.#queue) {
      if (count > 0 && size + bytes.length > WRITE_BYTES) break;
      size += bytes.length;
      count++;
    }
    const parts = this.#queue.splice(0, count);
    const [only] = parts;
    return count === 1 && only ? only : Buffer.concat(parts, size);
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
    if (!this.failure && !this.crowded) this.onRoom();
  }
}
