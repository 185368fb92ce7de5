/**
 * Replaces a file that its owner may rewrite at any moment: the new content becomes visible at once or not at all,
 * only if the old one is still what was read, with the same permissions and owner, and is read again afterwards.
 */
import { randomBytes } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { CaveError } from "../../text/errors.ts";
import { codeOf } from "./locate.ts";
import { MAX_CONFIG_BYTES } from "./text.ts";

/** Between reading and replacing, somebody else wrote the file. */
export class FileChanged extends Error {
  override readonly name = "FileChanged";
}

/** How often an edit is tried anew when the file changes under it. */
const ATTEMPTS = 8;
/** Windows refuses to replace a file that is open elsewhere; virus scanners let go soon. */
const RENAME_ATTEMPTS = 10;
/** Pause before another attempt, in ms. */
const PAUSE_MS = 20;

const OWNER_CAN_WRITE = 0o200;

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
}

/**
 * The bytes of a file, or null where there is none.
 * @throws CaveError for what is no file of a configuration's size: a pipe or a device would never end
 */
export function readOrNull(path: string): Uint8Array | null {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) throw new CaveError("cave_config_refused", "it is not a regular file.");
    if (stats.size > MAX_CONFIG_BYTES) {
      throw new CaveError("cave_config_unreadable", `it has ${stats.size} bytes, too many to be edited.`);
    }
    return readFileSync(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return null;
    throw error;
  }
}

function isSame(a: Uint8Array | null, b: Uint8Array | null): boolean {
  return a === null || b === null ? a === b : Buffer.compare(a, b) === 0;
}

/** Makes the missing folders above `path`. @returns those made, outermost first */
function makeFolders(path: string, mode: number): string[] {
  const first = mkdirSync(dirname(path), { recursive: true, mode });
  if (first === undefined) return [];
  const made: string[] = [];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    made.unshift(folder);
    if (folder === first || folder === dirname(folder)) return made;
  }
}

/** @throws CaveError for a file that must not be written */
function checkWritable(stats: Stats): void {
  if ((stats.mode & OWNER_CAN_WRITE) === 0) {
    throw new CaveError(
      "cave_config_read_only",
      "it is read-only, so it was not touched. Make it writable, or add the entry where this file is generated.",
    );
  }
}

function writeBeside(path: string, bytes: Uint8Array, like: Stats | null, mode: number): string {
  const temporary = join(dirname(path), `.${basename(path)}.caveman-${randomBytes(6).toString("hex")}`);
  const fd = openSync(temporary, "wx", 0o600);
  try {
    writeFileSync(fd, bytes);
    if (process.platform !== "win32") {
      if (like !== null && (like.uid !== process.geteuid?.() || like.gid !== process.getegid?.())) {
        fchownSync(fd, like.uid, like.gid);
      }
      fchmodSync(fd, like === null ? mode : like.mode & 0o7777);
    }
    fsyncSync(fd);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
  return temporary;
}

function rename(from: string, to: string): void {
  for (let attempt = 1; ; attempt++) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      const busy = ["EPERM", "EACCES", "EBUSY"].includes(codeOf(error));
      if (process.platform !== "win32" || !busy || attempt === RENAME_ATTEMPTS) throw error;
      pause();
    }
  }
}

/** The name in the folder is durable too; Windows cannot open folders. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const fd = openSync(folder, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function statOrNull(path: string): Stats | null {
  return statSync(path, { throwIfNoEntry: false }) ?? null;
}

/**
 * Puts `after` (null: nothing) in the place of `before`. @param path real, not a link
 * @returns folders that were made @throws FileChanged, CaveError, or what the file system throws
 */
function replace(path: string, before: Uint8Array | null, after: Uint8Array | null, mode: number): string[] {
  const stats = statOrNull(path);
  if (stats !== null) checkWritable(stats);
  if (after === null) {
    if (!isSame(readOrNull(path), before)) throw new FileChanged();
    unlinkSync(path);
    syncFolder(dirname(path));
    return [];
  }
  const made = makeFolders(path, 0o700);
  const temporary = writeBeside(path, after, stats, mode);
  try {
    if (!isSame(readOrNull(path), before)) throw new FileChanged();
    rename(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
  return made;
}

export interface Edited<T> {
  readonly result: T;
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
}

export interface EditOptions {
  /** Of a file that is made; one that is there keeps its own. Default 0600. */
  readonly mode?: number;
  /** Called right before the file is changed, with the folders that will be made known after. */
  readonly beforeWrite?: (before: Uint8Array | null) => void;
  /** Called with folders that were made for the file. */
  readonly made?: (folders: readonly string[]) => void;
}

/**
 * Reads, changes and replaces a file, anew when somebody else writes it meanwhile, and reads it again at the end.
 * @param change gives the new bytes (null: remove the file), or the same array to leave it alone
 */
export function editFile<T>(
  path: string,
  change: (before: Uint8Array | null) => { readonly after: Uint8Array | null; readonly result: T },
  options: EditOptions = {},
): Edited<T> {
  for (let attempt = 1; ; attempt++) {
    const before = readOrNull(path);
    const { after, result } = change(before);
    if (isSame(before, after)) return { result, before, after };
    try {
      options.beforeWrite?.(before);
      const folders = replace(path, before, after, options.mode ?? 0o600);
      if (folders.length > 0) options.made?.(folders);
      if (isSame(readOrNull(path), after)) return { result, before, after };
    } catch (error) {
      if (!(error instanceof FileChanged)) throw error;
    }
    if (attempt === ATTEMPTS) {
      throw new CaveError(
        "cave_config_busy",
        "it keeps being written by another program. Close that program and try again.",
      );
    }
    pause();
  }
}

/** Removes folders that we made, innermost first, as far as they are empty. */
export function removeFolders(folders: readonly string[]): void {
  for (const folder of folders.toReversed()) {
    try {
      rmdirSync(folder);
    } catch {
      return;
    }
  }
}
