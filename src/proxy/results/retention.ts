/**
 * `--retain-days`: removes whole instance folders that are old, finished and ours. Anything in doubt stays:
 * a folder costs disk space, a wrong deletion costs somebody's work.
 */
import { lstatSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

const DAY_MS = 24 * 3600 * 1000;
/** Whatever was touched within this time is in use. */
const QUIET_MS = DAY_MS;
const INSTANCE_NAME = /^\d{8}-\d{6}-[0-9a-f]{4}$/;
/** `_instance.json` holds four short members. */
const MAX_ABOUT_BYTES = 64 * 1024;

export interface Retention {
  readonly dataDir: string;
  readonly days: number;
  readonly now: Date;
  /** Our own instance, which never goes. */
  readonly own: string;
  /** Whether a process lives; the system's answer unless a test says otherwise. */
  readonly alive?: (pid: number) => boolean;
}

/** @returns the names of the folders that were removed */
export function applyRetention(retention: Retention): string[] {
  if (retention.days <= 0) return [];
  const removed: string[] = [];
  for (const name of names(retention.dataDir)) {
    if (name === retention.own || !INSTANCE_NAME.test(name)) continue;
    const dir = join(retention.dataDir, name);
    try {
      if (!isOver(dir, retention)) continue;
      // rmSync removes links, never what they point to.
      rmSync(dir, { recursive: true, force: true });
      removed.push(name);
    } catch {
      // Unreadable, or another process was faster: leave it.
    }
  }
  return removed;
}

function names(dataDir: string): string[] {
  try {
    if (!lstatSync(dataDir).isDirectory()) return [];
    return readdirSync(dataDir);
  } catch {
    return [];
  }
}

function isOver(dir: string, { days, now, alive = isAlive }: Retention): boolean {
  if (!lstatSync(dir).isDirectory()) return false;
  const aboutFile = join(dir, "_instance.json");
  const aboutStat = lstatSync(aboutFile);
  if (!aboutStat.isFile() || aboutStat.size > MAX_ABOUT_BYTES) return false;
  const about = JSON.parse(readFileSync(aboutFile, "utf8")) as { pid?: unknown; startedAt?: unknown };
  const started = typeof about.startedAt === "string" ? Date.parse(about.startedAt) : Number.NaN;
  if (!Number.isFinite(started) || now.getTime() - started <= days * DAY_MS) return false;
  if (typeof about.pid !== "number" || !Number.isInteger(about.pid) || about.pid <= 0 || alive(about.pid)) {
    return false;
  }
  return now.getTime() - newest(dir) > QUIET_MS;
}

/** Newest modification time of anything inside, ms. Links count by themselves and are not followed. */
function newest(dir: string): number {
  let latest = lstatSync(dir).mtimeMs;
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    latest = Math.max(latest, entry.isDirectory() ? newest(path) : lstatSync(path).mtimeMs);
  }
  return latest;
}

/** Signal 0 only asks. EPERM: it lives, but is somebody else's. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: unknown }).code === "EPERM";
  }
}
