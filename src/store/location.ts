/**
 * Where the store is and how it behaves, from environment variables alone: no file is touched here.
 * Empty variables count as unset. A relative path is refused: it would mean another store in every directory.
 */
import { posix, win32 } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

export type StoreLocation =
  | { readonly kind: "memory"; readonly why: "ephemeral" | "no-home" }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "refused"; readonly reason: string };

export type CavemanHome =
  | { readonly kind: "directory"; readonly path: string }
  | { readonly kind: "none" }
  | { readonly kind: "refused"; readonly reason: string };

export interface StoreSettings {
  readonly location: StoreLocation;
  /** Most payload bytes that the store takes. */
  readonly budget: number;
  /** `project`: only what was stored from the same project root is handed out. */
  readonly scope: "user" | "project";
  /** Lines for stderr about values that could not be used. */
  readonly warnings: readonly string[];
}

/** 512 MiB of payload: a year of heavy use of one developer, and little on a disk of today. */
export const DEFAULT_BUDGET_BYTES = 512 * 1024 * 1024;

const DATABASE_NAME = "ccr.db";
const RECOVERED_NAME = "recovered";

function value(env: Environment, name: string): string | null {
  const text = env[name];
  return text === undefined || text === "" ? null : text;
}

/** A path that means the same file whatever the current directory (on Windows: and the current drive). */
function isFixed(path: string, platform: string): boolean {
  if (path.includes("\0")) return false;
  return platform === "win32" ? /^(?:[A-Za-z]:[\\/]|[\\/]{2}[^\\/])/.test(path) : posix.isAbsolute(path);
}

function refusal(name: string): string {
  return `${name} is not an absolute path, so there is no store: nothing is compressed. Set ${name} to an absolute path or unset it.`;
}

/** The private directory of the program family: `CAVEMAN_HOME`, else `~/.caveman`. */
export function cavemanHome(env: Environment, platform: string): CavemanHome {
  const paths = platform === "win32" ? win32 : posix;
  const own = value(env, "CAVEMAN_HOME");
  if (own !== null) {
    return isFixed(own, platform)
      ? { kind: "directory", path: own }
      : { kind: "refused", reason: refusal("CAVEMAN_HOME") };
  }
  const name = platform === "win32" ? "USERPROFILE" : "HOME";
  const home = value(env, name);
  if (home === null) return { kind: "none" };
  return isFixed(home, platform)
    ? { kind: "directory", path: paths.join(home, ".caveman") }
    : { kind: "refused", reason: refusal(name) };
}

/** Anything but a clear no keeps everything in memory: whoever sets this variable wants nothing on disk. */
export function isEphemeral(env: Environment): boolean {
  const text = value(env, "CAVEMAN_MCP_EPHEMERAL");
  return text !== null && !/^(?:0|false|no|off)$/i.test(text.trim());
}

export function storeLocation(env: Environment, platform: string): StoreLocation {
  if (isEphemeral(env)) return { kind: "memory", why: "ephemeral" };
  const paths = platform === "win32" ? win32 : posix;
  const own = value(env, "CAVEMAN_CCR_DB");
  if (own !== null) {
    return isFixed(own, platform)
      ? { kind: "file", path: own }
      : { kind: "refused", reason: refusal("CAVEMAN_CCR_DB") };
  }
  const home = cavemanHome(env, platform);
  if (home.kind === "none") return { kind: "memory", why: "no-home" };
  if (home.kind === "refused") return home;
  return { kind: "file", path: paths.join(home.path, DATABASE_NAME) };
}

/** Where originals too long for one answer are written, or null where nothing may be written. */
export function recoveredDirectory(env: Environment, platform: string): string | null {
  if (isEphemeral(env)) return null;
  const home = cavemanHome(env, platform);
  if (home.kind !== "directory") return null;
  return (platform === "win32" ? win32 : posix).join(home.path, RECOVERED_NAME);
}

export function storeSettings(env: Environment, platform: string): StoreSettings {
  const warnings: string[] = [];
  return {
    location: storeLocation(env, platform),
    budget: budget(env, warnings),
    scope: scope(env, warnings),
    warnings,
  };
}

function budget(env: Environment, warnings: string[]): number {
  const text = value(env, "CAVEMAN_CCR_MAX_BYTES");
  if (text === null) return DEFAULT_BUDGET_BYTES;
  const bytes = /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(bytes)) return bytes;
  warnings.push(
    `CAVEMAN_CCR_MAX_BYTES is not a whole number of bytes; the default of ${DEFAULT_BUDGET_BYTES} is used.`,
  );
  return DEFAULT_BUDGET_BYTES;
}

function scope(env: Environment, warnings: string[]): "user" | "project" {
  const text = value(env, "CAVEMAN_MCP_SCOPE");
  if (text === null || text === "user") return "user";
  if (text !== "project") {
    warnings.push("CAVEMAN_MCP_SCOPE is neither `user` nor `project`; the stricter `project` is used.");
  }
  return "project";
}
