/**
 * A connection is a pair: a read-only one that looks first (so that a damaged file is never written to) and later
 * proves what was committed, and one that writes. While the reader is open, closing the writer cannot checkpoint
 * into, or delete, files that are no longer what they were.
 */
import { constants, type Database } from "bun:sqlite";
import { type BigIntStats, lstatSync } from "node:fs";
import { codeOf, faultOf, StoreFault } from "../fault.ts";
import type { Host } from "../host.ts";
import { lstatOrNull, privatePlace } from "../private-place.ts";
import { openReader, openWriter, type Reader } from "./open.ts";
import { patiently } from "./patience.ts";
import { get } from "./rows.ts";
import { inspectSchema, migrate, needsMigration, SCHEMA_VERSION, type SchemaState } from "./schema.ts";

/** The smallest file that can be a SQLite database: one page of the smallest size. */
const MIN_DATABASE_BYTES = 512n;

/** Opens (makes, migrates) the database at `path`. @throws StoreFault */
export function connect(path: string, host: Host): Connection {
  let reader: Reader | null = null;
  let writer: Database | null = null;
  try {
    const place = privatePlace(path, host);
    const remote = host.remoteFileSystem(place.directory);
    if (place.exists && remote === null) reader = patiently(() => openReader(place));
    let readOnlyReason = reader === null ? null : whyNotWritten(reader, path);
    if (readOnlyReason === null) {
      try {
        writer = patiently(() => openWriter(place, remote));
        if (needsMigration(inspectSchema(writer, path))) migrate(writer, path);
      } catch (error) {
        const fault = faultOf(error, path);
        if (reader === null || !READABLE_ANYWAY.has(fault.kind)) throw fault;
        readOnlyReason = fault.message;
      }
    }
    // Once more: what SQLite has just made must be private too.
    privatePlace(path, host);
    reader ??= patiently(() => openReader({ ...place, exists: true }));
    if (reader === null) throw new StoreFault("io", `The store ${path} is being rolled back; try again.`);
    readOnlyReason ??= whyNotWritten(reader, path);
    if (readOnlyReason !== null) {
      writer?.close();
      writer = null;
    }
    const incomplete = reader.instead !== null && (lstatOrNull(`${place.path}-wal`)?.size ?? 0) > 0;
    return new Connection({
      path,
      reader: reader.db,
      writer,
      readOnlyReason,
      incomplete,
      remote,
      warnings: place.warnings,
    });
  } catch (error) {
    writer?.close();
    reader?.db.close();
    throw faultOf(error, path);
  }
}

/** Faults of writing that leave reading possible. */
const READABLE_ANYWAY: ReadonlySet<string> = new Set(["busy", "read-only", "cannot-open", "disk-full"]);

function whyNotWritten(reader: Reader, path: string): string | null {
  if (inspectSchema(reader.db, path).version > SCHEMA_VERSION) {
    return `The store ${path} was written by a newer version: originals can be read, nothing new is stored. Update this program.`;
  }
  return reader.instead === null ? null : faultOf({ code: reader.instead }, path).message;
}

interface Parts {
  readonly path: string;
  readonly reader: Database;
  readonly writer: Database | null;
  readonly readOnlyReason: string | null;
  readonly incomplete: boolean;
  readonly remote: string | null;
  readonly warnings: readonly string[];
}

export class Connection {
  readonly reader: Database;
  /** Null where the store can only be read; `readOnlyReason` then says why. */
  readonly writer: Database | null;
  readonly readOnlyReason: string | null;
  /** Rows in the -wal cannot be seen, so that what is not found may still be there. */
  readonly incomplete: boolean;
  readonly schema: SchemaState;
  /** `wal`, or `delete` and the like. */
  readonly journal: string;
  /** Name of the file system where it is not local. */
  readonly remote: string | null;
  readonly warnings: readonly string[];
  readonly #path: string;
  readonly #database: string | null;
  readonly #wal: string | null;
  readonly #shm: string | null;

  constructor(parts: Parts) {
    this.#path = parts.path;
    this.reader = parts.reader;
    this.writer = parts.writer;
    this.readOnlyReason = parts.readOnlyReason;
    this.incomplete = parts.incomplete;
    this.remote = parts.remote;
    this.warnings = parts.warnings;
    this.schema = inspectSchema(this.reader, parts.path);
    this.journal = get<{ journal_mode: string }>(this.reader, "PRAGMA journal_mode")?.journal_mode ?? "";
    this.#database = identity(this.#path, MIN_DATABASE_BYTES);
    this.#wal = this.#companion("-wal");
    this.#shm = this.#companion("-shm");
    if (hasMoved(this.reader) || (this.writer !== null && hasMoved(this.writer))) {
      throw new StoreFault("io", `The store ${this.#path} was replaced while it was being opened.`);
    }
  }

  #companion(suffix: "-wal" | "-shm"): string | null {
    return this.journal === "wal" ? identity(this.#path + suffix, 0n) : null;
  }

  /**
   * Whether the database, its -wal and its -shm at the configured path are still the files that were opened. The
   * -shm counts because it holds the locks: with another one than ours, two programs could write at once.
   */
  unmoved(): boolean {
    const database = identity(this.#path, MIN_DATABASE_BYTES);
    return (
      database !== null &&
      database === this.#database &&
      this.#companion("-wal") === this.#wal &&
      this.#companion("-shm") === this.#shm
    );
  }

  /**
   * Gives the connection up without touching files that may be damaged or somebody else's by now. One thing is
   * saved: where only the -wal was deleted, its rows (which are nowhere else) go into the database.
   */
  abandon(): void {
    const same = identity(this.#path, MIN_DATABASE_BYTES) === this.#database;
    if (same && this.#wal !== null && this.#companion("-wal") === null) {
      try {
        if (this.writer !== null) get(this.writer, "PRAGMA wal_checkpoint(TRUNCATE)");
      } catch {
        // The -wal is gone for good; what was only there is lost with it.
      }
    }
    this.writer?.close();
    this.reader.close();
  }

  /** Ends normally: whoever is last checkpoints and removes the -wal. */
  close(): void {
    if (!this.unmoved()) {
      this.abandon();
      return;
    }
    this.reader.close();
    this.writer?.close();
  }
}

/** Device and inode of the file at `path`, or null where there is none or it is shorter than `minBytes`. */
function identity(path: string, minBytes: bigint): string | null {
  let stats: BigIntStats;
  try {
    stats = lstatSync(path, { bigint: true });
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return null;
    throw error;
  }
  return stats.size < minBytes ? null : `${stats.dev}:${stats.ino}`;
}

/** SQLite's own answer to whether the open file still has its name. */
function hasMoved(db: Database): boolean {
  const answer = new Int32Array(2);
  try {
    db.fileControl(constants.SQLITE_FCNTL_HAS_MOVED, answer);
  } catch {
    return false;
  }
  return answer[0] !== 0;
}
