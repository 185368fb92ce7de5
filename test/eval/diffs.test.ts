/** The reader of diffs and `--stat` summaries: true views have no fault, and each lie about one has. */
import { describe, expect, test } from "bun:test";
import { check } from "./checkers.ts";
import { engine, fixturesOf, unnoticed } from "./lies.ts";

const rows = (n: number, of: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => of(i)).join("\n");

const file = (path: string, changes: number): string =>
  `diff --git a/${path} b/${path}\nindex 1..2 100644\n--- a/${path}\n+++ b/${path}\n@@ -10,${changes + 6} +10,${changes + 6} @@ part\n${rows(3, (i) => ` an unchanged line of some length, number ${i}`)}\n${rows(changes, (i) => `--- removed ${i}`)}\n${rows(changes, (i) => `+++ added ${i}`)}\n${rows(3, (i) => ` an unchanged line behind it, number ${i}`)}\n`;

const stat = (n: number): string =>
  rows(
    n,
    (i) =>
      ` src/part/file-${i}.ts ${i % 9 === 8 ? "| Bin 0 -> 12 bytes" : `|  ${i % 4}${i % 4 === 0 ? "" : ` ${"+-".repeat(i % 4)}`}`}`,
  );

const DIFFS: Readonly<Record<string, string>> = {
  "a lock file between others": file("src/a.ts", 2) + file("package-lock.json", 40) + file("src/b.ts", 3),
  "a file without git's prefixes": file("x/a.ts", 4)
    .replace(/^diff.*\nindex.*\n/m, "")
    .replaceAll(" a/x/", " x/")
    .replaceAll(" b/x/", " x/"),
  "a file that went":
    file("src/old.ts", 5).replace("+++ b/src/old.ts", "+++ /dev/null") + file("dist/a.js", 30),
  "a summary between commits": `commit 1\n\n${stat(60)}\n 60 files changed\n\ncommit 2\n\n${stat(50)}\n 50 files changed\n`,
};

const payloads = [...fixturesOf("diff"), ...Object.entries(DIFFS).map(([name, input]) => ({ name, input }))];
const viewOf = (input: string): string => engine.compress(input, { type: "diff" }).output;

describe("diffs", () => {
  for (const { name, input } of payloads) {
    test(`${name}: nothing false, nothing open, every lie noticed`, () => {
      const view = viewOf(input);
      expect(view).toContain("elided (caveman)");
      expect(check("diff", view, input).faults).toEqual([]);
      const { told, missed } = unnoticed("diff", view, input);
      expect(missed).toEqual([]);
      expect(told).toBeGreaterThan(1);
    });
  }

  const input = DIFFS["a lock file between others"] ?? "";
  const view = viewOf(input);
  const LIES: Readonly<Record<string, (view: string) => string>> = {
    "a change that counts as context": (v) =>
      v.replace(/^(--- removed 0\n--- removed 1)$/m, "… 2 lines elided (caveman) …"),
    "a change that went": (v) => v.replace("+++ added 0\n", ""),
    "hunks without what they changed": (v) => v.replace(/(hunks elided \(caveman\)): sum \S+ \S+ …/, "$1 …"),
    "other sums of what went": (v) =>
      v.replace("1 hunks elided (caveman): sum added=40", "1 hunks elided (caveman): sum added=39"),
    "context that is told below the changes": (v) =>
      v.replace(/(… 3 lines elided \(caveman\) …\n)((?:[-+].*\n)+)/, "$2$1"),
    "hunks of another file": (v) => v.replace("src/a.ts×1", "src/c.ts×1"),
    "a file less": (v) => v.replace(" src/b.ts×1", ""),
    "fewer hunks that went": (v) => v.replace("in all, 1 elided", "in all, 0 elided"),
    "a header that counts otherwise": (v) => v.replace("@@ -10,8 +10,8", "@@ -10,9 +10,8"),
  };
  for (const [name, lie] of Object.entries(LIES)) {
    test(`caught: ${name}`, () => {
      expect(lie(view)).not.toBe(view);
      expect(check("diff", lie(view), input).faults.length).toBeGreaterThan(0);
    });
  }

  test("lies about a summary are caught", () => {
    const text = DIFFS["a summary between commits"] ?? "";
    const right = viewOf(text);
    for (const lie of [
      right.replace(/absent×(\d+)/, "absent×1"),
      right.replace("110 files in all", "109 files in all"),
      right.replace(" 60 files changed\n", ""),
      right.replace(/^( src\/part\/file-\d+\.ts.*\n)/m, "$1$1"),
    ]) {
      expect(lie).not.toBe(right);
      expect(check("diff", lie, text).faults.length).toBeGreaterThan(0);
    }
  });
});
