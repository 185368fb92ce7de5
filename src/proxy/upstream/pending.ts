/** Requests that wait for their answer on a shared stream (stdio, HTTP+SSE). */
import { type Message, memberText } from "../json/message.ts";
import type { UpstreamFailure } from "./failure.ts";
import { isResponse } from "./rpc.ts";

interface Waiter {
  resolve(message: Message): void;
  reject(reason: unknown): void;
}

export class Pending {
  #waiters = new Map<number, Waiter>();

  get size(): number {
    return this.#waiters.size;
  }

  /** The response to `id`, or the signal's reason. Never leaves a rejection unhandled. */
  wait(id: number, signal: AbortSignal): Promise<Message> {
    const answer = new Promise<Message>((resolve, reject) => {
      const done = () => {
        signal.removeEventListener("abort", aborted);
        this.#waiters.delete(id);
      };
      const aborted = () => {
        done();
        reject(signal.reason);
      };
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener("abort", aborted, { once: true });
      this.#waiters.set(id, {
        resolve(message) {
          done();
          resolve(message);
        },
        reject(reason) {
          done();
          reject(reason);
        },
      });
    });
    answer.catch(() => {});
    return answer;
  }

  /** Hands a response to whoever waits for it; false where it is no response. Late ones are dropped. */
  settle(message: Message): boolean {
    if (!isResponse(message)) return false;
    const id = memberText(message, "id");
    if (id !== undefined && id !== "null") this.#waiters.get(Number(id))?.resolve(message);
    return true;
  }

  reject(id: number, reason: unknown): void {
    this.#waiters.get(id)?.reject(reason);
  }

  failAll(failure: UpstreamFailure): void {
    for (const waiter of [...this.#waiters.values()]) waiter.reject(failure);
  }
}
