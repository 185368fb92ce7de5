import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { diff } from "../../../src/engine/compressors/diff.ts";
import type { ViewRequest } from "../../../src/engine/contract.ts";
import { Role, scanDiff } from "../../../src/engine/diff/scan.ts";

const FIXTURES = join(import.meta.dir, "..", "..", "fixtures", "diff");

function viewOf(input: string, more: Partial<ViewRequest> = {}): string | null {
  const request: ViewRequest = {
    input,
    query: "",
    budget: Number.POSITIVE_INFINITY,
    hint: "none",
    checkpoint: () => {},
    countTokens: (text) => ({ tokens: Math.ceil(text.length / 4), estimated: false }),
    inputTokens: Math.ceil(input.length / 4),
    syntax: null,
    viewOf: () => null,
    ...more,
  };
  return diff.view(request)?.output ?? null;
}

const rolesOf = (input: string): number[] => [...(scanDiff(input, () => {})?.roles ?? [])];
const context = (n: number): string =>
  Array.from({ length: n }, (_, i) => ` unchanged line number ${i}\n`).join("");

/** Holds a view against its original with nothing but the view's own words: what is shown must stand there in order. */
function untruths(view: string, original: string): string[] {
  const lines = original.replace(/\n$/, "").split("\n");
  const bad: string[] = [];
  let at = 0;
  for (const line of view.replace(/\n$/, "").split("\n")) {
    const run = /^… (\d+) (lines|hunks) elided \(caveman\)(?:: sum added=(\d+), removed=(\d+))? …$/.exec(
      line,
    );
    if (run === null) {
      if (line.startsWith("… ") && line.includes(" in all, ")) continue;
      if (lines[at] !== line) bad.push(`line ${at}: «${line}» for «${lines[at]}»`);
      at++;
    } else if (run[2] === "lines") {
      const gone = lines.slice(at, at + Number(run[1]));
      if (gone.some((l) => l !== "" && !l.startsWith(" "))) bad.push(`line ${at}: a changed line was elided`);
      at += gone.length;
    } else {
      const end = lines.findIndex((l, i) => i > at && l.startsWith("diff --git"));
      const gone = lines.slice(at, end < 0 ? undefined : end);
      const count = (c: string): number => gone.filter((l) => l.startsWith(c)).length;
      if (count("@@ ") !== Number(run[1])) bad.push(`line ${at}: ${count("@@ ")} hunks, not ${run[1]}`);
      if (count("+") !== Number(run[3]) || count("-") !== Number(run[4])) bad.push(`line ${at}: sums`);
      at += gone.length;
    }
  }
  return at === lines.length ? bad : [...bad, `${lines.length - at} lines are missing at the end`];
}

describe("diff", () => {
  for (const name of readdirSync(FIXTURES).filter((n) => n.endsWith(".diff"))) {
    test(`${name}: everything in the view is the original's, in order, and every count is true`, () => {
      const input = readFileSync(join(FIXTURES, name), "utf8");
      const view = viewOf(input);
      expect(view).not.toBeNull();
      expect(untruths(view ?? "", input)).toEqual([]);
      expect((view ?? "").length).toBeLessThan(input.length);
    });
  }

  test("a removed line that begins with `-- ` or an added one that begins with `++ ` is no file header", () => {
    const input = "--- a/x.sql\n+++ b/x.sql\n@@ -1,2 +1,2 @@\n--- old comment\n+++ new comment\n select 1;\n";
    expect(rolesOf(input).slice(3)).toEqual([Role.removed, Role.added, Role.context]);
  });

  test("changed blank lines and changes that begin with - or + are never elided as context", () => {
    const input = `diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,9 +1,9 @@\n${context(4)}-\n--x\n+\n++x\n${context(3)}`;
    const view = viewOf(input) ?? "";
    for (const line of ["-", "--x", "+", "++x"]) expect(view.split("\n")).toContain(line);
    expect(untruths(view, input)).toEqual([]);
  });

  test("a context line that lost its only space is context", () => {
    const input = `--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n`;
    expect(rolesOf(input).slice(3)).toEqual([Role.context, Role.context, Role.removed, Role.added]);
  });

  test("the output of `set -x` is no diff", () => {
    expect(scanDiff("+++ dirname ./x.sh\n++ pwd\n+ echo hello\nhello\n", () => {})).toBeNull();
  });

  test("line ends stay literal, and one CRLF does not decide for the rest", () => {
    const input = `--- a/a\n+++ b/a\n@@ -1,5 +1,5 @@\n${context(4)}-end\r\n+end\n`;
    const view = viewOf(input) ?? "";
    expect(view).toContain("elided");
    expect(view.endsWith("-end\r\n+end\n")).toBe(true);
  });

  test("a combined diff stays as it is", () => {
    const input =
      "diff --cc a.txt\nindex 1,2..3\n--- a/a.txt\n+++ b/a.txt\n@@@ -1,2 -1,2 +1,2 @@@\n- a\n -b\n++c\n";
    expect(viewOf(input)).toBeNull();
  });

  test("a hunk cut off at the end of the input is shown, not summed up", () => {
    const removed = Array.from({ length: 30 }, (_, i) => `-gone ${i}\n`).join("");
    const input = `diff --git a/dist/a.js b/dist/a.js\n--- a/dist/a.js\n+++ b/dist/a.js\n@@ -1,500 +0,0 @@\n${removed}`;
    expect(viewOf(input)).toBeNull();
  });

  test("vendored changes are summed up, small ones and asked ones shown", () => {
    const change = (path: string, n: number): string =>
      `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -0,0 +1,${n} @@\n${Array.from({ length: n }, (_, i) => `+word${i} of ${path}\n`).join("")}`;
    const input = change("vendor/big.go", 60) + change("vendor/small.go", 2) + change("src/a.go", 30);
    const view = viewOf(input) ?? "";
    expect(view).toContain("… 1 hunks elided (caveman): sum added=60, removed=0 …");
    expect(view).toContain("+word1 of vendor/small.go");
    expect(view).toContain("+word29 of src/a.go");
    expect(view).toContain(
      "3 hunks in all, 1 elided (caveman): file: vendor/big.go×1 vendor/small.go×1 src/a.go×1; sum added=92, removed=0",
    );
    expect(viewOf(input, { query: "word42" }) ?? "+word42 of vendor/big.go").toContain(
      "+word42 of vendor/big.go",
    );
  });

  test("a budget sums up the largest files first", () => {
    const input = readFileSync(join(FIXTURES, "seam.diff"), "utf8");
    const view = viewOf(input, { budget: 3000 }) ?? "";
    expect(view.length).toBeLessThanOrEqual(3000);
    expect(untruths(view, input)).toEqual([]);
  });

  test("property: any diff of generated hunks gives a true view, and its records are slices with the changes whole", () => {
    const body = fc.array(fc.constantFrom(" same same same same same", "-old", "+new", "--", "++", " "), {
      minLength: 1,
      maxLength: 40,
    });
    const file = fc.tuple(
      fc.constantFrom("src/a.ts", "package-lock.json", "dist/x.min.js"),
      fc.array(body, { minLength: 1, maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(file, { minLength: 1, maxLength: 4 }), (files) => {
        const input = files
          .map(([path, hunks]) => {
            const text = hunks.map((ls) => {
              const old = ls.filter((l) => l[0] !== "+").length;
              const fresh = ls.filter((l) => l[0] !== "-").length;
              return `@@ -1,${old} +1,${fresh} @@\n${ls.join("\n")}\n`;
            });
            return `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n${text.join("")}`;
          })
          .join("");
        const view = viewOf(input);
        if (view !== null) expect(untruths(view, input)).toEqual([]);
        const records = diff.cut(input, () => {})?.records ?? [];
        expect(records.length).toBe(files.reduce((n, [, hunks]) => n + hunks.length, 0));
        expect(records.map(([a, b]) => input.slice(a, b)).join("\n")).toBe(input.replace(/\n$/, ""));
      }),
      { numRuns: 300 },
    );
  });
});

describe("what cannot be summed up is not", () => {
  const hunk = (n = 8): string => `@@ -1,${n + 1} +1,${n + 1} @@\n${context(n)}-a\n+b\n`;
  const file = (path: string): string => `--- a/${path}\n+++ b/${path}\n${hunk()}`;

  test("a hunk that goes on behind its header's counts, or ends before them", () => {
    const long = `--- a/x.ts\n+++ b/x.ts\n@@ -1,5 +1,5 @@\n${context(5)}+added\n-removed\n`;
    expect(viewOf(long + file("y.ts"))).not.toContain("in all");
    const short = `--- a/x.ts\n+++ b/x.ts\n@@ -1,50 +1,50 @@\n${context(5)}+added\nother text\n`;
    expect(viewOf(short + file("y.ts"))).not.toContain("in all");
    expect(viewOf(file("x.ts") + file("y.ts"))).toContain("2 hunks in all");
  });

  test("merges, whose hunks are of another kind", () => {
    const merge = "diff --cc m.ts\nindex 1,2..3\n--- a/m.ts\n+++ b/m.ts\n@@@ -1,1 -1,1 +1,2 @@@\n  a\n++b\n";
    expect(viewOf(merge + file("x.ts") + file("y.ts"))).not.toContain("in all");
  });

  test("a folder called a is no prefix of git's", () => {
    const plain = (path: string): string => `--- ${path}\n+++ ${path}\n${hunk()}`;
    expect(viewOf(plain("a/x.ts") + plain("x.ts"))).toContain("file: a/x.ts×1 x.ts×1");
    expect(viewOf(file("x.ts") + file("a/y.ts"))).toContain("file: x.ts×1 a/y.ts×1");
    const deleted = `--- a/z.ts\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-a\n-b\n-c\n`;
    expect(viewOf(deleted + file("x.ts"))).toContain("file: z.ts×1 x.ts×1");
  });

  test("a hunk behind text that ended its file", () => {
    expect(viewOf(`${file("x.ts")}${file("y.ts")}some words\n${hunk()}`)).not.toContain("in all");
  });
});
