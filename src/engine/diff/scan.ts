/**
 * Reads unified and git diffs line by line. What belongs to a hunk is decided by the counts in its header and not
 * by the first letter of a line, so that a removed `-- comment` is no file header. What is not understood
 * (combined diffs, binary patches, text around the diff) is kept as other text.
 */
import { type Lines, splitLines } from "../../text/lines.ts";
import type { Checkpoint } from "../contract.ts";

export const Role = {
  other: 0,
  fileHeader: 1,
  hunkHeader: 2,
  context: 3,
  added: 4,
  removed: 5,
  noNewline: 6,
} as const;

export interface Hunk {
  /** Line of the `@@` header. */
  readonly from: number;
  /** Line behind the hunk's last one. */
  readonly to: number;
  readonly added: number;
  readonly removed: number;
  /** The input ended inside the hunk. */
  readonly cut: boolean;
}

export interface DiffFile {
  /** First header line (`diff --git`, else `--- `). */
  readonly from: number;
  /** Line behind the file's last one. */
  to: number;
  /** Path after the change, or before it where the file was deleted; without `a/`, `b/`. */
  path: string;
  readonly hunks: Hunk[];
  /** Lines of the header say that there is more than text to this change (rename, mode, binary). */
  renamed: boolean;
}

export interface Diff {
  readonly lines: Lines;
  readonly roles: Uint8Array;
  readonly files: readonly DiffFile[];
  /** Whether sums over all hunks can be stated: each was read to its end, and none was left unread. */
  readonly countable: boolean;
}

const HUNK_HEADER = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
const GIT_FILE = /^diff --git (?:"?a\/(.*?)"?) (?:"?b\/(.*?)"?)$/;
const EXTENDED =
  /^(?:index |old mode |new mode |new file mode |deleted file mode |similarity index |dissimilarity index |rename from |rename to |copy from |copy to |Binary files )/;

/** Header lines are short; a longer line is looked at no further. */
const MAX_HEADER_CHARS = 10_000;

/** What `--- ` or `+++ ` names, without quotes and the time stamp behind a tab; null for /dev/null. */
function nameOf(line: string): string | null {
  const raw = (line.slice(4).split("\t")[0] ?? "").replace(/^"|"$/g, "");
  return raw === "/dev/null" ? null : raw;
}

/** The path after the change, else before it; the prefixes `a/` and `b/` are taken off only as the pair that git writes. */
function pathOf(before: string, after: string): string {
  const [from, to] = [nameOf(before), nameOf(after)];
  const prefixed = (from === null || from.startsWith("a/")) && (to === null || to.startsWith("b/"));
  return (to ?? from ?? "").slice(prefixed ? 2 : 0);
}

/** The diff, or null where no file with a hunk or a rename was found. */
export function scanDiff(input: string, checkpoint: Checkpoint): Diff | null {
  const lines = splitLines(input);
  const roles = new Uint8Array(lines.count);
  const files: DiffFile[] = [];
  const line = (i: number): string => {
    const start = lines.starts[i] ?? 0;
    return input.slice(start, Math.min(lines.ends[i] ?? 0, start + MAX_HEADER_CHARS));
  };
  const starts = (i: number, prefix: string): boolean =>
    i < lines.count && input.startsWith(prefix, lines.starts[i]);
  let file: DiffFile | null = null;
  let countable = true;
  const open = (from: number, path: string): DiffFile => {
    const next: DiffFile = { from, to: from + 1, path, hunks: [], renamed: false };
    files.push(next);
    return next;
  };

  let i = 0;
  while (i < lines.count) {
    if (i % 1024 === 0) checkpoint();
    if (starts(i, "diff --")) {
      const text = line(i);
      const git = GIT_FILE.exec(text);
      file = git === null ? null : open(i, git[2] ?? "");
      // Merges (`diff --cc`) have hunks of another kind.
      if (file === null) countable = false;
      roles[i++] = file === null ? Role.other : Role.fileHeader;
      continue;
    }
    if (starts(i, "--- ") && starts(i + 1, "+++ ") && starts(i + 2, "@@ ")) {
      const path = pathOf(line(i), line(i + 1));
      if (file === null || file.hunks.length > 0) file = open(i, path);
      if (path !== "") file.path = path;
      roles[i] = roles[i + 1] = Role.fileHeader;
      file.to = i + 2;
      i += 2;
      continue;
    }
    const header = file !== null && starts(i, "@@ ") ? HUNK_HEADER.exec(line(i)) : null;
    if (file !== null && header !== null) {
      const hunk = readHunk(i, Number(header[1] ?? 1), Number(header[2] ?? 1));
      file.hunks.push(hunk);
      file.to = i = hunk.to;
      const after = i < lines.count ? input.charCodeAt(lines.starts[i] ?? 0) : 0;
      const signature = /^(?:--|-- .*|--- .*)$/.test(line(i));
      // The header's counts are wrong: what they do not cover is a change as well.
      if (hunk.cut ? i < lines.count : (after === 0x2b || after === 0x2d) && !signature) countable = false;
      continue;
    }
    if (file !== null && file.hunks.length === 0 && EXTENDED.test(line(i))) {
      if (starts(i, "rename ") || starts(i, "copy ")) file.renamed = true;
      roles[i] = Role.fileHeader;
      file.to = ++i;
      continue;
    }
    // A hunk that belongs to no file is read by nobody.
    if (starts(i, "@@")) countable = false;
    // A blank line may stand between commits; anything else ends the file.
    if ((lines.ends[i] ?? 0) > (lines.starts[i] ?? 0)) file = null;
    i++;
  }
  return files.some((f) => f.hunks.length > 0 || f.renamed) ? { lines, roles, files, countable } : null;

  function readHunk(from: number, oldCount: number, newCount: number): Hunk {
    roles[from] = Role.hunkHeader;
    let [oldLeft, newLeft, added, removed] = [oldCount, newCount, 0, 0];
    let at = from + 1;
    for (; at < lines.count; at++) {
      if (at % 1024 === 0) checkpoint();
      const c = lines.ends[at] === lines.starts[at] ? 0x20 : input.charCodeAt(lines.starts[at] ?? 0);
      if (c === 0x5c) {
        roles[at] = Role.noNewline;
        continue;
      }
      if (oldLeft <= 0 && newLeft <= 0) break;
      if (c === 0x20 && oldLeft > 0 && newLeft > 0) {
        roles[at] = Role.context;
        oldLeft--;
        newLeft--;
      } else if (c === 0x2b && newLeft > 0) {
        roles[at] = Role.added;
        newLeft--;
        added++;
      } else if (c === 0x2d && oldLeft > 0) {
        roles[at] = Role.removed;
        oldLeft--;
        removed++;
      } else break;
    }
    return { from, to: at, added, removed, cut: oldLeft > 0 || newLeft > 0 };
  }
}
