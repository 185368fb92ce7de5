/**
 * An executable that the user names: exactly that file is run, nothing is downloaded or verified.
 * PATH is never searched.
 */
import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { inspect } from "./image.mjs";
import { Refusal } from "./stderr.mjs";

/** Stands in the first lines of the launcher's own bin files. */
const LAUNCHER_MARK = "// caveman-mcp launcher:";

/** Environment variable that names the executable of a program. */
export function variableFor(name) {
  return `${name.toUpperCase().replaceAll("-", "_")}_BIN`;
}

/**
 * The file that the variable names, or null when it is not set.
 * Refuses what is not an executable file, and the launcher itself, which would start itself for ever.
 */
export function ownExecutable(name, env) {
  const variable = variableFor(name);
  const file = env[variable];
  if (!file) return null;
  const refuse = (why) => {
    throw new Refusal(
      `${variable} is set to ${file}, but ${why}. Correct it, or unset it to use the release.`,
    );
  };
  if (!isAbsolute(file)) refuse("that is not an absolute path");
  let stat;
  try {
    stat = statSync(file);
  } catch (error) {
    refuse(error.code === "ENOENT" ? "there is no such file" : `it cannot be read (${error.code})`);
  }
  if (!stat.isFile()) refuse(stat.isDirectory() ? "that is a directory" : "that is not a regular file");
  try {
    accessSync(file, constants.X_OK);
  } catch {
    refuse("that file is not executable");
  }
  if (process.platform === "win32" && !/\.exe$/i.test(file))
    refuse("only .exe files can be run without a shell");
  let head = "";
  try {
    ({ head } = inspect(file));
  } catch {}
  if (realpathSync(file) === realpathSync(process.argv[1] ?? file) || head.includes(LAUNCHER_MARK)) {
    refuse("that is this launcher, which would start itself for ever");
  }
  return file;
}
