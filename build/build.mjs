/** `npm run build`: this machine's executables in dist/. */
import { bun, ensureInstalled } from "./bun.mjs";

ensureInstalled();
bun(["build/compile.ts", ...process.argv.slice(2)]);
