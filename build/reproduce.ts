/**
 * Proves that a release can be made again: assembles it here and from a second checkout of the same commit in
 * another folder, with packages of its own, and compares every file; with the published manifest too, if any.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { manifestName } from "./manifest.ts";
import type { Stamp } from "./stamp.ts";
import { sumsOf } from "./sums.ts";
import type { Target } from "./targets.ts";

function run(command: string, args: string[], cwd: string): void {
  const done = spawnSync(command, args, { cwd, stdio: ["ignore", "ignore", "inherit"] });
  if (done.status !== 0) throw new Error(`${command} ${args.join(" ")} failed in ${cwd}`);
}

/**
 * Names of files that differ between two builds, or between this one and what was published; a version that
 * was published from another commit is not compared. Throws when the checkout is not exactly its commit.
 */
export function reproduce(root: string, stamp: Stamp, targets: readonly Target[]): string[] {
  if (stamp.commit.length !== 40) throw new Error("the checkout has changes: commit them, then compare");
  const work = mkdtempSync(join(tmpdir(), "caveman-again-"));
  const here = join(work, "here");
  const elsewhere = join(work, "elsewhere");
  const checkout = join(work, "checkout");
  // run.mjs installs what package-lock.json says where it is not: the second checkout gets its own packages.
  const assemble = (checkout: string, out: string) => {
    const names = targets.flatMap((t) => ["--target", t.name]);
    run("node", ["build/run.mjs", "build/assemble.ts", out, ...names], checkout);
  };
  try {
    assemble(root, here);
    run("git", ["clone", "--quiet", "--shared", root, checkout], work);
    assemble(checkout, elsewhere);
    const [a, b] = [sumsOf(here), sumsOf(elsewhere)];
    const differing = [...new Set([...a.keys(), ...b.keys()])].filter((name) => a.get(name) !== b.get(name));
    const published = join(root, "checksums", `${stamp.version}.json`);
    if (existsSync(published)) {
      const before = readFileSync(published, "utf8");
      const sameCommit = before.includes(`"commit":"${stamp.commit}"`);
      const again = readFileSync(join(here, manifestName(stamp.version)), "utf8");
      if (sameCommit && before !== again) differing.push(`checksums/${stamp.version}.json (published)`);
    }
    return differing;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
