/**
 * How many payload bytes `recoveries` holds, exact without reading them all: one row keeps the sum up to a rowid.
 * Rows that other programs added are found by their higher rowids; a count that disagrees (they deleted or
 * replaced some, or VACUUM renumbered them) makes us add up everything again.
 */
import type { Database } from "bun:sqlite";
import { byteLength } from "./byte-length.ts";
import { get } from "./rows.ts";

export interface Tally {
  /** Bytes of all originals. */
  readonly bytes: number;
  readonly rows: number;
  /** Highest rowid counted. */
  readonly lastRowid: number;
}

function sum(db: Database, condition = ""): Tally | null {
  return get<Tally>(
    db,
    `SELECT coalesce(sum(${byteLength("original")}), 0) AS bytes, count(*) AS rows, coalesce(max(rowid), 0) AS lastRowid
     FROM recoveries ${condition}`,
  );
}

export function fullTally(db: Database): Tally {
  return sum(db) ?? { bytes: 0, rows: 0, lastRowid: 0 };
}

/** The saved tally, or null where there is none that could be true. */
export function savedTally(db: Database): Tally | null {
  const tally = get<Tally>(
    db,
    "SELECT bytes, rows, last_rowid AS lastRowid FROM caveman_mcp_tally WHERE id = 1",
  );
  const sane = tally !== null && [tally.bytes, tally.rows, tally.lastRowid].every(isCount);
  return sane ? tally : null;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

export function saveTally(db: Database, tally: Tally): void {
  db.run("INSERT OR REPLACE INTO caveman_mcp_tally (id, bytes, rows, last_rowid) VALUES (1, ?, ?, ?)", [
    tally.bytes,
    tally.rows,
    tally.lastRowid,
  ]);
}

/** The tally of now, given the saved one. Call it inside the transaction that relies on it. */
export function currentTally(db: Database, saved: Tally | null): Tally {
  if (saved === null) return fullTally(db);
  const rows = get<{ n: number }>(db, "SELECT count(*) AS n FROM recoveries")?.n ?? 0;
  const last = get<{ n: number }>(db, "SELECT coalesce(max(rowid), 0) AS n FROM recoveries")?.n ?? 0;
  if (rows === saved.rows && last === saved.lastRowid) return saved;
  const added = sum(db, `WHERE rowid > ${saved.lastRowid}`);
  if (added === null || last < saved.lastRowid || saved.rows + added.rows !== rows) return fullTally(db);
  return { bytes: saved.bytes + added.bytes, rows, lastRowid: last };
}

/** For each connection the `data_version` at which the saved tally was right; it changes when others commit. */
const agreed = new WeakMap<Database, number>();

export interface TallyForWriting {
  readonly tally: Tally;
  /** Whether the saved one says the same. */
  readonly saved: boolean;
  /** For `agreeOn`, once the transaction is committed with a tally that is right. */
  readonly dataVersion: number;
}

/** As `currentTally`, without counting rows where nobody else has written since this connection last agreed. */
export function tallyForWriting(db: Database): TallyForWriting {
  const saved = savedTally(db);
  const dataVersion = get<{ data_version: number }>(db, "PRAGMA data_version")?.data_version ?? -1;
  if (saved !== null && agreed.get(db) === dataVersion) return { tally: saved, saved: true, dataVersion };
  const tally = currentTally(db, saved);
  return { tally, saved: tally === saved, dataVersion };
}

export function agreeOn(db: Database, dataVersion: number): void {
  agreed.set(db, dataVersion);
}
