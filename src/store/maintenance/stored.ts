/** `report`: what is kept about single originals. No handle is ever given: handles are capabilities that nothing lists. */
import type { Environment } from "../location.ts";
import { seenPlace } from "../private-place.ts";
import { byteLength } from "../sqlite/byte-length.ts";
import { openToLook } from "../sqlite/open.ts";
import { all } from "../sqlite/rows.ts";
import { inspectSchema } from "../sqlite/schema.ts";
import { type MaintenanceOptions, type NoStoreHere, onDisk } from "./on-disk.ts";

export interface Stored {
  /** RFC 3339, as stored. */
  readonly createdAt: string;
  readonly contentType: string;
  readonly compressor: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly bytes: number;
}

export interface StoredList {
  readonly kind: "stored";
  readonly stored: readonly Stored[];
}

const COLUMNS = `SELECT substr(created_at, 1, 40) AS createdAt, substr(content_type, 1, 64) AS contentType,
  substr(compressor, 1, 64) AS compressor, CAST(tokens_before AS INTEGER) AS tokensBefore,
  CAST(tokens_after AS INTEGER) AS tokensAfter, ${byteLength("original")} AS bytes FROM recoveries`;

/** The largest originals first. @param since RFC 3339 in UTC: only those stored from then on */
export function largestStored(
  env: Environment,
  limit: number,
  since: string,
  options: MaintenanceOptions = {},
): StoredList | NoStoreHere {
  return look(
    env,
    options,
    `${COLUMNS} WHERE created_at >= ? ORDER BY bytes DESC, rowid LIMIT ?`,
    since,
    limit,
  );
}

/** What is kept about the original that `handle` names: a list of one, or of none. */
export function storedAs(
  env: Environment,
  handle: string,
  options: MaintenanceOptions = {},
): StoredList | NoStoreHere {
  return look(env, options, `${COLUMNS} WHERE handle = ?`, handle);
}

function look(
  env: Environment,
  options: MaintenanceOptions,
  sql: string,
  ...values: (string | number)[]
): StoredList | NoStoreHere {
  return onDisk(env, options, ({ path, host }): StoredList => {
    const db = openToLook(seenPlace(path, host));
    try {
      const { tables } = inspectSchema(db, path);
      return { kind: "stored", stored: tables.has("recoveries") ? all<Stored>(db, sql, ...values) : [] };
    } finally {
      db.close();
    }
  });
}
