/** Handles: the name of an original, made from its bytes, so that equal bytes have one name everywhere. */
import { createHash } from "node:crypto";

/** Bytes of the SHA-256 that a handle shows: 128 bits cannot be guessed. */
const HANDLE_HASH_BYTES = 16;

const HANDLE = /^ccr_[0-9a-f]{32}$/;
/** Ids of typed objects are made by other programs of the family; longer ones than this are not theirs. */
const OBJECT_ID = /^ccr_obj_[0-9A-Za-z_-]{1,128}$/;
const HASH_IN_NAME = /^ccr_(?:obj_)?([0-9a-f]{32})$/;

/** SHA-256 of `bytes` in lower-case hex (64 characters). */
export function sha256Hex(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** `ccr_` + the first 16 bytes of the SHA-256 in lower-case hex. */
export function handleOf(bytes: Uint8Array): string {
  return `ccr_${sha256Hex(bytes).slice(0, 2 * HANDLE_HASH_BYTES)}`;
}

/** Whether `text` is a handle in canonical form: `ccr_…` or `ccr_obj_…`. Other spellings are for callers to undo. */
export function isHandle(text: string): boolean {
  return HANDLE.test(text) || OBJECT_ID.test(text);
}

/** The 32 hex digits of the hash that a handle states, or null for an object id of another form. */
export function hashInHandle(handle: string): string | null {
  return HASH_IN_NAME.exec(handle)?.[1] ?? null;
}
