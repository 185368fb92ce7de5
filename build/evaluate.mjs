/** Runs the evaluation that lies beside this checkout (if any) on a few seeds against the executable in dist/. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { bun, ensureInstalled, ROOT } from "./bun.mjs";

const script = join(process.env.CAVEMAN_SHARED ?? join(ROOT, "..", "shared"), "eval", "answerability.ts");
if (!existsSync(script)) {
  console.log("skip: no answerability evaluation beside this checkout");
} else {
  ensureInstalled();
  bun(["build/compile.ts"]);
  const seeds = process.argv[2] ?? "1-4";
  bun([script, "--seeds", seeds, "--strict", "--", join(ROOT, "dist", "caveman-mcp")]);
}
