/** Terminals, diffs and search results, as tools print them, and texts that only look like another type. */
import { lines, type Samples } from "./sample.ts";

export const TERMINAL_SAMPLES: Samples = {
  colours: lines("\x1b[32mok\x1b[0m one", "\x1b[31merror\x1b[0m two", "plain"),
  redraws: "10%\r20%\r30%\r40%\rdone\n",
  "coloured diff": lines(
    "\x1b[1mdiff --git a/a b/a\x1b[m",
    "\x1b[36m@@ -1 +1 @@\x1b[m",
    "\x1b[31m-a\x1b[m",
    "\x1b[32m+b\x1b[m",
  ),
  "coloured JSON": '\x1b[1m{\n  \x1b[34m"a"\x1b[0m: 1\n}\x1b[0m\n',
};

export const DIFF_SAMPLES: Samples = {
  git: lines(
    "diff --git a/src/a.ts b/src/a.ts",
    "index 1..2 100644",
    "--- a/src/a.ts",
    "+++ b/src/a.ts",
    "@@ -1,3 +1,3 @@",
    " a",
    "-b",
    "+c",
    " d",
  ),
  unified: lines("--- a.txt\t2026-01-01", "+++ b.txt\t2026-01-02", "@@ -1 +1 @@", "-a", "+b"),
  show: lines(
    "commit eaf95d4ea4c14e302953c3777be906f97a5b13db",
    "Author: a <a@example.com>",
    "Date:   Mon Nov 30 17:41:05 2026 +0000",
    "",
    "    a change",
    "",
    "diff --git a/a b/a",
    "index 1..2 100644",
    "--- a/a",
    "+++ b/a",
    "@@ -1 +1 @@",
    "-a",
    "+b",
  ),
  rename: lines("diff --git a/a.ts b/b.ts", "similarity index 100%", "rename from a.ts", "rename to b.ts"),
  "of SQL comments": lines(
    "diff --git a/q.sql b/q.sql",
    "index 1..2 100644",
    "--- a/q.sql",
    "+++ b/q.sql",
    "@@ -1,2 +1,2 @@",
    "--- drop it",
    "+-- keep it",
    " select 1",
  ),
};

export const SEARCH_RESULT_SAMPLES: Samples = {
  grep: lines("src/a.ts:12:import x", "src/a.ts:40:use(x)", "src/b/c.ts:3:import x"),
  "with columns": lines("src/a.ts:12:5:import x", "src/a.ts:40:1:use(x)"),
  "with context": lines(
    "src/a.ts-11-// first",
    "src/a.ts:12:import x",
    "src/a.ts-13-",
    "--",
    "src/b.ts:3:import x",
  ),
  "dates in paths": lines(
    "logs/2026-05-03/app.log:12:started",
    "logs/2026-05-03/app.log:15:stopped",
    "CVE-2021-44228.md:8:log4j",
  ),
  groups: lines("src/a.ts", "12:import x", "40:use(x)", "", "src/b.ts", "3:import x"),
  "one file": lines("3:import a", "9:import b", "12:use(a)", "40:use(b)"),
  "drive letters": lines("C:\\src\\a.cs:12:using X;", "C:\\src\\b.cs:3:using X;"),
  "paths with blanks": lines("My Documents/a.txt:12:hello", "My Documents/b.txt:3:hello"),
};
