/** `report`: what the originals in the store would have cost and did cost, by day and type. Changes nothing. */
import type { Environment } from "../location.ts";
import { seenPlace } from "../private-place.ts";
import { openToLook } from "../sqlite/open.ts";
import { all } from "../sqlite/rows.ts";
import { inspectSchema } from "../sqlite/schema.ts";
import { type MaintenanceOptions, type NoStoreHere, onDisk } from "./on-disk.ts";

export interface Saving {
  /** UTC, `YYYY-MM-DD`: when the original was stored. */
  readonly day: string;
  readonly contentType: string;
  readonly originals: number;
  /** Sums over the originals, each counted once however often it was shown. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}

export interface Savings {
  readonly kind: "savings";
  readonly path: string;
  /** In order of day, then type. */
  readonly savings: readonly Saving[];
}

/** `total` adds as floating point: it cannot overflow, and token counts stay far below 2^53. */
const BY_DAY = `SELECT substr(created_at, 1, 10) AS day, substr(content_type, 1, 64) AS contentType,
  count(*) AS originals, total(tokens_before) AS tokensBefore, total(tokens_after) AS tokensAfter
  FROM recoveries GROUP BY 1, 2 ORDER BY 1, 2`;

export function savingsOf(env: Environment, options: MaintenanceOptions = {}): Savings | NoStoreHere {
  return onDisk(env, options, ({ path, host }): Savings => {
    const db = openToLook(seenPlace(path, host));
    try {
      const { tables } = inspectSchema(db, path);
      return { kind: "savings", path, savings: tables.has("recoveries") ? all<Saving>(db, BY_DAY) : [] };
    } finally {
      db.close();
    }
  });
}
