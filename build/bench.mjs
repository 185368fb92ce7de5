/**
 * `npm run bench [-- --gate] [-- NAME…]`: builds, then runs every benchmark in test/bench (or those named), one
 * after the other. With --gate they are short and fail where a limit is passed. Exits 1 if any failed.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { bun, ensureInstalled, ROOT } from "./bun.mjs";

ensureInstalled();
bun(["build/compile.ts"]);
const words = process.argv.slice(2);
const flags = words.filter((word) => word.startsWith("--"));
const names = words.filter((word) => !word.startsWith("--"));
const files = readdirSync(join(ROOT, "test", "bench")).filter((file) => file.endsWith(".bench.ts"));
const wanted = files.filter((file) => names.length === 0 || names.some((name) => file.startsWith(name)));
if (wanted.length === 0) {
  console.error(`no such benchmark; there are ${files.join(", ")}`);
  process.exitCode = 2;
}
for (const file of wanted) {
  console.log(`\n== ${file.replace(/\.bench\.ts$/, "")}`);
  if (bun([join("test", "bench", file), ...flags], { mayFail: true }).status !== 0) process.exitCode = 1;
}
