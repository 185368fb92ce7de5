/** What the tools, the command line and the proxy get from compressing and retrieving. Pure types. */
import type { CompressOptions, ContentType } from "../engine/contract.ts";

/**
 * Result of `compress`, in the names that go to the model. A handle is there only after the original is durably
 * in the store; without one, `output` is the input, `ratio` 0 and both counts are equal.
 */
export interface CompressOutcome {
  readonly output: string;
  /** Share of the tokens removed: 0..1, at most 4 decimals. */
  readonly ratio: number;
  readonly tokens_before: number;
  readonly tokens_after: number;
  readonly basis: "inferred";
  /** `binary` for bytes that are no UTF-8; they pass through. */
  readonly content_type: ContentType | "binary";
  readonly method: string;
  readonly recovery_handle: string | null;
  /** Absent on pass-through. */
  readonly lossless_to_model?: boolean;
  readonly tokens_estimated?: true;
  readonly foreign_markers?: number;
  /** The budget that was asked for cannot be met. */
  readonly over_budget?: true;
  /** A shorter form was there, but its original could not be stored. Not for the model: for statistics. */
  readonly withheld?: "full" | "unavailable";
}

export type RetrieveOutcome =
  /** The whole original, byte for byte. */
  | { readonly kind: "original"; readonly bytes: Uint8Array; readonly contentType: string }
  /** The records that match the query; every one a slice of the original. */
  | { readonly kind: "selection"; readonly text: string; readonly contentType: string }
  | { readonly kind: "unknown" }
  | { readonly kind: "corrupt"; readonly reason: string }
  | { readonly kind: "unavailable"; readonly reason: string };

export interface Recovery {
  /**
   * Loads the grammars that `compress` would use for this input: without this call source code passes through.
   * Never rejects.
   */
  prepare(input: string | Uint8Array, type?: string): Promise<void>;
  /**
   * Text, or the bytes of a file as they are: those bytes are what the handle recovers.
   * Throws what `options.checkpoint` throws, and CaveError `cave_compress_failed` where the engine's accounting
   * is not whole; nothing else.
   */
  compress(input: string | Uint8Array, options?: CompressOptions): CompressOutcome;
  /** What `compress` would answer if the original could be stored; stores nothing, so there is no handle. */
  simulate(input: string | Uint8Array, options?: CompressOptions): CompressOutcome;
  /**
   * @param handle canonical (`ccr_…`, `ccr_obj_…`)
   * @param query  blank means the whole original
   */
  retrieve(handle: string, query?: string, checkpoint?: () => void): RetrieveOutcome;
  detect(input: string): ContentType;
}
