/**
 * Write transactions that take the lock at their beginning (BEGIN IMMEDIATE): one that reads first and then writes
 * would fail at once when somebody else wrote in between, whatever the time-out.
 */
import type { Database } from "bun:sqlite";
import { codeOf } from "../fault.ts";
import { BUSY_TIMEOUT_MS } from "./open.ts";

/**
 * SQLite's own waiting backs off to 100 ms, so that under steady writing whoever has waited longest asks least often
 * and starves. Asking every few milliseconds gives everyone the same chance; an attempt costs microseconds.
 */
const POLL_MIN_MS = 1;
const POLL_SPREAD_MS = 3;

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
  const deadline = performance.now() + BUSY_TIMEOUT_MS;
  db.run("PRAGMA busy_timeout = 0");
  try {
    for (;;) {
      try {
        db.run("BEGIN IMMEDIATE");
        return;
      } catch (error) {
        if (!codeOf(error).startsWith("SQLITE_BUSY") || performance.now() > deadline) throw error;
      }
      Bun.sleepSync(POLL_MIN_MS + Math.random() * POLL_SPREAD_MS);
    }
  } finally {
    db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}
