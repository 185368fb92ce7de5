/**
 * Byte pair encoding of one pretoken in time linear in its length: tokens are tried longest first from left to right,
 * and one is kept if BPE would not have merged across the boundary to the one before. After van Antwerpen and Neubeck,
 * "So many tokens, so little time" (github.blog, 2024): a sequence of tokens is the encoding of its bytes exactly if
 * each two neighbours are the encoding of theirs, and every prefix of a text has one encoding.
 */
import { Merges } from "./merges.ts";
import type { Tables } from "./tables.ts";
import { Trie } from "./trie.ts";

/** Bytes of a pretoken that the kept work space is for; longer ones, which are rare, get their own. */
const KEPT_BYTES = 1024;

/** Work space for a pretoken of `size` bytes. */
class Workspace {
  /** Tokens so far, and where each starts. */
  readonly tokens: Int32Array;
  readonly starts: Int32Array;
  /** 1 where no encoding of the whole has a boundary (offset from the pretoken's start). */
  readonly dead: Uint8Array;

  constructor(readonly size: number) {
    this.tokens = new Int32Array(size);
    this.starts = new Int32Array(size);
    this.dead = new Uint8Array(size + 1);
  }
}

export class Encoder {
  private readonly trie: Trie;
  private readonly merges: Merges;
  private readonly kept = new Workspace(KEPT_BYTES);

  constructor(tables: Tables) {
    this.trie = new Trie(tables);
    this.merges = new Merges(tables);
  }

  /** Number of tokens of the pretoken `bytes[from..to)`, which must not be empty. */
  count(bytes: Uint8Array, from: number, to: number): number {
    const first = this.trie.longest(bytes, from, to);
    if (this.trie.end === to) return 1;
    const size = to - from;
    return this.search(bytes, from, to, first, size <= KEPT_BYTES ? this.kept : new Workspace(size));
  }

  private search(bytes: Uint8Array, from: number, to: number, first: number, space: Workspace): number {
    const { trie, merges } = this;
    const { tokens, starts, dead } = space;
    dead.fill(0, 0, to - from + 1);
    let count = 0;
    let start = from;
    let token = first;
    let end = trie.end;
    for (;;) {
      if (dead[end - from] === 0 && (count === 0 || merges.keepApart(tokens[count - 1] ?? 0, token))) {
        tokens[count] = token;
        starts[count] = start;
        count++;
        if (end === to) return count;
        start = end;
        token = trie.longest(bytes, start, to);
        end = trie.end;
      } else if (end - start > 1) {
        token = trie.longest(bytes, start, end - 1);
        end = trie.end;
      } else {
        // No token goes on from here: take back the one that led here, and try shorter ones in its place.
        dead[start - from] = 1;
        end = start;
        count--;
        token = tokens[count] ?? 0;
        start = starts[count] ?? 0;
      }
    }
  }
}
