/** From the name of a configuration file to the file that is written: links followed, projects not left. */
import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { CaveError } from "../../text/errors.ts";

/** As many links as Linux follows. */
const MAX_LINKS = 40;

export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown";
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return false;
    throw error;
  }
}

/** The real path of `path`, of which the last parts need not exist. */
export function realTarget(path: string): string {
  let target = resolve(path);
  for (let links = 0; isLink(target); links++) {
    if (links === MAX_LINKS) throw new CaveError("cave_config_refused", "its links lead in a circle.");
    target = resolve(dirname(target), readlinkSync(target));
  }
  return join(realDirectory(dirname(target)), basename(target));
}

function realDirectory(directory: string): string {
  try {
    return realpathSync(directory);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    const parent = dirname(directory);
    if (parent === directory) return directory;
    // A link that leads nowhere is no directory to be made.
    if (isLink(directory)) {
      throw new CaveError("cave_config_refused", `it is behind a link, ${directory}, that leads to nothing.`);
    }
    return join(realDirectory(parent), basename(directory));
  }
}

/**
 * The file that stands behind `path`.
 * @param project root that it must lie in, or null
 * @throws CaveError `cave_config_refused`
 */
export function locate(path: string, project: string | null): string {
  const target = realTarget(path);
  if (project === null) return target;
  const below = relative(realpathSync(project), target);
  if (below === "" || below === ".." || below.startsWith(`..${sep}`) || isAbsolute(below)) {
    throw new CaveError(
      "cave_config_refused",
      `it is a link to ${target}, outside this project, so it was not touched. Install for the user instead (--scope user).`,
    );
  }
  return target;
}
