/**
 * The compiled executable that tests drive. `npm test` has built it by then; run by hand, it is brought up
 * to date first, which takes no time where nothing changed.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..", "..");
const DIST = join(ROOT, "dist");

/** One build per run, though Bun gives every test file its own modules; a failed one is not tried again. */
const run = globalThis as { cavemanBuild?: { readonly error: string | null } };

function build(): void {
  if (run.cavemanBuild === undefined) {
    const compiler = join(ROOT, "build", "compile.ts");
    const done = spawnSync(process.execPath, [compiler], { cwd: ROOT, encoding: "utf8" });
    const ended =
      done.status === null ? "The build was ended: run `npm run build` first, it outlasted the test.\n" : "";
    run.cavemanBuild = { error: done.status === 0 ? null : ended + done.stderr };
  }
  if (run.cavemanBuild.error !== null) throw new Error(`there is no executable:\n${run.cavemanBuild.error}`);
}

/** Absolute path of dist/caveman-mcp. */
export function executable(): string {
  build();
  return join(DIST, process.platform === "win32" ? "caveman-mcp.exe" : "caveman-mcp");
}
