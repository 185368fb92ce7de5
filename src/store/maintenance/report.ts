/** `store info` and `doctor`: the state of the store, without changing or making anything. */
import { statfsSync } from "node:fs";
import { type Environment, recoveredDirectory } from "../location.ts";
import { seenPlace } from "../private-place.ts";
import { copiesIn } from "../recovered.ts";
import { openToLook } from "../sqlite/open.ts";
import { get } from "../sqlite/rows.ts";
import { inspectSchema, SCHEMA_VERSION } from "../sqlite/schema.ts";
import { BUDGET_WARNING_SHARE } from "../sqlite/store.ts";
import { fullTally } from "../sqlite/tally.ts";
import { fileBytes, type MaintenanceOptions, type NoStoreHere, onDisk } from "./on-disk.ts";

export interface StoreReport {
  readonly kind: "report";
  readonly path: string;
  readonly rows: number;
  /** Payload bytes of those rows, which is what the budget is about. */
  readonly bytes: number;
  readonly budget: number;
  readonly scope: "user" | "project";
  /** Rows of other programs in `typed_objects`; they are not part of the budget. */
  readonly typedObjects: number;
  /** Size of the database and its -wal. */
  readonly fileBytes: number;
  /** Copies under `recovered/` and their bytes. */
  readonly copies: number;
  readonly copyBytes: number;
  /** Free bytes for this user on the disk of the store, or null where that cannot be told. */
  readonly freeDiskBytes: number | null;
  /** Version of our own tables; 0 where only other programs have written so far. */
  readonly schemaVersion: number;
  /** Lines for people: what is not as it should be. */
  readonly warnings: readonly string[];
}

/** The state of the store. Changes nothing and makes nothing. */
export function reportStore(env: Environment, options: MaintenanceOptions = {}): StoreReport | NoStoreHere {
  return onDisk(env, options, ({ path, host, settings }): StoreReport => {
    const place = seenPlace(path, host);
    const db = openToLook(place);
    try {
      const schema = inspectSchema(db, path);
      const tally = schema.tables.has("recoveries") ? fullTally(db) : { rows: 0, bytes: 0 };
      const typed = schema.tables.has("typed_objects")
        ? (get<{ n: number }>(db, "SELECT count(*) AS n FROM typed_objects")?.n ?? 0)
        : 0;
      const recovered = recoveredDirectory(env, host.platform);
      const copies = recovered === null ? [] : copiesIn(recovered);
      const remote = host.remoteFileSystem(place.directory);
      return {
        kind: "report",
        path,
        rows: tally.rows,
        bytes: tally.bytes,
        budget: settings.budget,
        scope: settings.scope,
        typedObjects: typed,
        fileBytes: fileBytes(path),
        copies: copies.length,
        copyBytes: copies.reduce((sum, copy) => sum + copy.bytes, 0),
        freeDiskBytes: freeBytes(place.directory),
        schemaVersion: schema.version,
        warnings: [
          ...settings.warnings,
          ...place.warnings,
          ...warningsOf(tally.bytes, settings.budget, schema.version, remote),
        ],
      };
    } finally {
      db.close();
    }
  });
}

function warningsOf(bytes: number, budget: number, version: number, remote: string | null): string[] {
  const warnings: string[] = [];
  if (bytes >= budget * BUDGET_WARNING_SHARE) {
    warnings.push(
      `${bytes} of ${budget} bytes of the budget are used. Nothing is removed by itself: raise CAVEMAN_CCR_MAX_BYTES, or run: caveman-mcp store prune --older-than 30d`,
    );
  }
  if (remote !== null) {
    warnings.push(
      `The store is not on a file system of this machine (${remote}): it is slower there and locks may not hold. Set CAVEMAN_CCR_DB to a local path.`,
    );
  }
  if (version > SCHEMA_VERSION) {
    warnings.push(
      "A newer version wrote this store: it is read, and nothing new is stored. Update this program.",
    );
  }
  return warnings;
}

function freeBytes(directory: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  } catch {
    return null;
  }
}
