/**
 * Keeps what we write private: directories 0700, files 0600, tightened where looser, and refuses a place that
 * somebody else could have prepared. Files are never opened here: on POSIX, closing any descriptor of a
 * database drops the locks that SQLite holds on it in this process.
 */
import { chmodSync, lstatSync, mkdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { codeOf, StoreFault, symlinkRefusal } from "./fault.ts";
import type { Host } from "./host.ts";

/** Files that SQLite keeps beside a database. */
export const COMPANIONS = ["-wal", "-shm", "-journal"] as const;

const OTHERS_CAN_WRITE = 0o022;
const OTHERS_CAN_ANYTHING = 0o077;

export interface Place {
  /** The database by the real path of its directory. */
  readonly path: string;
  readonly directory: string;
  readonly exists: boolean;
  /** Lines for people about what could not be made as private as it should be. */
  readonly warnings: readonly string[];
}

/** `lstat`, or null where there is nothing. */
export function lstatOrNull(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw error;
  }
}

/** What is done about a file that is looser than it should be. */
type OnLoose = (path: string, stats: Stats, mode: number) => void;

/**
 * Makes `directory` if there is none, checks that it is ours alone, and tightens it.
 * @returns its real path
 * @throws StoreFault `refused`, or whatever the file system throws
 */
export function privateDirectory(directory: string, host: Host): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return checkDirectory(directory, host, tighten);
}

/**
 * Checks and tightens the place of a database: its directory (made if absent), the file, its companions.
 * @throws StoreFault `refused` or `corrupt`, or whatever the file system throws
 */
export function privatePlace(path: string, host: Host): Place {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  return checkPlace(path, host, tighten);
}

/**
 * The place as it is, for people who only look: nothing is made or changed, what `privatePlace` would tighten is
 * a warning. @throws as `privatePlace`
 */
export function seenPlace(path: string, host: Host): Place {
  const loose: string[] = [];
  const place = checkPlace(path, host, (file, stats) => {
    loose.push(`${file} can be read by others (mode ${(stats.mode & 0o777).toString(8)}).`);
  });
  return { ...place, warnings: [...loose, ...place.warnings] };
}

function checkPlace(path: string, host: Host, onLoose: OnLoose): Place {
  const directory = checkDirectory(dirname(path), host, onLoose);
  const real = join(directory, basename(path));
  // In this order: a -wal gets rows only after its database has a page, even while another program makes both.
  const wal = checkCompanions(real, host, onLoose);
  const database = checkDatabase(real, host, onLoose);
  if (database?.size === 0 && wal !== null && wal.size > 0) {
    // SQLite would take the database for new and delete the -wal, and with it the rows that are only there.
    throw new StoreFault(
      "corrupt",
      `The store ${path} was emptied while its -wal file still holds rows; both are left as they are. Restore the database, or move both away, and the next call starts anew.`,
    );
  }
  return { path: real, directory, exists: database !== null, warnings: profileWarning(real, host) };
}

function checkDirectory(directory: string, host: Host, onLoose: OnLoose): string {
  const real = realpathSync(directory);
  const stats = statSync(real);
  if (!stats.isDirectory()) throw new StoreFault("refused", `${directory} is not a directory.`);
  if (host.uid === null) return real;
  if (stats.uid !== host.uid) {
    throw new StoreFault(
      "refused",
      `The directory ${directory} belongs to another user, so nothing is kept there. Choose one of your own.`,
    );
  }
  if ((stats.mode & OTHERS_CAN_WRITE) !== 0) {
    throw new StoreFault(
      "refused",
      `Others may write to the directory ${directory}, so nothing is kept there. Run: chmod 700 on it, after looking at what it holds.`,
    );
  }
  // The home directory is for more than this store; its mode is its owner's business.
  const isHome = host.home !== null && sameFile(real, host.home);
  if (!isHome && (stats.mode & OTHERS_CAN_ANYTHING) !== 0) onLoose(real, stats, 0o700);
  return real;
}

function sameFile(a: string, b: string): boolean {
  try {
    return realpathSync(a) === realpathSync(b);
  } catch {
    return false;
  }
}

/** Takes every right of others away; a read-only file system is not a reason to stop reading. */
function tighten(path: string, stats: Stats, mode: number): void {
  try {
    chmodSync(path, stats.mode & mode);
  } catch (error) {
    if (codeOf(error) !== "EROFS" && codeOf(error) !== "EPERM") throw error;
  }
}

function checkDatabase(path: string, host: Host, onLoose: OnLoose): Stats | null {
  const stats = lstatOrNull(path);
  if (stats === null) return null;
  if (stats.isSymbolicLink()) throw new StoreFault("refused", symlinkRefusal(path));
  if (!stats.isFile()) {
    throw new StoreFault("refused", `The store is not used: ${path} is not a regular file.`);
  }
  if (host.uid !== null && stats.uid !== host.uid) {
    throw new StoreFault("refused", `The store is not used: ${path} belongs to another user.`);
  }
  if (host.uid !== null && (stats.mode & OTHERS_CAN_ANYTHING) !== 0) onLoose(path, stats, 0o600);
  return stats;
}

/** @returns what is known about the -wal file */
function checkCompanions(path: string, host: Host, onLoose: OnLoose): Stats | null {
  let wal: Stats | null = null;
  for (const suffix of COMPANIONS) {
    const companion = path + suffix;
    const stats = lstatOrNull(companion);
    if (stats === null) continue;
    const plain = stats.isFile() && stats.nlink === 1 && (host.uid === null || stats.uid === host.uid);
    if (!plain) {
      throw new StoreFault(
        "refused",
        `The store is not used: ${companion} is not a regular file of yours with one name. Look at it and move it away.`,
      );
    }
    if (host.uid !== null && (stats.mode & OTHERS_CAN_ANYTHING) !== 0) onLoose(companion, stats, 0o600);
    if (suffix === "-wal") wal = stats;
  }
  return wal;
}

/** On Windows access is inherited: inside the profile only its owner (and administrators) may read. */
function profileWarning(path: string, host: Host): string[] {
  if (host.platform !== "win32" || host.home === null) return [];
  const inside = path.toLowerCase().startsWith(`${host.home.toLowerCase().replace(/[\\/]+$/, "")}\\`);
  return inside
    ? []
    : [`The store ${path} is outside your user profile; other users may be able to read it.`];
}
