/** The store of a process that keeps nothing on disk: everything is gone when it ends. */
import type { GetResult, OriginalMeta, PutResult, RecoveryStore, StoreInfo } from "./contract.ts";
import { handleOf, isHandle } from "./handle.ts";

interface Row {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

export class MemoryStore implements RecoveryStore {
  readonly #budget: number;
  readonly #warn: (line: string) => void;
  readonly #rows = new Map<string, Row>();
  #bytes = 0;
  #full = false;
  #said = false;
  #closed = false;

  /**
   * @param budget most payload bytes
   * @param warn   one line for stderr
   */
  constructor(budget: number, warn: (line: string) => void = () => {}) {
    this.#budget = budget;
    this.#warn = warn;
  }

  put(original: Uint8Array, meta: OriginalMeta): PutResult {
    if (this.#closed) return { kind: "unavailable", reason: CLOSED };
    const handle = handleOf(original);
    const row = this.#rows.get(handle);
    if (row !== undefined && Buffer.compare(row.bytes, original) !== 0) {
      return { kind: "unavailable", reason: "Other bytes are stored under this handle." };
    }
    if (row === undefined) {
      if (this.#bytes + original.byteLength > this.#budget) {
        if (!this.#said) this.#warn(FULL);
        this.#said = true;
        this.#full = true;
        return { kind: "full" };
      }
      this.#rows.set(handle, { bytes: original.slice(), contentType: meta.contentType });
      this.#bytes += original.byteLength;
      this.#full = false;
    }
    return { kind: "stored", handle };
  }

  get(handle: string): GetResult {
    if (this.#closed) return { kind: "unavailable", reason: CLOSED };
    const row = isHandle(handle) ? this.#rows.get(handle) : undefined;
    if (row === undefined) return { kind: "unknown" };
    return { kind: "found", bytes: row.bytes.slice(), contentType: row.contentType };
  }

  info(): StoreInfo {
    return {
      path: null,
      rows: this.#rows.size,
      bytes: this.#bytes,
      budget: this.#budget,
      ...(this.#closed
        ? { health: "unavailable", reason: CLOSED }
        : this.#full
          ? { health: "full", reason: FULL }
          : { health: "ok" }),
    };
  }

  close(): void {
    this.#closed = true;
    this.#rows.clear();
    this.#bytes = 0;
  }
}

const CLOSED = "The store was closed.";
const FULL =
  "The store in memory has reached its budget: new outputs pass through unchanged, old handles keep working. Raise CAVEMAN_CCR_MAX_BYTES.";
