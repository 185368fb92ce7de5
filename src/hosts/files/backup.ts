/** The last three states of every file that we changed: `${CAVEMAN_HOME}/backups`, 0600, since they may hold secrets. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { codeOf } from "./locate.ts";

/** Enough to go back behind an install and an uninstall; more would keep secrets longer than anybody needs. */
export const KEPT_BACKUPS = 3;

/** Hex digits of the path's hash in a name: files of the same name in different places are told apart. */
const HASH_DIGITS = 12;

/** What the names of a file's backups begin with. */
function prefixOf(path: string): string {
  const hash = createHash("sha256").update(path).digest("hex").slice(0, HASH_DIGITS);
  return `${basename(path)}.${hash}.`;
}

/** Keeps `bytes` and removes backups of the same file beyond the last three. @returns the backup's path */
export function backUp(cavemanHome: string, path: string, bytes: Uint8Array): string {
  const folder = join(cavemanHome, "backups");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const prefix = prefixOf(path);
  const older = readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .sort();
  const last = Number(older.at(-1)?.slice(prefix.length) ?? 0);
  const backup = writeNext(join(folder, prefix), last + 1, bytes);
  for (const name of older.slice(0, Math.max(0, older.length + 1 - KEPT_BACKUPS))) {
    rmSync(join(folder, name), { force: true });
  }
  return backup;
}

/** Another process may take the same number at the same moment. */
function writeNext(start: string, number: number, bytes: Uint8Array): string {
  const backup = start + String(number).padStart(6, "0");
  try {
    writeFileSync(backup, bytes, { mode: 0o600, flag: "wx" });
    return backup;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return writeNext(start, number + 1, bytes);
    throw error;
  }
}
