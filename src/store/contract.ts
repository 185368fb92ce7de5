/**
 * The recovery store's contract: originals go in, a handle comes out, the same bytes come back.
 * Every implementation passes the one suite in test/store/contract.
 */

/** What is kept beside an original. */
export interface OriginalMeta {
  readonly contentType: string;
  readonly compressor: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Free JSON bytes for other programs; we write null. */
  readonly metadata?: Uint8Array;
}

/** Result of `put`: a handle only once the row is durable, else the reason why there is none. */
export type PutResult =
  | { readonly kind: "stored"; readonly handle: string }
  | { readonly kind: "full" }
  | { readonly kind: "unavailable"; readonly reason: string };

/** Result of `get`. What was stored from another project root is `unknown` while CAVEMAN_MCP_SCOPE=project. */
export type GetResult =
  | { readonly kind: "found"; readonly bytes: Uint8Array; readonly contentType: string }
  | { readonly kind: "unknown" }
  | { readonly kind: "corrupt"; readonly reason: string }
  | { readonly kind: "unavailable"; readonly reason: string };

export type StoreHealth = "ok" | "full" | "unavailable";

export interface StoreInfo {
  /** Absolute path, or null for a store in memory. */
  readonly path: string | null;
  readonly rows: number;
  /** Payload bytes counted against the budget. */
  readonly bytes: number;
  readonly budget: number;
  readonly health: StoreHealth;
  /** Why the store is not `ok`. */
  readonly reason?: string;
}

export interface RecoveryStore {
  /** Never throws. A handle is returned only after its row is committed and durable. */
  put(original: Uint8Array, meta: OriginalMeta): PutResult;
  /** Never throws. Accepts a canonical handle (`ccr_…` or `ccr_obj_…`). */
  get(handle: string): GetResult;
  /** Never throws. */
  info(): StoreInfo;
  close(): void;
}
