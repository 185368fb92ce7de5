/** `npm run eval [-- DIR]`: see test/eval/run.ts. */
import { bun, ensureInstalled } from "./bun.mjs";

ensureInstalled();
bun(["test/eval/run.ts", ...process.argv.slice(2)]);
