/**
 * A store on the main thread for workers: where originals live in memory only, they must outlive the
 * thread that stored them and be seen by every other. The worker asks by message and waits; the main
 * thread is never busy for long, so the answer comes within a millisecond.
 */
import type { GetResult, OriginalMeta, PutResult, RecoveryStore, StoreInfo } from "../../store/contract.ts";
import type { FromWorker, StoreCall } from "./jobs.ts";

/** Bytes of one reply: a JSON object without any original. */
const REPLY_BYTES = 4096;
const HEADER_BYTES = 8;

/** What the main thread answers to `get`: the bytes themselves are copied into memory of the worker's making. */
type GetReply =
  | Exclude<GetResult, { kind: "found" }>
  | { kind: "found"; contentType: string; length: number };

/** How long a worker waits for the main thread, in ms, before it takes the store for lost. */
const REPLY_LIMIT_MS = 10_000;

const UTF8 = new TextEncoder();
const TEXT = new TextDecoder();

/** Main thread: answers the questions of all workers from `store`. */
export function answerFrom(store: RecoveryStore): (message: Extract<FromWorker, { type: "store" }>) => void {
  return ({ call, reply }) => {
    const header = new Int32Array(reply, 0, 2);
    const json = UTF8.encode(JSON.stringify(answer(store, call)));
    new Uint8Array(reply, HEADER_BYTES).set(json);
    Atomics.store(header, 1, json.length);
    Atomics.store(header, 0, 1);
    Atomics.notify(header, 0);
  };
}

function answer(store: RecoveryStore, call: StoreCall): PutResult | GetReply | StoreInfo {
  if (call.call === "put") return store.put(call.original, call.meta);
  if (call.call === "info") return store.info();
  const got = store.get(call.handle);
  if (got.kind !== "found") return got;
  if (call.into?.byteLength === got.bytes.length) new Uint8Array(call.into).set(got.bytes);
  return { kind: "found", contentType: got.contentType, length: got.bytes.length };
}

/** Worker: the store on the other side. */
export class BridgedStore implements RecoveryStore {
  readonly #post: (message: FromWorker) => void;

  constructor(post: (message: FromWorker) => void) {
    this.#post = post;
  }

  put(original: Uint8Array, meta: OriginalMeta): PutResult {
    return this.#ask<PutResult>({ call: "put", original, meta }) ?? LOST;
  }

  get(handle: string): GetResult {
    const found = this.#ask<GetReply>({ call: "get", handle }) ?? LOST;
    if (found.kind !== "found") return found;
    const into = new SharedArrayBuffer(found.length);
    if (this.#ask<GetReply>({ call: "get", handle, into })?.kind !== "found") return LOST;
    return { kind: "found", contentType: found.contentType, bytes: new Uint8Array(into).slice() };
  }

  info(): StoreInfo {
    return (
      this.#ask<StoreInfo>({ call: "info" }) ?? {
        path: null,
        rows: 0,
        bytes: 0,
        budget: 0,
        health: "unavailable",
      }
    );
  }

  close(): void {}

  #ask<T>(call: StoreCall): T | null {
    const reply = new SharedArrayBuffer(REPLY_BYTES);
    const header = new Int32Array(reply, 0, 2);
    this.#post({ type: "store", call, reply });
    if (Atomics.wait(header, 0, 0, REPLY_LIMIT_MS) === "timed-out") return null;
    // Decoders refuse shared memory, hence the copy.
    const json = new Uint8Array(reply, HEADER_BYTES, Atomics.load(header, 1)).slice();
    return JSON.parse(TEXT.decode(json)) as T;
  }
}

const LOST = { kind: "unavailable", reason: "the main thread did not answer" } as const;
