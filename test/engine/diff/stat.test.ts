import { describe, expect, test } from "bun:test";
import { createEngine } from "../../../src/engine/engine.ts";

const engine = createEngine({ countTokens: (t) => ({ tokens: Math.ceil(t.length / 4), estimated: false }) });
const line = (path: string, n: number): string =>
  ` ${path.padEnd(40)} | ${String(n).padStart(4)} ${"+".repeat(1 + (n % 9))}\n`;
const commit = (id: string, files: number): string =>
  `commit ${id}\nAuthor: A <a@example.com>\n\n    change ${id}\n\n${Array.from({ length: files }, (_, i) => line(`src/part/file-${i}.ts`, (i % 7) + 1)).join("")} ${files} files changed, 9 insertions(+)\n\n`;

describe("a summary by --stat", () => {
  test("is a diff; lines of like files are elided, commits and totals stay, sums are exact", () => {
    const input = commit("a".repeat(40), 60) + commit("b".repeat(40), 40);
    const { output, contentType } = engine.compress(input);
    expect(contentType).toBe("diff");
    for (const kept of [
      `commit ${"a".repeat(40)}`,
      `commit ${"b".repeat(40)}`,
      " 60 files changed",
      " 40 files changed",
    ]) {
      expect(output).toContain(kept);
    }
    const numbers = [...input.matchAll(/\| +(\d+)/g)].map((m) => Number(m[1]));
    const runs = [...output.matchAll(/^… (\d+) files elided \(caveman\) …$/gm)].map((m) => Number(m[1]));
    const shown = [...output.matchAll(/^ \S+ +\| +\d+/gm)].length;
    const gone = runs.reduce((a, b) => a + b, 0);
    expect(shown + gone).toBe(100);
    expect(output).toContain(`… 100 files in all, ${gone} elided (caveman)`);
    // Seven values are told one by one with their counts, or by their sum.
    const sum = /sum changed=(\d+)/.exec(output)?.[1];
    const counts = [...(/changed: ([^;…]*)/.exec(output)?.[1] ?? "").matchAll(/(\d+)×(\d+)/g)];
    const total =
      sum === undefined ? counts.reduce((n, [, v, c]) => n + Number(v) * Number(c), 0) : Number(sum);
    expect(total).toBe(numbers.reduce((a, b) => a + b, 0));
    expect(engine.compress(output).output).toBe(output);
  });

  test("a line with more than a summary has stays, and so does a blank line amid the files", () => {
    const input = commit("a".repeat(40), 60);
    const odd = input.replace(/(file-30\.ts.*)\n/, "$1 ERROR no such object\n");
    expect(engine.compress(odd).output).toContain(" ERROR no such object\n");
    const { output } = engine.compress(input.replace(/(file-30\.ts.*)\n/, "$1\n\n"));
    expect(output).toMatch(/files elided \(caveman\) …\n\n… \d+ files elided/);
  });

  test("line ends of Windows do not break a run", () => {
    const { output } = engine.compress(commit("a".repeat(40), 60).replaceAll("\n", "\r\n"));
    expect(output.match(/^… \d+ files elided/gm)).toHaveLength(1);
  });

  test("a psql table of two columns is none", () => {
    const input = ` name       | count\n------------+-------\n${Array.from({ length: 30 }, (_, i) => ` user-${i}     |     ${i}\n`).join("")}(30 rows)\n`;
    expect(engine.detect(input)).not.toBe("diff");
  });
});
