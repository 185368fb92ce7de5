/** Which executable this is, and whether what the launcher keeps would be run by it. */
import { createHash } from "node:crypto";
import { closeSync, lstatSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "../../hosts/files/locate.ts";
import { BUILD_DATE, COMMIT, VERSION } from "../../text/version.ts";
import type { Finding } from "./finding.ts";

const OTHERS_CAN_WRITE = 0o022;
/** Bytes per read while hashing. */
const CHUNK_BYTES = 1 << 20;
/** Real manifests have 6 KB. */
const MAX_MANIFEST_BYTES = 1 << 20;

export function checkExecutable(executable: string | null): Finding {
  const build = `caveman-mcp ${VERSION} (${COMMIT.slice(0, 12)}, ${BUILD_DATE})`;
  return executable === null
    ? {
        area: "executable",
        level: "warning",
        code: "from_source",
        message: `${build} runs from a source tree; hosts can only start an executable. Run: npm run build`,
      }
    : { area: "executable", level: "fine", code: "executable", message: `${build}: ${executable}` };
}

function finding(level: Finding["level"], code: string, message: string): Finding {
  return { area: "launcher", level, code, message };
}

/** The launcher's cache: `${CAVEMAN_HOME}/bin`. The launcher checks signatures too, before every start. */
export function checkLauncherCache(cavemanHome: string | null): Finding[] {
  if (cavemanHome === null) {
    return [finding("warning", "no_home", "There is no home directory. Set CAVEMAN_HOME or HOME.")];
  }
  const folder = join(cavemanHome, "bin");
  let names: string[];
  try {
    const stats = lstatSync(folder);
    if (process.geteuid !== undefined && (stats.uid !== process.geteuid() || stats.mode & OTHERS_CAN_WRITE)) {
      const message = `${folder} belongs to or can be written by somebody else, so the launcher refuses it. Run: chmod go-w on it, after looking at what it holds.`;
      return [finding("warning", "launcher_cache_not_private", message)];
    }
    names = readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      return [finding("fine", "launcher_cache_empty", `The launcher keeps nothing in ${folder}.`)];
    }
    const message = `${folder} cannot be read (${codeOf(error)}); the launcher cannot use it either.`;
    return [finding("warning", "launcher_cache_unreadable", message)];
  }
  const executables = names.filter((name) => /^caveman-mcp(?:-proxy)?-\d/.test(name));
  const stale = names.filter((name) => /\.(?:tmp|part)\b/.test(name) || name.startsWith("."));
  const found = executables.map((name) => checkCached(folder, name));
  if (stale.length > 0) {
    const message = `${stale.length} unfinished downloads in ${folder}; the launcher removes them after a day.`;
    found.push(finding("note", "launcher_cache_unfinished", message));
  }
  return found.length > 0
    ? found
    : [finding("fine", "launcher_cache_empty", `The launcher keeps nothing in ${folder}.`)];
}

function checkCached(folder: string, name: string): Finding {
  const path = join(folder, name);
  const version =
    /^caveman-mcp(?:-proxy)?-(\d[0-9A-Za-z.+]*(?:-[0-9A-Za-z.]*\d[0-9A-Za-z.]*)?)-(?:linux|darwin|windows)/.exec(
      name,
    )?.[1];
  try {
    const manifest = readFileSync(join(folder, `checksums-${version}.json`));
    const wanted =
      manifest.byteLength > MAX_MANIFEST_BYTES ? null : artifactOf(manifest.toString("utf8"), name);
    if (wanted === null) return damaged(path, "its manifest does not name it");
    if (sha256Of(path) !== wanted) return damaged(path, "its content is not the released one");
    return finding("fine", "launcher_cached", `${path} is what its manifest says.`);
  } catch (error) {
    return damaged(path, `it or its manifest cannot be read, ${codeOf(error)}`);
  }
}

function damaged(path: string, why: string): Finding {
  const message = `${path} is not run (${why}); the launcher fetches it anew at the next start.`;
  return finding("warning", "launcher_cached_damaged", message);
}

/** SHA-256 (hex) that the manifest states for the file, or null. */
function artifactOf(manifest: string, file: string): string | null {
  try {
    const { artifacts } = JSON.parse(manifest) as { artifacts: { file: unknown; sha256: unknown }[] };
    const found = artifacts.find((artifact) => artifact.file === file)?.sha256;
    return typeof found === "string" ? found : null;
  } catch {
    return null;
  }
}

function sha256Of(path: string): string {
  const hash = createHash("sha256");
  const chunk = new Uint8Array(CHUNK_BYTES);
  const fd = openSync(path, "r");
  try {
    for (let got = readSync(fd, chunk); got > 0; got = readSync(fd, chunk))
      hash.update(chunk.subarray(0, got));
  } finally {
    closeSync(fd);
  }
  return hash.digest("hex");
}
