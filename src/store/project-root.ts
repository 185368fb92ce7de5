/** Which project a process works for: the nearest directory upwards that is under version control, else where it is. */
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

const MARKS = [".git", ".hg", ".jj", ".svn"] as const;

/** The real path of the project root of `directory`, or null where the directory is gone. */
export function projectRoot(directory: string): string | null {
  let start: string;
  try {
    start = realpathSync(directory);
  } catch {
    return null;
  }
  for (let at = start; ; at = dirname(at)) {
    if (MARKS.some((mark) => existsSync(join(at, mark)))) return at;
    if (dirname(at) === at) return start;
  }
}
