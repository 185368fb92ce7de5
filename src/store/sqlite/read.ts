/**
 * Reading originals back: lengths before contents, and every byte hashed before it is handed out.
 * What does not match its handle is reported as corrupt, never returned.
 */
import type { Database } from "bun:sqlite";
import { hashInHandle, sha256Hex } from "../handle.ts";
import { get } from "./rows.ts";

/** Longest original that is stored or read: the proxy's largest result. A hostile length must not fill the memory. */
export const MAX_ORIGINAL_BYTES = 256 * 1024 * 1024;

/** Content types are short words; more is not one. */
const MAX_TYPE_CHARACTERS = 64;

export type Read =
  | { readonly kind: "found"; readonly bytes: Uint8Array; readonly contentType: string }
  | { readonly kind: "unknown" }
  | { readonly kind: "corrupt"; readonly reason: string };

interface Header {
  readonly bytes: number;
  readonly contentType: string;
  /** `sha256:<hex>` for typed objects. */
  readonly stated: string | null;
}

interface Source {
  readonly table: string;
  readonly header: string;
  readonly content: string;
}

/** In the order in which a handle is looked up. TEXT is read as the bytes it is; blobs are left as they are. */
const SOURCES: readonly Source[] = [
  {
    table: "recoveries",
    header: `SELECT octet_length(original) AS bytes, substr(content_type, 1, ${MAX_TYPE_CHARACTERS}) AS contentType, NULL AS stated
             FROM recoveries WHERE handle = ?`,
    content: "SELECT CAST(original AS BLOB) AS content FROM recoveries WHERE handle = ?",
  },
  {
    table: "typed_objects",
    header: `SELECT octet_length(data) AS bytes, substr(object_type, 1, ${MAX_TYPE_CHARACTERS}) AS contentType, substr(content_hash, 1, 100) AS stated
             FROM typed_objects WHERE object_id = ?`,
    content: "SELECT CAST(data AS BLOB) AS content FROM typed_objects WHERE object_id = ?",
  },
];

/** Looks `handle` up in the tables that exist. Throws what SQLite throws. */
export function readOriginal(db: Database, tables: ReadonlySet<string>, handle: string): Read {
  for (const source of SOURCES) {
    if (!tables.has(source.table)) continue;
    const header = get<Header>(db, source.header, handle);
    if (header === null) continue;
    if (header.bytes > MAX_ORIGINAL_BYTES) {
      return {
        kind: "corrupt",
        reason: `The stored original claims ${header.bytes} bytes, more than any original may have (${MAX_ORIGINAL_BYTES}).`,
      };
    }
    const content = get<{ content: unknown }>(db, source.content, handle)?.content;
    if (!(content instanceof Uint8Array)) continue;
    const reason = mismatch(handle, header.stated, content);
    if (reason !== null) return { kind: "corrupt", reason };
    return { kind: "found", bytes: content, contentType: String(header.contentType ?? "text") };
  }
  return { kind: "unknown" };
}

/** Why `bytes` are not what `handle` (and, for typed objects, `stated`) names, or null. */
function mismatch(handle: string, stated: string | null, bytes: Uint8Array): string | null {
  const hash = sha256Hex(bytes);
  const expected = hashInHandle(handle);
  const statedHash = stated?.startsWith("sha256:") ? stated.slice("sha256:".length) : null;
  if (expected === null && statedHash === null) return "The stored original states no hash to check it by.";
  const wrong =
    (expected !== null && !hash.startsWith(expected)) || (statedHash !== null && statedHash !== hash);
  return wrong ? "The stored bytes are not the ones that the handle was made from." : null;
}
