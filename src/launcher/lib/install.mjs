/**
 * Downloads a release's executable and puts it into the cache. Everything is checked before the file gets
 * its final name: signature, then the archive, then what it unpacks to. A launcher that is killed half-way
 * leaves at most a temporary file that nothing ever runs.
 */
import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createGunzip } from "node:zlib";
import { cachedExecutable, checkPrivate } from "./cache.mjs";
import { fetchFile } from "./fetch.mjs";
import {
  artifactIn,
  checkSignature,
  MAX_MANIFEST_BYTES,
  MAX_SIGNATURE_BYTES,
  manifestName,
  signatureName,
} from "./manifest.mjs";
import { Refusal } from "./stderr.mjs";

const TEMPORARY = ".fetch-";
/** Milliseconds after which a temporary file is nobody's any more: no download takes a day. */
const STALE_MS = 24 * 60 * 60_000;
/** Milliseconds between tries to rename over a file that is in use (Windows). */
const LOCKED_DELAYS_MS = [50, 100, 200, 400, 800, 1600];

/** System errors of writing below `dir`, in words that say what to set. */
function explained(error, dir) {
  if (["ENOSPC", "EDQUOT", "EFBIG"].includes(error.code)) {
    return new Refusal(
      `the disk that holds ${dir} is full (${error.code}). Free about 200 MB, or set CAVEMAN_HOME to another disk.`,
    );
  }
  if (["EROFS", "EACCES", "EPERM", "ENOTDIR", "ENOENT"].includes(error.code)) {
    return new Refusal(
      `${dir} cannot be written to (${error.code}). Set CAVEMAN_HOME to a folder of yours that can.`,
    );
  }
  return error;
}

/** Creates the cache folder, private to this user. */
function prepare(dir) {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw explained(error, dir);
  }
  checkPrivate(join(dir, ".."));
  checkPrivate(dir);
}

/** Removes temporary files that launchers left behind when they were killed. */
function sweep(dir) {
  for (const name of readdirSync(dir)) {
    if (!name.startsWith(TEMPORARY)) continue;
    try {
      const stat = lstatSync(join(dir, name));
      if (stat.isFile() && Date.now() - stat.mtimeMs > STALE_MS) rmSync(join(dir, name));
    } catch {}
  }
}

function writeAll(fd, bytes) {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
}

/** Renames, again and again for a while where Windows says that the file is in use. */
async function renameInto(from, to) {
  for (const delay of [...LOCKED_DELAYS_MS, null]) {
    try {
      return renameSync(from, to);
    } catch (error) {
      const locked = process.platform === "win32" && ["EPERM", "EACCES", "EBUSY"].includes(error.code);
      if (!locked || delay === null) throw error;
    }
    await sleep(delay);
  }
}

/**
 * Fills a private temporary file in `dir` and renames it to `name` once `fill` has returned.
 * Not executable before that, gone on any failure and when this process is told to end.
 */
async function place(dir, name, mode, fill) {
  const temporary = join(dir, TEMPORARY + randomBytes(8).toString("hex"));
  const remove = () => rmSync(temporary, { force: true });
  const ended = (signal) => {
    remove();
    process.removeListener(signal, ended);
    process.kill(process.pid, signal);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, ended);
  try {
    const fd = openSync(temporary, "wx", 0o600);
    try {
      await fill(fd);
      fsyncSync(fd);
      fchmodSync(fd, mode);
    } finally {
      closeSync(fd);
    }
    await renameInto(temporary, join(dir, name));
  } catch (error) {
    remove();
    throw explained(error, dir);
  } finally {
    for (const signal of signals) process.removeListener(signal, ended);
  }
}

/** Unpacks `archive` into `fd`: not one byte more than the signed size, and only the signed content. */
async function unpack(archive, artifact, fd) {
  const gunzip = createGunzip();
  const hash = createHash("sha256");
  let length = 0;
  gunzip.end(archive);
  try {
    for await (const chunk of gunzip) {
      length += chunk.length;
      if (length > artifact.size) break;
      hash.update(chunk);
      writeAll(fd, chunk);
    }
  } catch (error) {
    if (/^Z_|^ERR_/.test(error.code ?? ""))
      throw new Refusal(`${artifact.archive} cannot be unpacked: refused.`);
    throw error;
  }
  if (length !== artifact.size || hash.digest("hex") !== artifact.sha256) {
    throw new Refusal(`${artifact.archive} does not unpack to the released ${artifact.file}: refused.`);
  }
}

/** Makes a rename survive a power cut; a file system that cannot is no reason to fail. */
function syncDir(dir) {
  if (process.platform === "win32") return;
  try {
    const fd = openSync(dir, "r");
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch {}
}

/**
 * Downloads, verifies and caches the executable `wanted` ({ name, version, target }) from `base`.
 * @param {{ env: NodeJS.ProcessEnv, keys: object[],
 *   progress: (artifact: { file: string, archiveSize: number }) => { at(length: number): void, end(): void } }} options
 * @returns {Promise<string>} its path
 */
export async function install(dir, base, wanted, options) {
  const { env, keys, progress } = options;
  const fetchOptions = { env, userAgent: `caveman-mcp-launcher/${wanted.version}` };
  const names = { manifest: manifestName(wanted.version), signature: signatureName(wanted.version) };
  const signature = await fetchFile(base, names.signature, { limit: MAX_SIGNATURE_BYTES }, fetchOptions);
  const manifest = await fetchFile(base, names.manifest, { limit: MAX_MANIFEST_BYTES }, fetchOptions);
  checkSignature(manifest, signature.toString("latin1"), keys);
  const artifact = artifactIn(manifest, wanted);
  prepare(dir);
  sweep(dir);
  const bar = progress(artifact);
  let archive;
  try {
    const size = { exact: artifact.archiveSize };
    archive = await fetchFile(base, artifact.archive, size, { ...fetchOptions, onBytes: bar.at });
  } finally {
    bar.end();
  }
  if (createHash("sha256").update(archive).digest("hex") !== artifact.archiveSha256) {
    throw new Refusal(`${artifact.archive} is not the released file (SHA-256 differs): refused.`);
  }
  await place(dir, names.signature, 0o600, (fd) => writeAll(fd, signature));
  await place(dir, names.manifest, 0o600, (fd) => writeAll(fd, manifest));
  await place(dir, artifact.file, 0o700, (fd) => unpack(archive, artifact, fd));
  syncDir(dir);
  // Read back from the disk: what is started is what lies there, whoever renamed last.
  const cached = cachedExecutable(dir, wanted, keys);
  if (cached.path) return cached.path;
  throw new Refusal(
    `${join(dir, artifact.file)} changed right after it was written: ${cached.why ?? "it is gone"}.`,
  );
}
