/**
 * The launcher's four steps: an executable that the user names, else the cached one, else download it; then
 * become it. Whatever goes wrong ends in words on stderr, exit code 127, and nothing run.
 */
import { readFileSync } from "node:fs";
import { releaseBase, shown } from "./address.mjs";
import { cacheDir, cachedExecutable } from "./cache.mjs";
import { become } from "./exec.mjs";
import { ownExecutable, variableFor } from "./own.mjs";
import { KEYS, REPOSITORY } from "./pins.mjs";
import { currentTarget } from "./platform.mjs";
import { progressOn } from "./progress.mjs";
import { EXIT_REFUSED, Refusal, say } from "./stderr.mjs";

/** The oldest Node that this is written for. */
const OLDEST_NODE = 20;

function ownVersion() {
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
}

/** The released executable `name`, from the cache or downloaded; verified either way. */
async function released(name, env) {
  if (KEYS.length === 0) {
    throw new Refusal(
      "this launcher comes from a source tree and has no key to check releases with. Install the published " +
        `package, or set ${variableFor(name)} to an executable that you built.`,
    );
  }
  const wanted = { name, version: ownVersion(), target: currentTarget() };
  const dir = cacheDir(env);
  const cached = cachedExecutable(dir, wanted, KEYS);
  if (cached.path) return cached.path;
  if (cached.why) say(name, `the cached executable is not run: ${cached.why}. It is fetched anew.`);
  const base = releaseBase(env, REPOSITORY, wanted.version);
  // Loaded only here: the modules for HTTP and TLS would double what a cached start costs.
  const { install } = await import("./install.mjs");
  return await install(dir, base, wanted, { env, keys: KEYS, progress: progressOn(name, shown(base)) });
}

/**
 * @param {"caveman-mcp" | "caveman-mcp-proxy"} name of the program to become; its arguments and environment
 *   are this process's
 */
export async function main(name) {
  const { env } = process;
  try {
    if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
      throw new Refusal(`this needs Node ${OLDEST_NODE} or newer, and runs on ${process.versions.node}.`);
    }
    const own = ownExecutable(name, env);
    if (own) say(name, `${variableFor(name)} is set: running ${own}, not downloaded and not verified`);
    await become(own ?? (await released(name, env)), process.argv.slice(2), env);
  } catch (error) {
    const text =
      error instanceof Refusal ? error.message : `unexpected failure: ${error.code ?? error.message}`;
    say(name, text);
    process.exit(EXIT_REFUSED);
  }
}
