/** Views of the sections of o200k.bin; layout.ts describes them. */
import { FILTER_BITS, HEADER_BYTES, MAGIC, PAIR_BITS } from "./layout.ts";

export interface Tables {
  readonly trie: Int32Array;
  /** Base of the children of the trie's root. */
  readonly root: number;
  readonly halves: Int32Array;
  readonly pairs: Int32Array;
  readonly filter: Int32Array;
  readonly bytePairs: Int32Array;
  readonly bytes: Int32Array;
  readonly bmp: Uint8Array;
  readonly index: Uint8Array;
  readonly blocks: Uint8Array;
}

/**
 * @param file the whole file, unchanged as long as the tables are in use
 * @throws when it is not the file that build/rank-table.ts makes
 */
export function readTables(file: Uint8Array): Tables {
  const { buffer, byteLength } = file.byteOffset % 4 === 0 ? file : file.slice();
  let at = file.byteOffset % 4 === 0 ? file.byteOffset : 0;
  const end = at + byteLength;
  const damaged = () =>
    new Error("the embedded token tables are damaged: this executable was not built or copied completely");
  const words = (length: number): Int32Array => {
    if (at + 4 * length > end) throw damaged();
    const section = new Int32Array(buffer, at, length);
    at += 4 * length;
    return section;
  };
  const octets = (length: number): Uint8Array => {
    if (at + length > end) throw damaged();
    const section = new Uint8Array(buffer, at, length);
    at += length;
    return section;
  };
  const [magic, units = 0, root = 0, tokens = 0, blocks = 0] = words(HEADER_BYTES / 4);
  if (magic !== MAGIC) throw damaged();
  const tables: Tables = {
    root,
    trie: words(units),
    halves: words(2 * tokens),
    pairs: words(1 << PAIR_BITS),
    filter: words(1 << (FILTER_BITS - 5)),
    bytePairs: words(1 << 16),
    bytes: words(256),
    bmp: octets(1 << 16),
    index: octets(1 << 12),
    blocks: octets(blocks << 8),
  };
  if (at !== end) throw damaged();
  return tables;
}
