/**
 * Reading originals back: lengths before contents, and every byte hashed before it is handed out.
 * What does not match its handle is reported as corrupt, never returned.
 */
import type { Database } from "bun:sqlite";
import { hashInHandle, sha256Hex } from "../handle.ts";
import { byteLength } from "./byte-length.ts";
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
  readonly key: string;
  readonly content: string;
  readonly type: string;
  /** SQL for what states the content's hash. */
  readonly stated: string;
}

/** In the order in which a handle is looked up. */
const SOURCES: readonly Source[] = [
  { table: "recoveries", key: "handle", content: "original", type: "content_type", stated: "NULL" },
  {
    table: "typed_objects",
    key: "object_id",
    content: "data",
    type: "object_type",
    stated: "substr(content_hash, 1, 100)",
  },
];

function headerOf(db: Database, source: Source, handle: string): Header | null {
  const { table, key, content, type, stated } = source;
  return get<Header>(
    db,
    `SELECT ${byteLength(content)} AS bytes, substr(${type}, 1, ${MAX_TYPE_CHARACTERS}) AS contentType, ${stated} AS stated
     FROM ${table} WHERE ${key} = ?`,
    handle,
  );
}

/** TEXT is read as the bytes it is; blobs are left as they are. */
function contentOf(db: Database, { table, key, content }: Source, handle: string): unknown {
  const sql = `SELECT CAST(${content} AS BLOB) AS content FROM ${table} WHERE ${key} = ?`;
  return get<{ content: unknown }>(db, sql, handle)?.content;
}

/** Bytes that `handle` names, by either table, without reading them; null where there is nothing. */
export function storedLength(db: Database, tables: ReadonlySet<string>, handle: string): number | null {
  for (const source of SOURCES) {
    const header = tables.has(source.table) ? headerOf(db, source, handle) : null;
    if (header !== null) return header.bytes;
  }
  return null;
}

/** Looks `handle` up in the tables that exist. Throws what SQLite throws. */
export function readOriginal(db: Database, tables: ReadonlySet<string>, handle: string): Read {
  for (const source of SOURCES) {
    if (!tables.has(source.table)) continue;
    const header = headerOf(db, source, handle);
    if (header === null) continue;
    if (header.bytes > MAX_ORIGINAL_BYTES) {
      return {
        kind: "corrupt",
        reason: `The stored original claims ${header.bytes} bytes, more than any original may have (${MAX_ORIGINAL_BYTES}).`,
      };
    }
    const content = contentOf(db, source, handle);
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
