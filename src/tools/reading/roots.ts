/** The folders that `path` may name files in, and what lies below them that it still may not. */
import { homedir, tmpdir } from "node:os";
import { basename, delimiter, dirname, isAbsolute, join, parse, relative, resolve, sep } from "node:path";

/** Files below `dir`; with `within`, only those that have a folder of that name between. */
export interface ReadRoot {
  readonly dir: string;
  readonly within?: string;
}

/** A root before its real path is known. */
interface WantedRoot extends ReadRoot {
  /** Whoever starts the server named it, so it may be anything; else a whole disk is refused. */
  readonly named?: true;
  /** It must lie where its name says: a link in a repository must not open another folder. */
  readonly inPlace?: true;
}

type Environment = Readonly<Record<string, string | undefined>>;

export interface Surroundings {
  readonly env: Environment;
  readonly cwd: string;
  readonly home: string | null;
  readonly temp: string;
  /** The real path of an existing folder, or null. */
  readonly real: (path: string) => string | null;
}

/** Of this process. */
export function surroundings(real: Surroundings["real"]): Surroundings {
  let home: string | null = null;
  try {
    home = homedir() || null;
  } catch {
    // No home directory: the roots below it do not exist.
  }
  return { env: process.env, cwd: currentDirectory(), home, temp: tmpdir(), real };
}

/** Where it was deleted under us, a place that is no root. */
function currentDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return resolve(sep);
  }
}

/** `/`, `C:\`: hosts start servers there when they know no project, and everything would be readable. */
function isWholeDisk(dir: string): boolean {
  return parse(dir).root === dir;
}

/** The folders that CAVEMAN_MCP_READ_ROOTS adds, as written; null for `none`. */
function addedRoots(env: Environment): readonly string[] | null {
  const text = (env.CAVEMAN_MCP_READ_ROOTS ?? "").trim();
  if (text.toLowerCase() === "none") return null;
  return text.split(delimiter).filter((dir) => dir !== "");
}

/** How many of the added folders cannot be used, since a relative path means another folder everywhere. */
export function unusableRoots(env: Environment): number {
  return (addedRoots(env) ?? []).filter((dir) => !isAbsolute(dir)).length;
}

/**
 * @returns the roots with their real paths, or null where CAVEMAN_MCP_READ_ROOTS is `none`.
 *   CAVEMAN_MCP_READ_ROOTS adds folders, separated as in PATH; relative ones are ignored.
 */
export function readRoots({ env, cwd, home, temp, real }: Surroundings): readonly ReadRoot[] | null {
  const added = addedRoots(env);
  if (added === null) return null;
  const cavemanHome = env.CAVEMAN_HOME || (home === null ? null : join(home, ".caveman"));
  const dataDir = env.CAVEMAN_PROXY_DATA_DIR;
  const wanted: WantedRoot[] = [
    { dir: cwd },
    { dir: temp },
    dataDir
      ? { dir: resolve(cwd, dataDir), named: true }
      : { dir: join(cwd, ".mcp-proxy-data"), inPlace: true },
    ...(cavemanHome === null ? [] : [{ dir: join(cavemanHome, "proxy") }]),
    ...(home === null
      ? []
      : [
          { dir: join(home, ".claude", "projects"), within: "tool-results" },
          { dir: join(home, ".local", "share", "opencode", "tool-output") },
        ]),
    ...added.filter((dir) => isAbsolute(dir)).map((dir) => ({ dir, named: true }) as const),
  ];
  const found: ReadRoot[] = [];
  for (const { dir: path, within, named, inPlace } of wanted) {
    const dir = real(path);
    if (dir === null || (isWholeDisk(dir) && !named)) continue;
    if (inPlace && dir !== join(real(dirname(path)) ?? "", basename(path))) continue;
    found.push(within === undefined ? { dir } : { dir, within });
  }
  return found;
}

/** The folders and the name between the root and the file, or null where the file is not below it. */
function below(root: ReadRoot, path: string): readonly string[] | null {
  const steps = relative(root.dir, path);
  if (steps === "" || isAbsolute(steps)) return null;
  const parts = steps.split(sep);
  if (parts[0] === "..") return null;
  if (root.within === undefined) return parts;
  const at = parts.indexOf(root.within);
  return at < 0 || at === parts.length - 1 ? null : parts.slice(at + 1);
}

/** Names of private keys and of files with secrets, in any case. */
const KEY_LIKE = /^(?:.*\.pem|.*\.key|id_.*|\.env.*)$/i;

export function isKeyLike(name: string): boolean {
  return KEY_LIKE.test(name);
}

export type Verdict = "allowed" | "outside" | "hidden" | "key";

/** @param path real path of the file */
export function judge(roots: readonly ReadRoot[], path: string): Verdict {
  let verdict: Verdict = "outside";
  for (const root of roots) {
    const parts = below(root, path);
    if (parts === null) continue;
    if (isKeyLike(parts[parts.length - 1] ?? "")) return "key";
    if (!parts.some((part) => part.startsWith("."))) return "allowed";
    verdict = "hidden";
  }
  return verdict;
}
