/** `npm run eval [-- DIR]`: see test/eval/run.ts. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { ensureAssets } from "./assets.mjs";
import { bun, ensureInstalled } from "./bun.mjs";

const [folder, ...more] = process.argv.slice(2);
if (
  more.length > 0 ||
  (folder !== undefined && !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
) {
  console.error("npm run eval: it takes one folder of payloads, or nothing: npm run eval -- DIR");
  process.exit(2);
}
ensureInstalled();
ensureAssets();
bun(["test/eval/run.ts", ...(folder === undefined ? [] : [resolve(folder)])]);
