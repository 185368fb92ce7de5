/**
 * Byte pair encoding in time linear in the length: tokens are tried longest first from left to right, and one is kept if
 * no merge joins it with the one before. After van Antwerpen and Neubeck, "So many tokens, so little time"
 * (github.blog, 2024): a sequence of tokens is the encoding of its bytes exactly if each two neighbours are the encoding
 * of theirs, so the first sequence found that reaches the end is the encoding.
 */
import type { Merges } from "./merges.ts";
import type { Trie } from "./trie.ts";

/** Bytes that the kept work space is for; longer pretokens, which are rare, get their own for the time of a call. */
const KEPT_BYTES = 1024;

class Workspace {
  /** Tokens so far, and where each starts. */
  readonly tokens: Int32Array;
  readonly starts: Int32Array;
  /** 1 where no encoding of the whole has a boundary, by offset. */
  readonly dead: Uint8Array;

  constructor(size: number) {
    this.tokens = new Int32Array(size);
    this.starts = new Int32Array(size);
    this.dead = new Uint8Array(size + 1);
  }
}

export class LongSearch {
  private readonly kept = new Workspace(KEPT_BYTES);

  constructor(
    private readonly trie: Trie,
    private readonly merges: Merges,
  ) {}

  /** Number of tokens of `bytes[from..to)`, which must not be empty. */
  count(bytes: Uint8Array, from: number, to: number): number {
    const { trie, merges } = this;
    const size = to - from;
    const { tokens, starts, dead } = size <= KEPT_BYTES ? this.kept : new Workspace(size);
    dead.fill(0, 0, size + 1);
    let count = 0;
    let start = from;
    let token = trie.longest(bytes, from, to);
    let { end } = trie;
    for (;;) {
      if (dead[end - from] === 0 && (count === 0 || merges.keepApart(tokens[count - 1] ?? 0, token))) {
        tokens[count] = token;
        starts[count] = start;
        count++;
        if (end === to) return count;
        start = end;
        token = trie.longest(bytes, start, to);
      } else if (end - start > 1) {
        token = trie.longest(bytes, start, end - 1);
      } else {
        // No token goes on from here: take back the one that led here, and try a shorter one in its place.
        dead[start - from] = 1;
        count--;
        trie.end = start;
        token = tokens[count] ?? 0;
        start = starts[count] ?? 0;
      }
      end = trie.end;
    }
  }
}
