/**
 * The compiled executable that tests drive. `npm test` has built it by then; run by hand, it is brought up
 * to date first, which takes no time where nothing changed.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..", "..");
const DIST = join(ROOT, "dist");

/** One build per run, though Bun gives every test file its own modules. */
const built = globalThis as { cavemanBuilt?: boolean };

function build(): void {
  if (built.cavemanBuilt === true) return;
  const done = spawnSync(process.execPath, [join(ROOT, "build", "compile.ts")], {
    cwd: ROOT,
    encoding: "utf8",
  });
  if (done.status !== 0) throw new Error(`the executable could not be built:\n${done.stderr}`);
  built.cavemanBuilt = true;
}

/** Absolute path of dist/caveman-mcp. */
export function executable(): string {
  build();
  return join(DIST, process.platform === "win32" ? "caveman-mcp.exe" : "caveman-mcp");
}
