/** Recognises unified and git diffs, patches, and `git show` / `git log -p` around them. */
import { isStatLine, STAT_TOTAL } from "../diff/stat.ts";
import { type Sample, share } from "./sample.ts";

const HUNK = /^@@+ (?:-\d+(?:,\d+)? )+\+\d+(?:,\d+)? @@/;
const GIT_HEADER = /^diff --(?:git|cc|combined) \S/;
/** What may stand between hunks: headers of git, of format-patch and of plain `diff -r`. */
const META =
  /^(?:diff |index |--- |\+\+\+ |@@|old mode|new mode|new file|deleted file|similarity|dissimilarity|rename |copy |Binary files|GIT binary|literal |delta |Only in |commit [0-9a-f]{7,}|Author: |AuthorDate: |Commit: |CommitDate: |Date: |Merge: |From |Subject: |===|Index: )/;
const BODY = /^[ +\-\\]/;

/** Share of stat lines that makes a summary by `--stat`. */
const STAT_SHARE = 0.4;

/** `git show --stat`, `git log --stat`, `git diff --stat`: a summary in place of the diff. */
function recogniseStat(lines: readonly string[]): number {
  // A psql table of two columns looks alike, but for the graph of pluses and minuses.
  const graphs = share(lines, (l) => isStatLine(l) && /\d [+-]+$/.test(l));
  if (graphs < STAT_SHARE / 2 || share(lines, isStatLine) < STAT_SHARE) return 0;
  return lines.some((l) => STAT_TOTAL.test(l)) || graphs >= 2 * STAT_SHARE ? 0.92 : 0;
}

export function recogniseDiff({ lines }: Sample): number {
  let first = -1;
  let hunks = 0;
  let files = 0;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    const pair = line.startsWith("--- ") && lines[i + 1]?.startsWith("+++ ") === true;
    if (GIT_HEADER.test(line) || pair) {
      files++;
      if (first < 0) first = i;
    } else if (HUNK.test(line)) hunks++;
  }
  // `set -x` writes `+++ `, and a list may begin with `--- `: only a hunk or git's own header makes a diff.
  if (files === 0 || (hunks === 0 && !lines.some((l) => GIT_HEADER.test(l)))) return recogniseStat(lines);
  const inside = share(lines.slice(first), (l) => l === "" || BODY.test(l) || META.test(l));
  if (inside < 0.9) return 0.3;
  const before = lines.slice(0, first);
  const headed = share(before, (l) => l === "" || l.startsWith("    ") || l.startsWith(" ") || META.test(l));
  return before.length === 0 || headed > 0.8 || before.length * 4 < lines.length ? 0.96 : 0.6;
}
