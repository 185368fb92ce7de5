/** Which of the eight builds this machine runs: a pure table, and the libc that this Node itself uses. */
import { existsSync } from "node:fs";
import { inspect } from "./image.mjs";
import { Refusal } from "./stderr.mjs";

/** Every platform that executables are built for; build/targets.ts has the same names, a test compares. */
export const SUPPORTED = [
  "linux-x64",
  "linux-arm64",
  "linux-x64-musl",
  "linux-arm64-musl",
  "darwin-x64",
  "darwin-arm64",
  "windows-x64",
  "windows-arm64",
];

/**
 * "musl" or "glibc": the one that the running Node was linked with, read from its own file. A static Node
 * names no loader; then it is the loader that is installed.
 */
export function libc(execPath, arch) {
  /** @type {string | null} */
  let interpreter = null;
  try {
    ({ interpreter } = inspect(execPath));
  } catch {}
  if (interpreter !== null) return interpreter.includes("ld-musl-") ? "musl" : "glibc";
  const musl = `/lib/ld-musl-${arch === "arm64" ? "aarch64" : "x86_64"}.so.1`;
  const glibc = arch === "arm64" ? "/lib/ld-linux-aarch64.so.1" : "/lib64/ld-linux-x86-64.so.2";
  return existsSync(musl) && !existsSync(glibc) ? "musl" : "glibc";
}

/** The name of this machine's build. Refuses, with the names that exist, where there is none. */
export function currentTarget({ platform, arch, execPath } = process) {
  const system = platform === "win32" ? "windows" : platform;
  const suffix = system === "linux" && libc(execPath, arch) === "musl" ? "-musl" : "";
  const target = `${system}-${arch}${suffix}`;
  if (SUPPORTED.includes(target)) return target;
  throw new Refusal(
    `there is no build for this platform (${system}-${arch}). Supported: ${SUPPORTED.join(", ")}.`,
  );
}
