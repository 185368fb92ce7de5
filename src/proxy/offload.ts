/** The main thread's side of the worker: one promise for each job; a worker that dies is replaced. */
import type { EncodedResult, LineParser, Peeked } from "../mcp/contract.ts";
import { collector } from "../recovery/collect.ts";
import type { Done, FromWorker, Job } from "./offload-protocol.ts";
import type { FinishedCall } from "./results/recorder.ts";
import type { ResultSettings } from "./settings/settings.ts";

export type Filed =
  | { readonly kind: "answer"; readonly answer: EncodedResult }
  | { readonly kind: "invalid"; readonly reason: string }
  | { readonly kind: "failed"; readonly reason: string };

export interface OffloadOptions {
  readonly settings: ResultSettings;
  readonly cwd: string;
  readonly warn: (text: string) => void;
}

type NewJob = Job extends infer J ? (J extends { id: number } ? Omit<J, "id"> : never) : never;

interface Waiter {
  resolve(done: Done): void;
  reject(error: Error): void;
}

/** How long ending waits for the worker to finish what it is doing, ms. */
const CLOSE_MS = 400;

export class Offload implements LineParser {
  #worker: Worker | undefined;
  #waiting = new Map<number, Waiter>();
  #lastId = 0;
  // Not synchronous: pings are answered meanwhile.
  readonly #collectAfter = collector(() => Bun.gc(false));

  constructor(readonly options: OffloadOptions) {}

  /** Starts the thread, so that the first call does not wait for it. */
  warm(): void {
    this.#running();
  }

  /** Files a result and makes the answer for the model. The buffer under `result` is moved to the worker. */
  async record(call: FinishedCall, result: Uint8Array): Promise<Filed> {
    const { byteLength } = result;
    const done = await this.#ask({ kind: "record", call, result }, [result.buffer as ArrayBuffer]);
    this.#collectAfter(byteLength);
    if (done.kind === "answer" || done.kind === "invalid" || done.kind === "failed") return done;
    throw new TypeError("the worker answered another question");
  }

  /** A ledger line for a call without a file. Never rejects. */
  async note(call: FinishedCall, error: string): Promise<void> {
    await this.#ask({ kind: "note", call, error }).catch(() => {
      this.options.warn("the ledger line of a call could not be written");
    });
  }

  async peek(line: SharedArrayBuffer): Promise<Peeked> {
    const done = await this.#ask({ kind: "peek", line });
    if (done.kind === "peeked") return done.peeked;
    throw new TypeError("the worker answered another question");
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    const late = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS));
    await Promise.race([this.#ask({ kind: "close" }).catch(() => {}), late]);
    worker.terminate();
  }

  #ask(job: NewJob, transfer: ArrayBuffer[] = []): Promise<Done> {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#waiting.set(id, { resolve, reject });
      this.#running().postMessage({ ...job, id }, transfer);
    });
  }

  #running(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL("./worker.ts", import.meta.url).href);
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#received(data);
    worker.onerror = (event) => this.#died(worker, event.message);
    worker.addEventListener("close", () => this.#died(worker, "it ended"));
    const { settings, cwd } = this.options;
    worker.postMessage({ kind: "start", settings, cwd, env: { ...process.env } } satisfies Job);
    this.#worker = worker;
    return worker;
  }

  #received(message: FromWorker): void {
    if (message.kind === "warning") {
      this.options.warn(message.text);
      return;
    }
    const waiter = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    waiter?.resolve(message);
  }

  /** Every job of a worker that is gone fails: its files may or may not be there. */
  #died(worker: Worker, why: string): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    worker.terminate();
    if (this.#waiting.size === 0) return;
    this.options.warn(`the worker thread failed and is replaced: ${why}`);
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new Error("the worker thread that writes results failed"));
  }
}
