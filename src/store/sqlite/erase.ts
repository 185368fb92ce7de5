/**
 * Deleting originals so that their bytes are gone from our files: overwritten as they are deleted, the database
 * written anew (moving rows between pages leaves copies that overwriting does not reach), the -wal cut to nothing.
 */
import type { Database } from "bun:sqlite";
import { faultOf } from "../fault.ts";
import { storedLength } from "./read.ts";
import { all, get } from "./rows.ts";
import { fullTally, saveTally } from "./tally.ts";
import { immediately } from "./transaction.ts";

/** Both exist once a connection can write. */
const TABLES: ReadonlySet<string> = new Set(["recoveries", "typed_objects"]);

export interface Erased {
  readonly handles: readonly string[];
  /** Payload bytes of those originals. */
  readonly bytes: number;
  /** Why bytes may still be in the files, though no handle finds them any more; null when they are gone. */
  readonly remains: string | null;
}

/** Picks what is to be deleted, inside the transaction that deletes it. */
export type Pick = (db: Database) => string[];

/** @param path for messages */
export function erase(db: Database, path: string, pick: Pick): Erased {
  get(db, "PRAGMA secure_delete = ON");
  const { handles, bytes } = immediately(db, () => deleteRows(db, pick(db)));
  return { handles, bytes, remains: overwrite(db, path) };
}

function deleteRows(db: Database, handles: readonly string[]): { handles: readonly string[]; bytes: number } {
  let bytes = 0;
  for (const handle of handles) {
    bytes += storedLength(db, TABLES, handle) ?? 0;
    db.run("DELETE FROM recoveries WHERE handle = ?", [handle]);
    db.run("DELETE FROM typed_objects WHERE object_id = ?", [handle]);
    db.run("DELETE FROM caveman_mcp_shown WHERE handle = ?", [handle]);
    db.run("DELETE FROM caveman_mcp_roots WHERE handle = ?", [handle]);
  }
  saveTally(db, fullTally(db));
  return { handles, bytes };
}

/** @returns why the bytes may still be there, or null */
function overwrite(db: Database, path: string): string | null {
  try {
    db.run("VACUUM");
    // VACUUM may give rows new rowids.
    immediately(db, () => saveTally(db, fullTally(db)));
    const result = get<{ busy: number }>(db, "PRAGMA wal_checkpoint(TRUNCATE)");
    if (result?.busy !== 1) return null;
    return `Another program is reading the store ${path}, so its -wal file could not be emptied. Run this again.`;
  } catch (error) {
    return `The deleted bytes could not be overwritten everywhere; run this again. ${faultOf(error, path).message}`;
  }
}

/** Handles not shown since `before` (RFC 3339, UTC); for those that other programs stored: not made since. */
export function shownBefore(before: string): Pick {
  return (db) =>
    all<{ handle: string }>(
      db,
      `SELECT r.handle AS handle FROM recoveries AS r LEFT JOIN caveman_mcp_shown AS s ON s.handle = r.handle
       WHERE r.handle IS NOT NULL AND julianday(coalesce(s.shown_at, r.created_at)) < julianday(?)`,
      before,
    ).map((row) => row.handle);
}

/** The rows of one handle, if there are any. */
export function withHandle(handle: string): Pick {
  return (db) =>
    all<{ handle: string }>(
      db,
      `SELECT handle FROM recoveries WHERE handle = ?1
       UNION SELECT object_id FROM typed_objects WHERE object_id = ?1`,
      handle,
    ).map((row) => row.handle);
}

/** Every row that holds these bytes, in its original or in what is kept beside it. */
export function containing(text: Uint8Array): Pick {
  return (db) =>
    all<{ handle: string }>(
      db,
      `SELECT handle FROM recoveries
       WHERE handle IS NOT NULL AND (instr(CAST(original AS BLOB), ?1) > 0 OR instr(CAST(metadata AS BLOB), ?1) > 0)
       UNION SELECT object_id FROM typed_objects
       WHERE object_id IS NOT NULL
         AND (instr(CAST(data AS BLOB), ?1) > 0 OR instr(CAST(source AS BLOB), ?1) > 0
           OR instr(CAST(repository_state AS BLOB), ?1) > 0 OR instr(CAST(dependencies_json AS BLOB), ?1) > 0)`,
      text,
    ).map((row) => row.handle);
}
