/** Number of tokens of one pretoken. */
import { LongSearch } from "./long-search.ts";
import { Merges } from "./merges.ts";
import { SHORT_BYTES, ShortMerge } from "./short-merge.ts";
import type { Tables } from "./tables.ts";
import { Trie } from "./trie.ts";

export class Encoder {
  private readonly trie: Trie;
  private readonly short: ShortMerge;
  private readonly long: LongSearch;

  constructor(tables: Tables) {
    const merges = new Merges(tables);
    this.trie = new Trie(tables);
    this.short = new ShortMerge(tables, merges);
    this.long = new LongSearch(this.trie, merges);
  }

  /** Number of tokens of `bytes[from..to)`, which must not be empty. */
  count(bytes: Uint8Array, from: number, to: number): number {
    if (this.trie.isToken(bytes, from, to)) return 1;
    return (to - from <= SHORT_BYTES ? this.short : this.long).count(bytes, from, to);
  }
}
