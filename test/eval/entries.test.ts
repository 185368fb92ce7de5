/** Two readers of one definition (docs/reference/logs.md) cut any log alike: the engine, and that of the evaluation. */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { cutEntries } from "../../src/engine/log/entries.ts";
import { messageStart } from "../../src/engine/log/fields.ts";
import { findLevel } from "../../src/engine/log/level.ts";
import { cutBlocks } from "../../src/engine/prose/blocks.ts";
import { entriesOf } from "./readers/log/entries.ts";
import { levelOf, messageOf } from "./readers/log/messages.ts";
import { blocksOf } from "./readers/texts.ts";

const FIXTURES = join(import.meta.dir, "..", "fixtures");
const PROPERTY = { numRuns: Number(process.env.RUNS ?? 2000), endOnFailure: true };

type Cut = ReturnType<typeof cutEntries> | ReturnType<typeof cutBlocks>;

const textsOf = (text: string, { lines, count, firstLine }: Cut): string[] => {
  const at = (line: number): number => (line < lines.count ? (lines.starts[line] as number) : text.length);
  return Array.from({ length: count }, (_, e) =>
    text.slice(at(firstLine[e] as number), at(firstLine[e + 1] as number)),
  );
};

const first = (text: string): string[] =>
  textsOf(
    text,
    cutEntries(text, () => {}),
  );
const second = (text: string): string[] => entriesOf(text).map((entry) => entry.text);
const firstBlocks = (text: string): string[] =>
  textsOf(
    text,
    cutBlocks(text, () => {}),
  );
const secondBlocks = (text: string): string[] => blocksOf(text).map(({ lines }) => lines.join(""));

/** Beginnings that a rule speaks of, and lines that none does. */
const LINES = [
  "",
  "  ",
  "building shop",
  "  detail one",
  "\tat com.acme.A.b(A.java:3)",
  "    at run (/app/a.js:1:2)",
  "Traceback (most recent call last):",
  '  File "a.py", line 3, in f',
  "ValueError: bad",
  "During handling of the above exception, another exception occurred:",
  "Caused by: java.io.IOException: x",
  "panic: boom",
  "goroutine 1 [running]:",
  "main.f(0x1)",
  "exit status 2",
  "thread 'main' panicked at src/a.rs:1:2:",
  "stack backtrace:",
  "   0: std::f",
  "note: run with RUST_BACKTRACE=1",
  "____ test_a ____",
  "E   assert 1",
  "==== 1 failed ====",
  "  ● suite › test",
  "  ✓ adds",
  " FAIL  a.test.ts > adds",
  "AssertionError: no",
  "- Expected",
  "error[E0425]: no x",
  "warning: unused",
  "12 | let x",
  "= note: on by default",
  "PHP Fatal error: x",
  "#0 /a.php(3): f()",
  "Stack trace:",
  "  1) adds",
  "  3 passing",
  "  # a.b will be created",
  '      + resource "a"',
  "---- tests::a stdout ----",
  "test a ... ok",
  "# Subtest: a",
  "ok 1 - a",
  "    ok 2 - b",
  "   Compiling a v1",
  "  ./a1.js 12 bytes",
  "  ./a2.js 13 bytes",
  "--- PASS: TestA (0.00s)",
];
const TIMES = [
  "",
  "",
  "2026-03-14 09:00:00 ",
  "[09:00:01] ",
  "Mar 14 09:00:07 ",
  "web_1  | 09:00:02 ",
  "[   1.234567] ",
];

const line = fc
  .tuple(fc.constantFrom(...TIMES), fc.constantFrom(...LINES))
  .map(([time, content]) => time + content);
const ends = fc.constantFrom("\n", "\n", "\n", "\r\n");
const log = fc
  .array(fc.tuple(line, ends, fc.integer({ min: 1, max: 8 })), { maxLength: 30 })
  .map((lines) =>
    lines.map(([content, end, times]) => (content + end).repeat(times > 6 ? times : 1)).join(""),
  );
const untimed = fc
  .array(fc.tuple(fc.constantFrom(...LINES), fc.integer({ min: 1, max: 9 })), { maxLength: 30 })
  .map((lines) => lines.map(([content, times]) => `${content}\n`.repeat(times > 6 ? times : 1)).join(""));

describe("entries", () => {
  for (const type of ["log", "text"]) {
    for (const name of readdirSync(join(FIXTURES, type))) {
      test(`${type}/${name}: two cuts are one`, () => {
        const text = readFileSync(join(FIXTURES, type, name), "utf8");
        expect(second(text)).toEqual(first(text));
        expect(secondBlocks(text)).toEqual(firstBlocks(text));
      });
    }
  }

  test("property: any lines are cut alike", () => {
    const alike = (text: string): void => {
      expect(second(text)).toEqual(first(text));
      expect(second(text).join("")).toBe(/\S/.test(text) ? text : "");
    };
    fc.assert(fc.property(log, alike), PROPERTY);
    fc.assert(fc.property(untimed, alike), PROPERTY);
  });

  test("property: level and message are where both find them", () => {
    const parts = fc.constantFrom(
      ..."ERROR|error|[info]|(warn)|npm |12 |http|: | - | \\| |[main]|web-01 |sshd[3]|a.b.C|(x)|>|##|[a] [b] [c] |text|  |err|TypeError|=".split(
        /(?<!\\)\|/,
      ),
    );
    const message = fc.array(parts, { maxLength: 24 }).map((words) => words.join("").replaceAll("\\", ""));
    fc.assert(
      fc.property(message, fc.boolean(), (text, timed) => {
        const level = findLevel(text, 0, text.length);
        expect(levelOf(text)?.word ?? null).toBe(level === null ? null : text.slice(...level));
        const start = messageStart(text, level?.[1] ?? 0, text.length, timed);
        expect(messageOf(text, timed)).toBe(text.slice(start));
      }),
      PROPERTY,
    );
  });

  test("property: prose is cut alike", () => {
    const block = fc.constantFrom(
      ..."|# Title|Title|===|---|- item|  - below|    deeper|1. one|* star|```|````|  ```|~~~|\\| a \\| b \\||text that goes on|  indented|###### six|#no".split(
        /(?<!\\)\|/,
      ),
    );
    const prose = fc.array(block, { maxLength: 20 }).map((lines) => lines.join("\n").replaceAll("\\", ""));
    fc.assert(
      fc.property(prose, (text) => {
        expect(secondBlocks(text)).toEqual(firstBlocks(text));
      }),
      PROPERTY,
    );
  });
});
