/** Where results go: the data directory, and in it one folder for each process. */
import { randomBytes } from "node:crypto";
import { accessSync, constants, lstatSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { cavemanHome } from "../../store/location.ts";
import { VERSION } from "../../text/version.ts";
import { stamp } from "./names.ts";

export const DIRECTORY_MODE = 0o700;
export const FILE_MODE = 0o600;

/** Names that may clash before we give up: two processes of one second share 16 bits of chance each time. */
const MAX_NAME_TRIES = 50;

/** Writing is impossible; the text says why and what to do. */
export class DataDirError extends Error {
  override readonly name = "DataDirError";
}

export interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * `.mcp-proxy-data` in the current directory; where that is `/`, the home directory or not writable,
 * `${CAVEMAN_HOME}/proxy`. An absolute path.
 */
export function dataDirectory(given: string | null, { cwd, env }: Surroundings): string {
  if (given !== null) return resolve(cwd, given);
  if (resolve(cwd) !== resolve("/") && !samePlace(cwd, env.HOME || homedir()) && isWritable(cwd)) {
    return join(resolve(cwd), ".mcp-proxy-data");
  }
  const home = cavemanHome(env, process.platform);
  return join(home.kind === "directory" ? home.path : join(homedir(), ".caveman"), "proxy");
}

function samePlace(a: string, b: string): boolean {
  try {
    return realpathSync(a) === realpathSync(b);
  } catch {
    return resolve(a) === resolve(b);
  }
}

function isWritable(dir: string): boolean {
  try {
    accessSync(dir, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes the data directory and its .gitignore. A link in its place is refused: it could lead results,
 * and the retention that deletes, anywhere.
 * @throws DataDirError
 */
export function prepareDataDirectory(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: DIRECTORY_MODE });
  } catch (error) {
    if (codeOf(error) !== "EEXIST")
      throw new DataDirError(`cannot make the data directory ${dir} (${codeOf(error)})`);
  }
  const stat = lstatSync(dir);
  if (stat.isSymbolicLink()) throw new DataDirError(`the data directory ${dir} is a link, which is refused`);
  if (!stat.isDirectory()) throw new DataDirError(`${dir} is not a directory: choose another --data-dir`);
  try {
    writeFileSync(join(dir, ".gitignore"), "*\n", { flag: "wx", mode: FILE_MODE });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw new DataDirError(`cannot write into ${dir} (${codeOf(error)})`);
  }
}

export interface Instance {
  readonly id: string;
  readonly dir: string;
}

/**
 * A folder of this process's own: `yyyyMMdd-HHmmss-xxxx`, never shared. Its `_instance.json` says whose it is.
 * @throws DataDirError
 */
export function createInstance(dataDir: string, upstream: string, startedAt: Date): Instance {
  for (let tries = 0; tries < MAX_NAME_TRIES; tries++) {
    const id = `${stamp(startedAt)}-${randomBytes(2).toString("hex")}`;
    const dir = join(dataDir, id);
    try {
      mkdirSync(dir, { mode: DIRECTORY_MODE });
      const about = { pid: process.pid, version: VERSION, upstream, startedAt: startedAt.toISOString() };
      writeFileSync(join(dir, "_instance.json"), `${JSON.stringify(about, null, 2)}\n`, {
        mode: FILE_MODE,
        flag: "wx",
      });
      return { id, dir };
    } catch (error) {
      if (codeOf(error) !== "EEXIST")
        throw new DataDirError(`cannot write into ${dataDir} (${codeOf(error)})`);
    }
  }
  throw new DataDirError(`no free name for this process in ${dataDir}`);
}

export function codeOf(error: unknown): string {
  const code = typeof error === "object" && error !== null ? (error as { code?: unknown }).code : undefined;
  return typeof code === "string" ? code : "unknown error";
}
