/**
 * Version, commit and date of a build, as src/text/version.ts reads them.
 * The date is the commit's: two builds of one commit are the same bytes.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Stamp {
  /** Semantic version out of package.json. */
  readonly version: string;
  /** Full commit id; `-dirty` is added when tracked files differ from it; `unknown` without git. */
  readonly commit: string;
  /** Commit date, ISO 8601 in UTC, whole seconds. */
  readonly date: string;
}

function git(root: string, ...args: string[]): string | null {
  const done = spawnSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return done.status === 0 ? done.stdout.trim() : null;
}

/** Seconds since 1970 as `2026-01-31T10:00:00Z`. */
export function isoSeconds(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
}

/** Reads the stamp of the checkout at `root`. Outside a checkout the date is SOURCE_DATE_EPOCH or 1970. */
export function readStamp(root: string): Stamp {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const head = git(root, "log", "-1", "--format=%H %ct");
  if (head === null) {
    const epoch = Number(process.env.SOURCE_DATE_EPOCH ?? "0");
    return { version, commit: "unknown", date: isoSeconds(Number.isSafeInteger(epoch) ? epoch : 0) };
  }
  const [commit = "", seconds = "0"] = head.split(" ");
  const dirty = git(root, "status", "--porcelain", "--untracked-files=no") !== "";
  return { version, commit: dirty ? `${commit}-dirty` : commit, date: isoSeconds(Number(seconds)) };
}
