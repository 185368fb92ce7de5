/**
 * Reads the file that a model named. What is judged is the file that was opened: its descriptor's
 * identity is compared with that of the real path, so a link swapped in between is noticed.
 */
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { CaveError } from "../../text/errors.ts";
import { isKeyLike, judge, type ReadRoot, readRoots, type Surroundings, surroundings } from "./roots.ts";

const MiB = 1024 * 1024;

/** Largest file that is read, in bytes: four times the largest `input`, still a second of work. */
export const MAX_FILE_BYTES = 64 * MiB;

/** Bytes per read; between two reads the call can be stopped. */
const CHUNK_BYTES = 4 * MiB;

function refused(why: string): CaveError {
  return new CaveError("cave_path_refused", `The file was not read: ${why}`);
}

const OUTSIDE =
  "it is not below a folder that may be read (the working directory, the temporary directory, where this host keeps tool results). " +
  "Whoever starts this server can add folders with CAVEMAN_MCP_READ_ROOTS; otherwise pass the text as input.";

const REASONS = {
  outside: OUTSIDE,
  hidden: "a name in its path starts with a dot, and hidden files stay private.",
  key: "its name looks like that of a key or of a file with secrets.",
} as const;

function realOrNull(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

/** `~/x`, `x`, `/x` as an absolute path. */
function absolute(path: string, { cwd, home }: Surroundings): string {
  if (home !== null && (path.startsWith("~/") || path === "~")) return join(home, path.slice(1));
  return resolve(cwd, path);
}

/** Where a missing file would lie: the real path of its nearest existing folder, then the rest. */
function nearestReal(path: string, real: Surroundings["real"]): string {
  for (let dir = dirname(path); ; dir = dirname(dir)) {
    const found = real(dir);
    if (found !== null) return join(found, relative(dir, path));
    if (dirname(dir) === dir) return path;
  }
}

function allow(roots: readonly ReadRoot[], path: string): void {
  const verdict = judge(roots, path);
  if (verdict !== "allowed") throw refused(REASONS[verdict]);
}

/**
 * @param path as the model gave it: absolute, relative to the working directory, or below `~/`
 * @returns the file's bytes
 * @throws CaveError `cave_path_refused` that says why; never names the path
 */
export function readNamedFile(
  path: string,
  checkpoint: () => void = () => {},
  around: Surroundings = surroundings(realOrNull),
): Uint8Array {
  const roots = readRoots(around);
  if (roots === null)
    throw refused("CAVEMAN_MCP_READ_ROOTS=none: this server reads no files. Pass the text as input.");
  if (path === "" || path.includes("\0")) throw refused("that is not a path.");
  const wanted = absolute(path, around);
  const real = around.real(wanted);
  // A missing file outside of the roots answers like an existing one, so that nothing can be probed.
  if (real === null) {
    allow(roots, nearestReal(wanted, around.real));
    throw refused("there is no such file.");
  }
  allow(roots, real);
  if (isKeyLike(basename(wanted))) throw refused(REASONS.key);
  const fd = open(real);
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw refused(stat.isDirectory() ? "it is a folder." : "it is not a regular file.");
    if (!isStill(real, stat, around)) throw refused("it was replaced while it was being opened.");
    if (stat.size > MAX_FILE_BYTES) throw refused(tooLarge(stat.size));
    return readAll(fd, stat.size, checkpoint);
  } finally {
    closeSync(fd);
  }
}

function tooLarge(bytes: number): string {
  return `it has ${bytes} bytes, more than the ${MAX_FILE_BYTES / MiB} MiB that can be read at once. Compress a part of it.`;
}

/** Opens without waiting for a FIFO's writer, without following a link that appeared in the meantime. */
function open(real: string): number {
  const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0, O_NOCTTY = 0 } = constants;
  if (!statSync(real, { throwIfNoEntry: false })?.isFile()) {
    const kind = statSync(real, { throwIfNoEntry: false })?.isDirectory()
      ? "it is a folder."
      : "it is not a regular file.";
    throw refused(kind);
  }
  try {
    return openSync(real, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY);
  } catch (error) {
    throw refused(
      `the system does not let us open it (${(error as NodeJS.ErrnoException).code ?? "unknown"}).`,
    );
  }
}

/** Whether the judged path, resolved anew, still leads to the opened file. */
function isStill(real: string, opened: { dev: number; ino: number }, around: Surroundings): boolean {
  if (around.real(real) !== real) return false;
  const now = statSync(real, { throwIfNoEntry: false });
  return now !== undefined && now.dev === opened.dev && now.ino === opened.ino;
}

/** To the end of the file, which may have moved since; a file that shrank gives what is there. */
function readAll(fd: number, size: number, checkpoint: () => void): Uint8Array {
  let bytes = new Uint8Array(size);
  let at = 0;
  for (;;) {
    checkpoint();
    if (at === bytes.length) {
      const probe = new Uint8Array(1);
      if (readSync(fd, probe, 0, 1, null) === 0) return bytes;
      if (at >= MAX_FILE_BYTES) throw refused(tooLarge(at + 1));
      const grown = new Uint8Array(Math.min(MAX_FILE_BYTES, at + CHUNK_BYTES));
      grown.set(bytes);
      grown[at++] = probe[0] as number;
      bytes = grown;
      continue;
    }
    const got = readSync(fd, bytes, at, Math.min(CHUNK_BYTES, bytes.length - at), null);
    if (got === 0) return bytes.subarray(0, at);
    at += got;
  }
}
