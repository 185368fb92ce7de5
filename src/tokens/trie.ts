/** Finds the tokens that a text starts with. */
import { HAS_TOKEN, LABEL_MASK, LEAF, PAYLOAD_SHIFT, TERMINAL } from "./layout.ts";
import type { Tables } from "./tables.ts";

/**
 * A double array: a node is the base of its children; the child for a byte is at `base ^ byte` if the unit there has
 * that label (build/double-array.ts).
 */
export class Trie {
  private readonly units: Int32Array;
  private readonly root: number;
  /** Where the token that `longest` found last ends. */
  end = 0;

  constructor({ trie, root }: Tables) {
    this.units = trie;
    this.root = root;
  }

  /** Whether `bytes[from..to)` is a token; needs `from < to`. */
  isToken(bytes: Uint8Array, from: number, to: number): boolean {
    const { units } = this;
    let base = this.root;
    let unit = 0;
    for (let at = from; at < to; at++) {
      const byte = bytes[at] ?? 0;
      unit = units[base ^ byte] ?? 0;
      if ((unit & LABEL_MASK) !== byte) return false;
      if ((unit & LEAF) !== 0) return at + 1 === to;
      base = unit >>> PAYLOAD_SHIFT;
    }
    return (unit & HAS_TOKEN) !== 0;
  }

  /** The longest token that begins at `from` and ends at `limit` or before; needs `from < limit`. Sets `end`. */
  longest(bytes: Uint8Array, from: number, limit: number): number {
    const { units } = this;
    let base = this.root;
    let found = 0;
    for (let at = from; at < limit; ) {
      const byte = bytes[at] ?? 0;
      const unit = units[base ^ byte] ?? 0;
      if ((unit & LABEL_MASK) !== byte) break;
      at++;
      base = unit >>> PAYLOAD_SHIFT;
      if ((unit & LEAF) !== 0) {
        this.end = at;
        return base;
      }
      if ((unit & HAS_TOKEN) !== 0) {
        this.end = at;
        found = base;
      }
    }
    return (units[found ^ TERMINAL] ?? 0) >>> PAYLOAD_SHIFT;
  }
}
