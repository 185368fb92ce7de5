/** Views of the sections of o200k.bin. */
import { HEADER_BYTES, MAGIC, PAIR_BITS } from "./layout.ts";

export interface Tables {
  /** Double array over the bytes of all tokens, see trie.ts. */
  readonly trie: Int32Array;
  /** Base of the root's children. */
  readonly root: number;
  /** For each token the two that its last merge joined; for a single byte itself. */
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** Hash table (left, right) → token, see merges.ts. */
  readonly pairs: Int32Array;
  /** Class of each code point below U+10000. */
  readonly bmp: Uint8Array;
  /** Number of the block in `blocks` for each 256 code points from U+10000 on. */
  readonly index: Uint8Array;
  readonly blocks: Uint8Array;
}

const BMP_SIZE = 0x10000;
const BLOCK_SIZE = 256;
const INDEX_SIZE = 0x1000;

/**
 * @param file the whole file, unchanged as long as the tables are in use
 * @throws when it is not the file that build/rank-table.ts makes
 */
export function readTables(file: Uint8Array): Tables {
  const bytes = file.byteOffset % 4 === 0 ? file : file.slice();
  const { buffer } = bytes;
  let at = bytes.byteOffset;
  const words = (length: number): Int32Array => {
    const section = new Int32Array(buffer, at, length);
    at += section.byteLength;
    return section;
  };
  const octets = (length: number): Uint8Array => {
    const section = new Uint8Array(buffer, at, length);
    at += length;
    return section;
  };
  const [magic, units = 0, root = 0, tokens = 0, blocks = 0] = words(HEADER_BYTES / 4);
  const size =
    HEADER_BYTES + 4 * (units + 2 * tokens + (1 << PAIR_BITS)) + BMP_SIZE + INDEX_SIZE + blocks * BLOCK_SIZE;
  if (magic !== MAGIC || size !== bytes.byteLength) {
    throw new Error(
      "the embedded token tables are damaged: this executable was not built or copied completely",
    );
  }
  return {
    root,
    trie: words(units),
    left: words(tokens),
    right: words(tokens),
    pairs: words(1 << PAIR_BITS),
    bmp: octets(BMP_SIZE),
    index: octets(INDEX_SIZE),
    blocks: octets(blocks * BLOCK_SIZE),
  };
}
