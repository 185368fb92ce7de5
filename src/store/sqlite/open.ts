/** The two ways in which the database file is opened, and the settings that every connection of ours has. */
import { constants, Database } from "bun:sqlite";
import { accessSync, constants as fsConstants } from "node:fs";
import { codeOf, StoreFault } from "../fault.ts";
import { COMPANIONS, lstatOrNull, type Place } from "../private-place.ts";
import { BUSY_TIMEOUT_MS } from "./patience.ts";
import { get } from "./rows.ts";

/** A -wal that grew over a large original is cut back to this after a checkpoint. */
const WAL_SIZE_LIMIT_BYTES = 16 * 1024 * 1024;

export interface Reader {
  readonly db: Database;
  /**
   * Null, or SQLite's code for why the file is read as if nobody could change it, without its -wal: there is no
   * room for WAL's shared memory.
   */
  readonly instead: string | null;
}

/** `busy_timeout` comes first: the other settings may already have to wait for somebody. */
function applySettings(db: Database): void {
  db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  db.run("PRAGMA trusted_schema = OFF");
  db.run("PRAGMA cell_size_check = ON");
  db.run("PRAGMA foreign_keys = OFF");
}

function openDatabase(name: string, flags: number): Database {
  const db = new Database(name, flags | constants.SQLITE_OPEN_NOFOLLOW);
  try {
    applySettings(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** What SQLite says where it can make neither -wal nor -shm beside a database in WAL mode, and what it amounts to. */
const NO_ROOM_FOR_COMPANIONS: ReadonlyMap<string, string> = new Map([
  ["SQLITE_CANTOPEN", "SQLITE_READONLY"],
  ["SQLITE_READONLY_DIRECTORY", "SQLITE_READONLY"],
  ["SQLITE_READONLY_CANTINIT", "SQLITE_READONLY"],
  ["SQLITE_FULL", "SQLITE_FULL"],
  ["SQLITE_IOERR_SHMSIZE", "SQLITE_FULL"],
]);

/** A read-only connection that has read the header, or null where a writer must first roll back a hot journal. */
export function openReader(place: Place): Reader | null {
  try {
    return { db: openReadOnly(place.path, 0), instead: null };
  } catch (error) {
    const code = codeOf(error);
    if (code === "SQLITE_READONLY_ROLLBACK" || code === "SQLITE_READONLY_RECOVERY") return null;
    if (!place.exists || !NO_ROOM_FOR_COMPANIONS.has(code)) throw error;
    // Every original is hashed when it is read, so even a file that does change cannot give wrong bytes.
    return {
      db: openReadOnly(`${fileUri(place.path)}?immutable=1`, constants.SQLITE_OPEN_URI),
      instead: NO_ROOM_FOR_COMPANIONS.get(code) ?? code,
    };
  }
}

/**
 * A connection for people who only look: without companions beside it the database is complete by itself and is read
 * as unchangeable, which leaves no file behind.
 */
export function openToLook(place: Place): Database {
  if (COMPANIONS.some((suffix) => lstatOrNull(place.path + suffix) !== null))
    return openReadOnly(place.path, 0);
  try {
    return openReadOnly(`${fileUri(place.path)}?immutable=1`, constants.SQLITE_OPEN_URI);
  } catch {
    // Somebody may have begun to write just now.
    return openReadOnly(place.path, 0);
  }
}

function openReadOnly(name: string, flags: number): Database {
  const db = openDatabase(name, constants.SQLITE_OPEN_READONLY | flags);
  try {
    get(db, "SELECT count(*) FROM sqlite_schema");
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Percent-encodes what a URI file name of SQLite would take for its query or fragment. */
function fileUri(path: string): string {
  const slashed = process.platform === "win32" ? `///${path.replaceAll("\\", "/")}` : path;
  return `file:${encodeURI(slashed).replaceAll("?", "%3f").replaceAll("#", "%23")}`;
}

/**
 * A connection that writes durably. A new database gets WAL where all its users are on this machine; an old one
 * keeps its rollback journal; one in WAL mode on a file system that is not local is taken out of it.
 */
export function openWriter(place: Place, remote: string | null): Database {
  const db = createPrivately(place.path);
  try {
    if (place.exists) accessSync(place.path, fsConstants.W_OK);
    const journal = remote === null ? localJournal(db) : rollbackJournal(db, place.path);
    // In a rollback mode the deleted journal must not come back after a power cut: EXTRA syncs its directory.
    db.run(`PRAGMA synchronous = ${journal === "wal" ? "FULL" : "EXTRA"}`);
    // On macOS fsync leaves data in the drive's cache; this asks for the real thing. No effect elsewhere.
    db.run("PRAGMA fullfsync = ON");
    db.run("PRAGMA checkpoint_fullfsync = ON");
    // Apple's SQLite leaves the -wal behind unless told otherwise; nothing that was stored shall lie around in it.
    db.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 0);
    db.run(`PRAGMA journal_size_limit = ${WAL_SIZE_LIMIT_BYTES}`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** SQLite makes the database with the process's umask, and its companions with the database's mode. */
function createPrivately(path: string): Database {
  const flags = constants.SQLITE_OPEN_READWRITE | constants.SQLITE_OPEN_CREATE;
  if (process.platform === "win32") return openDatabase(path, flags);
  const before = process.umask(0o077);
  try {
    return openDatabase(path, flags);
  } finally {
    process.umask(before);
  }
}

function journalMode(db: Database): string {
  return get<{ journal_mode: string }>(db, "PRAGMA journal_mode")?.journal_mode ?? "";
}

function localJournal(db: Database): string {
  const pages = get<{ page_count: number }>(db, "PRAGMA page_count")?.page_count ?? 0;
  // The first page is made together with its WAL mark, so no other process sees a new file in rollback mode.
  if (pages === 0) get(db, "PRAGMA journal_mode = WAL");
  return journalMode(db);
}

/** With the file locked for us alone, a WAL needs no shared memory and can be folded back into the database. */
function rollbackJournal(db: Database, path: string): string {
  db.run("PRAGMA locking_mode = EXCLUSIVE");
  if (journalMode(db) === "wal") get(db, "PRAGMA journal_mode = DELETE");
  const journal = journalMode(db);
  if (journal === "wal") {
    throw new StoreFault(
      "busy",
      `The store ${path} is on a file system that is not local and another program has it open in WAL mode. Close that program, or set CAVEMAN_CCR_DB to a local path.`,
    );
  }
  db.run("PRAGMA locking_mode = NORMAL");
  get(db, "SELECT count(*) FROM sqlite_schema");
  return journal;
}
