/**
 * `npm run bench [-- --gate] [-- NAME…]`: builds, then runs every benchmark in test/bench (or those named), one
 * after the other; `npm run bench -- engine DIR` measures the engine on that folder. With --gate they are short and
 * fail where a limit is passed. Exits 1 if any failed.
 */
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { bun, ensureInstalled, ROOT } from "./bun.mjs";

ensureInstalled();
bun(["build/compile.ts"]);
const words = process.argv.slice(2);
const flags = words.filter((word) => word.startsWith("--"));
const operands = words.filter((word) => !word.startsWith("--"));
/** `engine DIR`: the folder is an operand of the benchmark. */
const folder = operands[0] === "engine" && existsSync(operands[1] ?? "") ? [operands[1]] : [];
const names = folder.length > 0 ? ["engine"] : operands;
const files = readdirSync(join(ROOT, "test", "bench")).filter((file) => file.endsWith(".bench.ts"));
const wanted = files.filter((file) => names.length === 0 || names.some((name) => file.startsWith(name)));
if (wanted.length === 0) {
  console.error(`no such benchmark; there are ${files.join(", ")}`);
  process.exitCode = 2;
}
for (const file of wanted) {
  console.log(`\n== ${file.replace(/\.bench\.ts$/, "")}`);
  if (
    bun([join("test", "bench", file), ...folder.map((name) => resolve(name)), ...flags], { mayFail: true })
      .status !== 0
  )
    process.exitCode = 1;
}
