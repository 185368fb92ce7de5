/**
 * The anti-storm ledger of one process: which originals and views it has already handed out.
 * Neither rule withholds anything that this process has not sent yet. It claims no benefit: five is a
 * historical value that no paired experiment has validated (docs/decisions/anti-storm.md).
 */
import { digestOf } from "./digest.ts";

/** Different queries of one handle that are answered one by one; the next one gets the whole original. */
export const DISTINCT_RETRIEVES = 5;

/** Entries kept; the oldest handle is forgotten beyond them, which only means that it is served again. */
const MAX_HANDLES = 4096;

/** Longer queries are remembered by their SHA-256, so that the ledger stays small. */
const MAX_KEPT_QUERY_CHARS = 128;

/** Stands for "any query", once the whole original went out by the second rule. */
const ANY_QUERY = "any";

/** What to do with one retrieve. `commit` tells that the answer went out; without it nothing is remembered. */
export interface Decision {
  /** `serve` what was asked for, the `whole` original instead, or point to the answer `above`. */
  readonly kind: "serve" | "whole" | "above";
  commit(): void;
}

interface Entry {
  /** By query: whether the last thing sent was the bytes, or a line that pointed to them. */
  readonly sent: Map<string, "bytes" | "pointer">;
  whole: boolean;
}

function keyOf(query: string): string {
  if (query.length <= MAX_KEPT_QUERY_CHARS) return `q${query}`;
  return `h${digestOf(query)}`;
}

export class Ledger {
  readonly #entries = new Map<string, Entry>();

  /**
   * @param handle canonical
   * @param query  trimmed; empty for the whole original
   */
  decide(handle: string, query: string): Decision {
    const entry = this.#entries.get(handle);
    if (entry === undefined) return this.#decision("serve", handle, keyOf(query), "bytes");
    const key = entry.whole ? ANY_QUERY : keyOf(query);
    const last = entry.sent.get(key);
    if (last === "bytes") return this.#decision("above", handle, key, "pointer");
    const whole = entry.whole || (last === undefined && entry.sent.size >= DISTINCT_RETRIEVES);
    if (!whole) return this.#decision("serve", handle, key, "bytes");
    return this.#decision(query === "" ? "serve" : "whole", handle, ANY_QUERY, "bytes");
  }

  #decision(kind: Decision["kind"], handle: string, key: string, now: "bytes" | "pointer"): Decision {
    return {
      kind,
      commit: () => {
        const entry = this.#entries.get(handle) ?? { sent: new Map(), whole: false };
        this.#entries.delete(handle);
        this.#entries.set(handle, entry);
        entry.sent.set(key, now);
        if (key === ANY_QUERY) entry.whole = true;
        if (this.#entries.size > MAX_HANDLES) {
          const oldest = this.#entries.keys().next();
          if (!oldest.done) this.#entries.delete(oldest.value);
        }
      },
    };
  }
}

/** The originals handed out whole most recently; compress leaves a text that is one of them as it is. */
export class RetrievedOriginals {
  /** As many as the specification names. */
  static readonly KEPT = 64;
  readonly #digests = new Set<string>();

  /** @param digest of the original's bytes, as digestOf makes it */
  add(digest: string): void {
    this.#digests.delete(digest);
    this.#digests.add(digest);
    if (this.#digests.size > RetrievedOriginals.KEPT) {
      const oldest = this.#digests.values().next();
      if (!oldest.done) this.#digests.delete(oldest.value);
    }
  }

  digests(): readonly string[] {
    return [...this.#digests];
  }
}
