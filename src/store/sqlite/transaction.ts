/**
 * Write transactions that take the lock at their beginning (BEGIN IMMEDIATE): one that reads first and then writes
 * would fail at once when somebody else wrote in between, whatever the time-out.
 */
import type { Database } from "bun:sqlite";
import { BUSY_TIMEOUT_MS, patiently } from "./patience.ts";

/** Runs `work` in a transaction and commits; durable (see `openWriter`) when it returns. Throws what SQLite throws. */
export function immediately<T>(db: Database, work: () => T): T {
  begin(db);
  try {
    const result = work();
    db.run("COMMIT");
    return result;
  } catch (error) {
    if (db.inTransaction) db.run("ROLLBACK");
    throw error;
  }
}

function begin(db: Database): void {
  db.run("PRAGMA busy_timeout = 0");
  try {
    patiently(() => db.run("BEGIN IMMEDIATE"));
  } finally {
    db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}
