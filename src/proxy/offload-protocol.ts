/** What the main thread and the worker say to each other. Plain data; large bytes are transferred, not copied. */
import type { EncodedResult, Peeked } from "../mcp/contract.ts";
import type { FinishedCall } from "./results/recorder.ts";
import type { ResultSettings } from "./settings/settings.ts";

/** Variables as the main thread sees them: a worker's own copy need not be the same. */
export type Environment = Readonly<Record<string, string | undefined>>;

export type Job =
  | {
      readonly kind: "start";
      readonly settings: ResultSettings;
      readonly cwd: string;
      readonly env: Environment;
    }
  | { readonly kind: "record"; readonly id: number; readonly call: FinishedCall; readonly result: Uint8Array }
  | { readonly kind: "note"; readonly id: number; readonly call: FinishedCall; readonly error: string }
  | { readonly kind: "peek"; readonly id: number; readonly line: SharedArrayBuffer }
  | { readonly kind: "close"; readonly id: number };

export type Done =
  | { readonly id: number; readonly kind: "answer"; readonly answer: EncodedResult }
  | { readonly id: number; readonly kind: "invalid"; readonly reason: string }
  | { readonly id: number; readonly kind: "failed"; readonly reason: string }
  | { readonly id: number; readonly kind: "peeked"; readonly peeked: Peeked }
  | { readonly id: number; readonly kind: "done" };

export type FromWorker = Done | { readonly kind: "warning"; readonly text: string };
