/** Finds the tokens that a text starts with. */
import { HAS_TOKEN, LABEL_MASK, LEAF, PAYLOAD_SHIFT, TERMINAL } from "./layout.ts";
import type { Tables } from "./tables.ts";

export class Trie {
  private readonly units: Int32Array;
  private readonly root: number;
  /** Where the token that `longest` found last ends. */
  end = 0;

  constructor({ trie, root }: Tables) {
    this.units = trie;
    this.root = root;
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
