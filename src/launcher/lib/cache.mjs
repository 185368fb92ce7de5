/**
 * Where verified executables are kept, and whether the one there may be run. Checked before every start:
 * the folder belongs to this user alone, the manifest's signature holds, the file's bytes are the signed ones.
 */
import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import {
  artifactIn,
  artifactNames,
  checkSignature,
  MAX_MANIFEST_BYTES,
  MAX_SIGNATURE_BYTES,
  manifestName,
  signatureName,
} from "./manifest.mjs";
import { Refusal } from "./stderr.mjs";

/** Bytes per read while hashing: large enough that the calls cost nothing beside SHA-256. */
const HASH_CHUNK = 1 << 20;
/** No symlink at the end of the path; a pipe in the file's place must not block the open. */
const READ_REGULAR = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** `${CAVEMAN_HOME:-~/.caveman}`; refuses a relative one, which would depend on the current folder. */
export function cavemanHome(env) {
  const home = env.CAVEMAN_HOME || join(homedir(), ".caveman");
  if (isAbsolute(home)) return home;
  throw new Refusal(
    env.CAVEMAN_HOME
      ? "CAVEMAN_HOME is not an absolute path. Set it to one."
      : "there is no home folder to keep the executable in. Set CAVEMAN_HOME to a folder that only you can write to.",
  );
}

/** The folder below CAVEMAN_HOME that holds executables. */
export function cacheDir(env) {
  return join(cavemanHome(env), "bin");
}

/** Refuses a folder that somebody else could change files in; one that does not exist yet is fine. */
export function checkPrivate(dir) {
  let stat;
  try {
    stat = statSync(dir);
  } catch (error) {
    if (error.code === "ENOENT") return;
    throw new Refusal(`${dir} cannot be looked at (${error.code}). Set CAVEMAN_HOME to a folder of yours.`);
  }
  if (!stat.isDirectory()) {
    throw new Refusal(`${dir} is not a folder. Move it away, or set CAVEMAN_HOME to another place.`);
  }
  if (process.getuid === undefined) return;
  if (stat.uid !== process.getuid()) {
    throw new Refusal(
      `${dir} belongs to another user, who could replace what is run. Set CAVEMAN_HOME to a folder of yours.`,
    );
  }
  if ((stat.mode & 0o022) !== 0) {
    throw new Refusal(
      `${dir} can be written to by others, who could replace what is run. Run: chmod go-w "${dir}"`,
    );
  }
}

/** Opens a regular file without following a symlink; null when nothing is there. Throws system errors. */
function openRegular(file) {
  let stat;
  try {
    stat = lstatSync(file);
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
  if (stat.isDirectory()) {
    throw new Refusal(`${file} is a folder, where the launcher keeps a file. Remove it and try again.`);
  }
  if (!stat.isFile()) throw new Error("it is not a regular file");
  return openSync(file, READ_REGULAR);
}

/** The whole of a small regular file; null when nothing is there. */
function readSmall(file, limit) {
  const fd = openRegular(file);
  if (fd === null) return null;
  try {
    const bytes = Buffer.alloc(limit + 1);
    let length = 0;
    for (let got = -1; got !== 0 && length <= limit; length += got) {
      got = readSync(fd, bytes, length, bytes.length - length, null);
    }
    if (length > limit) throw new Error("it is too large");
    return bytes.subarray(0, length);
  } finally {
    closeSync(fd);
  }
}

/** Throws unless the open file has that size (bytes) and SHA-256 (hex). */
function checkContent(fd, { size, sha256 }) {
  const stat = fstatSync(fd);
  if (!stat.isFile()) throw new Error("it is not a regular file");
  if (stat.size !== size) throw new Error(`it has ${stat.size} bytes, not ${size}`);
  const hash = createHash("sha256");
  const chunk = Buffer.allocUnsafe(HASH_CHUNK);
  for (let got = readSync(fd, chunk); got > 0; got = readSync(fd, chunk)) hash.update(chunk.subarray(0, got));
  if (hash.digest("hex") !== sha256) throw new Error("its content is not the released one");
  return stat;
}

/**
 * The cached executable of `wanted` ({ name, version, target }), verified.
 * @returns {{ path: string | null, why: string | null }} path: null unless verified; why: what is wrong
 *   with a file that is there, null when there is none. Refuses a folder that others can write to, or that stands in a file's place.
 */
export function cachedExecutable(dir, wanted, keys) {
  checkPrivate(join(dir, ".."));
  checkPrivate(dir);
  const path = join(dir, artifactNames(wanted.name, wanted.version, wanted.target).file);
  /** @type {number | null} */
  let fd = null;
  try {
    fd = openRegular(path);
    const manifest = readSmall(join(dir, manifestName(wanted.version)), MAX_MANIFEST_BYTES);
    const signature = readSmall(join(dir, signatureName(wanted.version)), MAX_SIGNATURE_BYTES);
    if (fd === null) return { path: null, why: null };
    if (manifest === null || signature === null) return { path: null, why: "its signed manifest is missing" };
    try {
      checkSignature(manifest, signature.toString("latin1"), keys);
      checkContent(fd, artifactIn(manifest, wanted));
    } catch (error) {
      return { path: null, why: error.message };
    }
    return { path, why: null };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return { path: null, why: error.message };
  } finally {
    if (fd !== null) closeSync(fd);
  }
}
