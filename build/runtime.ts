/**
 * Bun runtimes, ready to compile with: fetched through the npm client, checked against the pinned SHA-256,
 * hardened. What was checked is what is used: the bytes in memory that were hashed are the ones written out,
 * and `bun build` is given that file instead of looking for one itself.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { harden } from "./harden.ts";
import { PINNED_BUN, type Target } from "./targets.ts";

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The file `path` out of a POSIX tar archive; names over 100 bytes are not looked for. */
export function tarEntry(tar: Buffer, path: string): Buffer | null {
  const text = (from: number, length: number) =>
    tar.toString("latin1", from, from + length).replace(/\0.*$/s, "");
  for (let at = 0; at + 512 <= tar.length; ) {
    const name = text(at, 100);
    if (name === "") return null;
    const size = Number.parseInt(text(at + 124, 12).trim(), 8);
    if (name === path) return tar.subarray(at + 512, at + 512 + size);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return null;
}

/** Downloads the runtime of a target through the npm client (its cache included). Unchecked bytes. */
export function fetchRuntime(target: Target, scratch: string): Buffer {
  const args = ["pack", "--silent", `${target.runtimePackage}@${PINNED_BUN}`];
  const done = spawnSync("npm", args, {
    cwd: scratch,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (done.status !== 0) {
    throw new Error(`npm could not fetch ${target.runtimePackage}@${PINNED_BUN}:\n${done.stderr}`);
  }
  const tarball = `${target.runtimePackage.replace("@", "").replace("/", "-")}-${PINNED_BUN}.tgz`;
  const runtime = tarEntry(gunzipSync(readFileSync(join(scratch, tarball))), `package/bin/bun${target.exe}`);
  if (!runtime) throw new Error(`${target.runtimePackage} holds no bin/bun${target.exe}`);
  rmSync(join(scratch, tarball));
  return runtime;
}

/**
 * Fetches, checks and hardens the runtime of `target`; writes it into `dir`, a folder that only this run
 * uses, and returns its path. Throws when it is not the pinned one.
 */
export function pinnedRuntime(target: Target, dir: string): string {
  if (Bun.version !== PINNED_BUN) {
    throw new Error(`the runtimes are pinned for Bun ${PINNED_BUN}, this is ${Bun.version}: pin them anew`);
  }
  const bytes = fetchRuntime(target, dir);
  const digest = sha256(bytes);
  if (digest !== target.runtimeSha256) {
    throw new Error(
      `the runtime in ${target.runtimePackage}@${PINNED_BUN} has SHA-256 ${digest}, not the pinned ` +
        `${target.runtimeSha256}: it is not used. Find out why before changing the pin in build/targets.ts`,
    );
  }
  harden(bytes);
  const file = join(dir, `bun-${target.name}${target.exe}`);
  writeFileSync(file, bytes, { mode: 0o755 });
  return file;
}

/** A digest of how runtimes are hardened, so that one of before is not used. */
const HARDENED_BY = sha256(readFileSync(join(import.meta.dir, "harden.ts"))).slice(0, 12);

/** The Bun that runs this, hardened; kept in `dir`. It came through package-lock.json, which pins it. */
export function ownRuntime(dir: string): string {
  const file = join(dir, `bun-${Bun.version}-${process.platform}-${process.arch}-${HARDENED_BY}`);
  if (existsSync(file)) return file;
  mkdirSync(dir, { recursive: true });
  const scratch = mkdtempSync(join(dir, ".new-"));
  const bytes = readFileSync(process.execPath);
  harden(bytes);
  writeFileSync(join(scratch, "bun"), bytes, { mode: 0o755 });
  renameSync(join(scratch, "bun"), file);
  rmSync(scratch, { recursive: true, force: true });
  return file;
}
