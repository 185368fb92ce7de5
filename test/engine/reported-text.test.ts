/** What people have reported about tools of this kind, for texts: it must not happen here. Records: reported.test.ts. */
import { describe, expect, test } from "bun:test";
import { detectType } from "../../src/engine/detect/detect.ts";
import { compress } from "./support/engine.ts";

const many = (n: number, make: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => make(i)).join("");
const time = (i: number): string =>
  `2026-05-03T10:${String(Math.floor(i / 60) % 60).padStart(2, "0")}:${String(i % 60).padStart(2, "0")}Z`;

describe("search results", () => {
  test("two hits of one file are never fused", () => {
    const input =
      "src/a.ts:3:const a = 1;\nsrc/a.ts:4:const b = 2;\nsrc/a.ts:90:const c = 3;\nsrc/b.ts:1:const d = 4;\n";
    const { output } = compress(input, { type: "search-result" });
    for (const hit of ["3:const a = 1;", "4:const b = 2;", "90:const c = 3;"])
      expect(output.split("\n")).toContain(hit);
  });

  test("a date or a number in a path is no line number", () => {
    const input =
      many(3, (i) => `logs/2026-05-03/app.log:${12 + i}:request ${i}\n`) +
      many(3, (i) => `CVE-2021-44228.md:${8 + i}:affected ${i}\n`);
    const { output } = compress(input, { type: "search-result" });
    expect(output).toContain("logs/2026-05-03/app.log\n12:request 0\n");
    expect(output).toContain("CVE-2021-44228.md\n8:affected 0\n");
    const context = "logs/2026-05-03/app.log-11-before\nlogs/2026-05-03/app.log:12:hit\n";
    expect(compress(context.repeat(3), { type: "search-result" }).output).toContain(
      "logs/2026-05-03/app.log\n11-before\n12:hit\n",
    );
  });
});

describe("what is taken for something else", () => {
  test("truncated JSON is no log", () => {
    const whole = JSON.stringify(
      Array.from({ length: 200 }, (_, i) => ({ ts: time(i), level: "info", msg: `done ${i}` })),
      null,
      1,
    );
    const cut = whole.slice(0, whole.length - 50);
    expect(detectType(cut)).not.toBe("log");
    expect(compress(cut).output).toBe(cut);
  });

  test("code in <output> tags is no HTML", () => {
    const code = many(
      12,
      (i) => `export function f${i}(a: Array<number>): number {\n  return a.length + ${i};\n}\n`,
    );
    expect(detectType(`<output>\n${code}</output>\n`)).not.toBe("html");
  });

  test("what set -x prints is no diff", () => {
    const trace = many(20, (i) => `+ echo step ${i}\n++ date\n+++ dirname /srv/x\n--- done ${i}\n`);
    expect(detectType(trace)).not.toBe("diff");
  });
});

describe("diffs", () => {
  test("changes that begin with - or + and blank lines that change are no context", () => {
    const body = [
      " one",
      " two",
      " three",
      " four",
      "--- removed comment",
      "+++ added line",
      "-",
      "+",
      " five",
      " six",
      " seven",
      " eight",
    ];
    const input = `--- a/x.sql\n+++ b/x.sql\n@@ -1,10 +1,10 @@\n${body.map((l) => `${l.length > 2 && l.startsWith(" ") ? `${l} is a line that does not change` : l}\n`).join("")}`;
    const { output, passThrough } = compress(input, { type: "diff" });
    expect(passThrough).toBe(false);
    expect(output).toContain("--- removed comment\n+++ added line\n-\n+\n");
    expect(output.match(/… 4 lines elided \(caveman\) …/g)).toHaveLength(2);
  });
});

describe("prose", () => {
  test("a fenced block is shown whole or not at all", () => {
    const block = (i: number): string => `\`\`\`sh\nrun --part ${i}\n\nthen --wait\n\`\`\`\n\n`;
    const input = `# Steps\n\n${many(40, (i) => `Run the part number ${i} of the long job and wait for it.\n\n${block(i)}`)}`;
    const { output } = compress(input, { type: "text" });
    expect(output.split("```").length % 2).toBe(1);
    for (const [, inside] of output.matchAll(/```sh\n([\s\S]*?)```/g))
      expect(inside).toMatch(/^run --part \d+\n\nthen --wait\n$/);
  });

  test("a description is not cut at e.g.", () => {
    const filler = "It was written long ago by people who liked to write very much. ".repeat(4);
    const tool = {
      name: "read",
      description: `Reads one file, e.g. a source file, i.e. text. ${filler}`,
      inputSchema: { type: "object" },
    };
    const { output } = compress(JSON.stringify([tool]), { type: "toolschema" });
    expect(output).toContain("Reads one file, e.g. a source file, i.e. text. … ");
  });
});

describe("logs", () => {
  test("words in a message forge no fact", () => {
    const input = many(80, (i) => `ts=${time(i)} level=info msg="retry state=failed" id=${i}\n`);
    const { output, passThrough } = compress(input);
    expect(passThrough).toBe(false);
    expect(output).not.toMatch(/(?:all|,) state=failed|state: failed/);
  });

  test("a key that a line holds twice is not counted once", () => {
    const input = many(80, (i) => `ts=${time(i)} level=info tag=a tag=${i % 2 ? "b" : "c"} id=${i}\n`);
    expect(compress(input).output).not.toMatch(/tag=a[,;]|tag: /);
  });

  test("an error before a carriage return is not lost", () => {
    const input = `start\n${many(60, (i) => `\rcopied ${i} files`)}\rerror: disk is full\r${many(20, (i) => `\rcopied ${60 + i} files`)}\ndone\n`;
    expect(compress(input, { type: "terminal" }).output).toContain("error: disk is full");
  });

  test("of 60 stack traces whole ones stay, one of each kind at least", () => {
    const kinds = ["NullPointerException: user", "TimeoutException: db", "IllegalStateException: closed"];
    const input = many(
      60,
      (i) =>
        `${time(i)} ERROR worker-${i} java.lang.${kinds[i % 3]}\n${many(8, (k) => `\tat com.acme.part${i % 3}.Step${k}.run(Step${k}.java:${10 + k})\n`)}`,
    );
    const { output, passThrough } = compress(input, { type: "log" });
    expect(passThrough).toBe(false);
    for (const [n, kind] of kinds.entries()) {
      expect(output).toContain(kind);
      expect(output).toContain(
        many(8, (k) => `\tat com.acme.part${n}.Step${k}.run(Step${k}.java:${10 + k})\n`),
      );
    }
    expect(output).toMatch(/ERROR×60|level=ERROR/);
  });
});
