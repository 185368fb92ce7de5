/**
 * The work that runs off the main thread: each kind's request and result, and the messages that carry
 * them. Requests are plain data and hold everything a job needs, so that any worker can run any job.
 */
import type { CallArguments, Peeked } from "../../mcp/contract.ts";
import type { OriginalMeta, StoreHealth } from "../../store/contract.ts";
import type { CompressArguments, RetrieveArguments } from "../arguments.ts";

/** A ready answer: UTF-8 of `"content":[…],"isError":…`. */
export interface Answer {
  readonly encoded: Uint8Array;
}

/** Arguments that the main thread has validated, or a long line's, which the worker reads and validates. */
export type Deferred<T> =
  | { readonly kind: "ready"; readonly value: T }
  | Extract<CallArguments, { kind: "line" }>;

export interface Jobs {
  /** Looks into a long line for the protocol. */
  peek: { request: { readonly line: SharedArrayBuffer }; result: Peeked };
  compress: {
    request: {
      readonly args: Deferred<CompressArguments>;
      /** Digests of originals that this process handed out; a text that is one of them passes through. */
      readonly retrieved: readonly string[];
      /** Set when a first attempt had to be ended: only count and hand back. */
      readonly passThrough?: boolean;
    };
    result: Answer & { readonly tokensBefore: number; readonly tokensAfter: number };
  };
  /** Reads a long line's arguments, since the ledger decides before anything is fetched. */
  "retrieve-arguments": { request: { readonly args: CallArguments }; result: RetrieveArguments };
  retrieve: {
    request: {
      readonly handle: string;
      readonly query: string;
      /** Told to the model behind the original (the ledger's second rule). */
      readonly note?: string;
    };
    result: Answer & {
      /** Digest of the original where the answer holds all of it. */
      readonly whole: string | null;
      /** False where the original went to a file. */
      readonly inline: boolean;
    };
  };
  "toon-encode": { request: { readonly args: Deferred<string> }; result: Answer };
  "toon-decode": { request: { readonly args: Deferred<string> }; result: Answer };
  /** Opens the store if need be and says how it is. */
  health: { request: null; result: StoreHealth };
}

export type JobKind = keyof Jobs;
export type Request<K extends JobKind> = Jobs[K]["request"];
export type Result<K extends JobKind> = Jobs[K]["result"];

/** One job with its kind, as a union over all kinds. */
export type AnyJob = { [K in JobKind]: { readonly kind: K; readonly request: Request<K> } }[JobKind];

/** Main thread → worker. */
export type ToWorker =
  | { readonly type: "start"; readonly control: SharedArrayBuffer; readonly sharedStore: boolean }
  | { readonly type: "job"; readonly id: number; readonly job: AnyJob }
  | { readonly type: "close" };

/** What a worker asks of a store that lives on the main thread; see memory-bridge.ts. */
export type StoreCall =
  | { readonly call: "put"; readonly original: Uint8Array; readonly meta: OriginalMeta }
  | { readonly call: "get"; readonly handle: string; readonly into?: SharedArrayBuffer }
  | { readonly call: "info" };

/** How the store was used: a disk that is full can still be read, which must not pass for health. */
export type StoreAccess = "read" | "write";

/** Worker → main thread; the outcome of a job is the last message about it. */
export type FromWorker =
  | { readonly type: "done"; readonly id: number; readonly result: unknown }
  | {
      readonly type: "failed";
      readonly id: number;
      readonly code: `cave_${string}`;
      readonly message: string;
    }
  | { readonly type: "stopped"; readonly id: number }
  /** `facts`: class and place of the error, never its message. */
  | { readonly type: "panicked"; readonly id: number; readonly facts: Readonly<Record<string, string>> }
  /** The store's health as a job saw it. */
  | { readonly type: "health"; readonly health: StoreHealth; readonly of: StoreAccess }
  | { readonly type: "store"; readonly call: StoreCall; readonly reply: SharedArrayBuffer }
  | { readonly type: "warning"; readonly line: string }
  | { readonly type: "closed" };
