/** `store verify`: the database's structure, and every original hashed against its handle. Changes nothing. */
import type { Database } from "bun:sqlite";
import { faultOf } from "../fault.ts";
import type { Environment } from "../location.ts";
import { seenPlace } from "../private-place.ts";
import { openToLook } from "../sqlite/open.ts";
import { readOriginal } from "../sqlite/read.ts";
import { all, get } from "../sqlite/rows.ts";
import { inspectSchema } from "../sqlite/schema.ts";
import { type MaintenanceOptions, type NoStoreHere, onDisk } from "./on-disk.ts";

/** More findings than this help nobody. */
const MAX_FINDINGS = 20;

/** An original that is not what its handle says. Handles are capabilities, so none is shown. */
export interface Damaged {
  /** `YYYY-MM-DD`, as stored. */
  readonly day: string;
  readonly contentType: string;
  readonly reason: string;
}

export interface Verification {
  readonly kind: "verified";
  readonly path: string;
  /** Originals and typed objects that are what their handles say. */
  readonly good: number;
  /** All that are not; `damaged` describes the first of them. */
  readonly bad: number;
  readonly damaged: readonly Damaged[];
  /** What SQLite finds wrong with the file; empty when it is sound. */
  readonly structure: readonly string[];
  /** Why the check could not be finished, or null. */
  readonly stopped: string | null;
}

export function verifyStore(env: Environment, options: MaintenanceOptions = {}): Verification | NoStoreHere {
  return onDisk(env, options, ({ path, host }): Verification => {
    const db = openToLook(seenPlace(path, host));
    try {
      const { tables } = inspectSchema(db, path);
      const found = new Findings();
      let stopped: string | null = null;
      try {
        for (const table of TABLES) if (tables.has(table.name)) checkTable(db, tables, table, found);
      } catch (error) {
        stopped = faultOf(error, path).message;
      }
      const { good, bad, damaged } = found;
      return { kind: "verified", path, good, bad, damaged, structure: structureOf(db, path), stopped };
    } finally {
      db.close();
    }
  });
}

class Findings {
  good = 0;
  bad = 0;
  readonly damaged: Damaged[] = [];
}

interface Table {
  readonly name: string;
  /** The next row by rowid, so that no more than one original is in memory. */
  readonly next: string;
}

const TABLES: readonly Table[] = [
  {
    name: "recoveries",
    next: `SELECT rowid AS id, handle, substr(created_at, 1, 10) AS day, substr(content_type, 1, 64) AS contentType
           FROM recoveries WHERE rowid > ? ORDER BY rowid LIMIT 1`,
  },
  {
    name: "typed_objects",
    next: `SELECT rowid AS id, object_id AS handle, substr(created_at, 1, 10) AS day, substr(object_type, 1, 64) AS contentType
           FROM typed_objects WHERE rowid > ? ORDER BY rowid LIMIT 1`,
  },
];

interface Row {
  readonly id: number;
  readonly handle: unknown;
  readonly day: unknown;
  readonly contentType: unknown;
}

function checkTable(db: Database, tables: ReadonlySet<string>, table: Table, found: Findings): void {
  let last = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const row = get<Row>(db, table.next, last);
    if (row === null) return;
    last = row.id;
    const reason = damageOf(db, tables, row.handle);
    if (reason === null) {
      found.good++;
      continue;
    }
    found.bad++;
    if (found.damaged.length < MAX_FINDINGS) {
      found.damaged.push({ day: String(row.day), contentType: String(row.contentType), reason });
    }
  }
}

function damageOf(db: Database, tables: ReadonlySet<string>, handle: unknown): string | null {
  if (typeof handle !== "string") return "Its handle is no text.";
  const read = readOriginal(db, tables, handle);
  if (read.kind === "found") return null;
  return read.kind === "corrupt" ? read.reason : "Its handle does not lead back to it.";
}

function structureOf(db: Database, path: string): string[] {
  try {
    const lines = all<{ integrity_check: string }>(db, `PRAGMA integrity_check(${MAX_FINDINGS})`);
    return lines.map((line) => line.integrity_check).filter((line) => line !== "ok");
  } catch (error) {
    return [faultOf(error, path).message];
  }
}
