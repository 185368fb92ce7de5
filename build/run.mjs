/** Runs a script of build/ with the pinned Bun: `node build/run.mjs build/release.ts ARGUMENT…`. */
import { bun, ensureInstalled } from "./bun.mjs";

ensureInstalled();
bun(process.argv.slice(2));
