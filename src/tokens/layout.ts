/**
 * The binary file of tables that build/rank-table.ts writes and tables.ts reads: its layout, and the bit fields inside.
 * Little-endian; every section starts at a multiple of four bytes.
 *
 *     header     HEADER_BYTES    words MAGIC, trie units, trie root, tokens, blocks; at DIGEST_AT the inputs' SHA-256
 *     trie       i32 × units     double array over the bytes of all tokens, see trie.ts
 *     halves     i32 × 2 tokens  the two tokens whose merge makes a token; for a token of one byte twice itself
 *     pairs      i32 × slots     hash table from two tokens to what their merge makes, see merges.ts
 *     filter     i32 × words     one bit for each pair in `pairs` (a Bloom filter with one hash function)
 *     bytePairs  i32 × 65,536    token of each two bytes, or NO_TOKEN
 *     bytes      i32 × 256       token of each byte
 *     bmp        u8 × 65,536     class of each code point below U+10000
 *     index      u8 × 4,096      number of the block for each 256 code points from U+10000 on
 *     blocks     u8 × 256 each   classes
 */

/** "cv2k": changes whenever the layout does. */
export const MAGIC = 0x6b327663;
export const HEADER_BYTES = 128;
/** Where the header holds a hexadecimal SHA-256 of everything that the file was made from. */
export const DIGEST_AT = 64;

/** Tokens of one byte are 0..255 and all others are larger; the builder asserts it. */
export const SINGLE_BYTES = 256;
/** Larger than every token, as tokens are compared by rank, which is their number. */
export const NO_TOKEN = 0x7fffffff;

/** A trie unit: label in the low 9 bits, two flags, and a payload above them. */
export const LABEL_MASK = 0x1ff;
/** Label of the child that holds the token of a node which has children as well. */
export const TERMINAL = 256;
/** Label of a unit that no node uses. */
export const UNUSED_LABEL = 0x1ff;
/** The node has no children, and the payload is its token. Else the payload is the base of its children. */
export const LEAF = 1 << 9;
/** The node has children and is itself a token. */
export const HAS_TOKEN = 1 << 10;
export const PAYLOAD_SHIFT = 11;

/** 2^18 slots for 199,742 pairs: dense, as the filter keeps nine of ten failing look-ups away from the table. */
export const PAIR_BITS = 18;
/** A pair slot: token in the low 18 bits, above them the low 14 bits of the pair's hash; 0 is empty. */
export const PAIR_TOKEN_BITS = 18;
export const PAIR_TOKEN_MASK = (1 << PAIR_TOKEN_BITS) - 1;
/** 2^21 bits, 256 KB: one in ten is set, and it stays in the second-level cache where the table would not. */
export const FILTER_BITS = 21;

/** Mixes two token numbers into 32 bits. Slot and filter bit are its upper bits, the fingerprint its lower ones. */
export function pairHash(left: number, right: number): number {
  const h = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca77);
  return Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
}
