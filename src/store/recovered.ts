/**
 * Originals that are too long for one line of the protocol, as private files: `recovered/<handle>` (0600).
 * They are copies, made again whenever needed, and go with `store prune` and `store forget`.
 */
import {
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { codeOf, StoreFault } from "./fault.ts";
import { isHandle, sha256Hex } from "./handle.ts";
import { type Host, thisHost } from "./host.ts";
import { lstatOrNull, privateDirectory } from "./private-place.ts";

export interface RecoveredFile {
  /** Absolute path. */
  readonly path: string;
  readonly bytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** A writer that was killed leaves its temporary file; nobody writes for longer than this. */
const STALE_TEMPORARY_MS = 24 * 60 * 60 * 1000;
const TEMPORARY = /^\.(ccr_[0-9A-Za-z_-]+)\.[0-9a-z-]+\.tmp$/;

/**
 * Writes `bytes` to `<directory>/<handle>`, whole or not at all: a temporary file beside it, fsync, rename.
 * @param directory from `recoveredDirectory`; made private if absent
 * @throws StoreFault where that is refused or fails
 */
export function writeRecovered(
  directory: string,
  handle: string,
  bytes: Uint8Array,
  host: Host = thisHost(),
): RecoveredFile {
  if (!isHandle(handle)) throw new StoreFault("refused", "Only an original can be written to a file.");
  try {
    privateDirectory(dirname(directory), host);
    if (lstatOrNull(directory)?.isSymbolicLink()) {
      throw new StoreFault("refused", `${directory} is a symbolic link, so nothing is written there.`);
    }
    const real = privateDirectory(directory, host);
    sweepTemporaries(real);
    const path = join(real, handle);
    const temporary = join(real, `.${handle}.${crypto.randomUUID()}.tmp`);
    try {
      writePrivately(temporary, bytes);
      renameSync(temporary, path);
    } catch (error) {
      removeQuietly(temporary);
      throw error;
    }
    return { path, bytes: bytes.byteLength, sha256: sha256Hex(bytes) };
  } catch (error) {
    if (error instanceof StoreFault) throw error;
    const code = codeOf(error);
    throw new StoreFault("io", `No file could be written to ${directory}${code === "" ? "" : ` (${code})`}.`);
  }
}

function writePrivately(path: string, bytes: Uint8Array): void {
  // Windows has no O_NOFOLLOW; O_EXCL refuses an existing link there too.
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const file = openSync(path, flags, 0o600);
  try {
    for (let at = 0; at < bytes.byteLength; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function sweepTemporaries(directory: string): void {
  const stale = Date.now() - STALE_TEMPORARY_MS;
  removeCopies(directory, (copy) => copy.temporary && copy.modifiedMs < stale);
}

export interface Copy {
  readonly path: string;
  readonly handle: string;
  readonly bytes: number;
  /** Milliseconds since the epoch. */
  readonly modifiedMs: number;
  /** Left behind by a writer that was killed, or being written now. */
  readonly temporary: boolean;
}

/** The copies in `directory`, none where there is no such directory. Other files there are not ours. */
export function copiesIn(directory: string): Copy[] {
  let names: string[];
  try {
    names = readdirSync(directory);
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const temporary = TEMPORARY.exec(name)?.[1];
    const handle = temporary ?? name;
    if (!isHandle(handle)) return [];
    const path = join(directory, name);
    const stats = lstatOrNull(path);
    if (stats === null || !stats.isFile()) return [];
    return [
      { path, handle, bytes: stats.size, modifiedMs: stats.mtimeMs, temporary: temporary !== undefined },
    ];
  });
}

/** Removes the copies that `wanted` picks. @returns how many are gone and their bytes */
export function removeCopies(
  directory: string,
  wanted: (copy: Copy) => boolean,
): { copies: number; bytes: number } {
  let copies = 0;
  let bytes = 0;
  for (const copy of copiesIn(directory)) {
    if (!wanted(copy) || !removeQuietly(copy.path)) continue;
    copies++;
    bytes += copy.bytes;
  }
  return { copies, bytes };
}

/** Whether the file of a copy holds `text`; an unreadable one is taken not to. */
export function copyContains(copy: Copy, text: Uint8Array): boolean {
  try {
    return lstatSync(copy.path).isFile() && readFileSync(copy.path).includes(text);
  } catch {
    return false;
  }
}

function removeQuietly(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch {
    return false;
  }
}
