/** The one transaction that stores an original: compare or insert, keep the budget exact, record that it is shown. */
import type { Database } from "bun:sqlite";
import type { OriginalMeta } from "../contract.ts";
import { byteLength } from "./byte-length.ts";
import { get } from "./rows.ts";
import { agreeOn, saveTally, type TallyForWriting, tallyForWriting } from "./tally.ts";
import { immediately } from "./transaction.ts";

export interface WriteRequest {
  readonly handle: string;
  readonly original: Uint8Array;
  readonly meta: OriginalMeta;
  /** RFC 3339, UTC. */
  readonly at: string;
  /** Hash of the project root, or null where there is none. */
  readonly root: string | null;
  readonly budget: number;
}

export type Written =
  | { readonly kind: "stored"; readonly added: boolean; readonly bytesInStore: number }
  | { readonly kind: "full" }
  /** Another original is stored under this handle. */
  | { readonly kind: "collision" };

/** Commits before it returns. Throws what SQLite throws; nothing is stored then. */
export function writeOriginal(db: Database, request: WriteRequest): Written {
  let dataVersion = 0;
  const written = immediately(db, () => {
    const known = tallyForWriting(db);
    dataVersion = known.dataVersion;
    return write(db, request, known);
  });
  if (written.kind !== "collision") agreeOn(db, dataVersion);
  return written;
}

function write(db: Database, request: WriteRequest, known: TallyForWriting): Written {
  const { handle, original, meta, at, root } = request;
  let tally = known.tally;
  const existing = get<{ same: number }>(
    db,
    `SELECT ${byteLength("original")} = ?2 AND CAST(original AS BLOB) = ?3 AS same
     FROM recoveries WHERE handle = ?1`,
    handle,
    original.byteLength,
    original,
  );
  if (existing !== null && existing.same !== 1) return { kind: "collision" };
  if (existing === null) {
    if (tally.bytes + original.byteLength > request.budget) {
      if (!known.saved) saveTally(db, tally);
      return { kind: "full" };
    }
    const { lastInsertRowid } = db.run(
      `INSERT INTO recoveries (handle, created_at, content_type, compressor, tokens_before, tokens_after, original, metadata)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        handle,
        at,
        meta.contentType,
        meta.compressor,
        meta.tokensBefore,
        meta.tokensAfter,
        original,
        meta.metadata ?? null,
      ],
    );
    tally = {
      bytes: tally.bytes + original.byteLength,
      rows: tally.rows + 1,
      lastRowid: Math.max(tally.lastRowid, Number(lastInsertRowid)),
    };
  }
  if (!known.saved || existing === null) saveTally(db, tally);
  db.run(
    `INSERT INTO caveman_mcp_shown (handle, shown_at, times) VALUES (?, ?, 1)
     ON CONFLICT (handle) DO UPDATE SET shown_at = excluded.shown_at, times = times + 1`,
    [handle, at],
  );
  if (root !== null)
    db.run("INSERT OR IGNORE INTO caveman_mcp_roots (handle, root) VALUES (?, ?)", [handle, root]);
  return { kind: "stored", added: existing === null, bytesInStore: tally.bytes };
}
