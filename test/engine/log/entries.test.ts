/** Which lines belong together: traces and reports are whole, nothing else is swallowed, every character has one entry. */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { cutEntries, type Entries } from "../../../src/engine/log/entries.ts";

function entriesOf(text: string): string[] {
  const { lines, count, firstLine } = cutEntries(text, () => {});
  const at = (line: number): number => (line < lines.count ? (lines.starts[line] as number) : text.length);
  return Array.from({ length: count }, (_, e) =>
    text.slice(at(firstLine[e] as number), at(firstLine[e + 1] as number)),
  );
}

const block = (...lines: string[]): string => `${lines.join("\n")}\n`;

/** One report each, as its tool prints it, between two lines of a log without times. */
const REPORTS: Record<string, string> = {
  java: block(
    'Exception in thread "main" java.lang.IllegalStateException: no pool',
    "\tat com.acme.Pool.get(Pool.java:12)",
    "\tat com.acme.Main.main(Main.java:5)",
    "Caused by: java.io.IOException: reset",
    "\tat com.acme.Net.read(Net.java:7)",
    "\t... 2 more",
  ),
  javascript: block(
    "TypeError: x is not a function",
    "    at run (/app/a.js:1:2)",
    "    at async main (/app/b.js:3:4)",
  ),
  python: block(
    "Traceback (most recent call last):",
    '  File "app.py", line 3, in <module>',
    "    main()",
    "    ~~~~^^",
    "ValueError: bad",
    "",
    "During handling of the above exception, another exception occurred:",
    "",
    "Traceback (most recent call last):",
    '  File "app.py", line 9, in <module>',
    "    fail()",
    "KeyError: 'x'",
  ),
  go: block(
    "panic: runtime error: invalid memory address or nil pointer dereference",
    "[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x1]",
    "",
    "goroutine 1 [running]:",
    "main.run(0x0)",
    "\t/app/main.go:12 +0x1d",
    "exit status 2",
  ),
  rust: block(
    "thread 'main' panicked at src/main.rs:2:5:",
    "called `Option::unwrap()` on a `None` value",
    "stack backtrace:",
    "   0: rust_begin_unwind",
    "             at /rustc/1/library/std/src/panicking.rs:1:5",
    "note: run with `RUST_BACKTRACE=full` for a verbose backtrace.",
  ),
  dotnet: block(
    "Unhandled exception. System.InvalidOperationException: no stock",
    "   at Shop.Stock.Take(String sku) in /app/Stock.cs:line 42",
    " ---> System.IO.IOException: reset",
    "   --- End of inner exception stack trace ---",
  ),
  php: block(
    "PHP Fatal error:  Uncaught Exception: bad in /app/a.php:3",
    "Stack trace:",
    "#0 /app/b.php(7): run()",
    "#1 {main}",
    "  thrown in /app/a.php on line 3",
  ),
  ruby: block(
    "app.rb:2:in 'run': bad (RuntimeError)",
    "\tfrom app.rb:5:in 'main'",
    "\tfrom app.rb:9:in '<main>'",
  ),
  rustc: block(
    "error[E0308]: mismatched types",
    " --> src/main.rs:4:18",
    "  |",
    '4 |     let x: i32 = "a";',
    "  |                  ^^^ expected `i32`, found `&str`",
  ),
  pytest: block(
    "______________________________ test_take ______________________________",
    "",
    "    def test_take():",
    ">       assert 1 == 2",
    "E       assert 1 == 2",
    "",
    "tests/test_a.py:6: AssertionError",
  ),
  jest: block(
    "  ● cart › takes",
    "",
    "    expect(received).toBe(expected)",
    "",
    "    Expected: 2",
    "    Received: 1",
  ),
  terraform: block(
    "  # aws_vpc.main will be created",
    '  + resource "aws_vpc" "main" {',
    "      + id = (known after apply)",
    "    }",
  ),
};

describe("reports are one entry", () => {
  for (const [name, report] of Object.entries(REPORTS)) {
    test(name, () => {
      const after = name === "pytest" ? `${"=".repeat(20)} summary ${"=".repeat(20)}\n` : "all done\n";
      const between = name === "jest" || name === "terraform" ? "\n" : "";
      const found = entriesOf(`started\n${report}${between}${after}`);
      expect(found.map((e) => e.trimEnd())).toEqual(["started", report.trimEnd(), after.trimEnd()]);
    });

    test(`${name}, each line behind the time of a CI runner`, () => {
      if (name === "terraform") return;
      const lines = `started\n${report}`
        .trimEnd()
        .split("\n")
        .map((l, i) => `2026-03-14T09:00:${10 + i}.1234567Z ${l}`);
      expect(entriesOf(block(...lines))).toHaveLength(2);
    });
  }

  test("in a log with times, lines without one belong to the entry above", () => {
    const text = block(
      "2026-03-14 09:00:00 INFO a",
      "2026-03-14 09:00:01 ERROR b",
      "java.io.IOException: reset",
      "\tat a.b.C(C.java:1)",
      "2026-03-14 09:00:02 INFO c",
      "  detail of c",
      "wrapped line of c",
      "",
      "2026-03-14 09:00:03 INFO d",
    );
    expect(entriesOf(text).map((e) => e.split("\n").length - 1)).toEqual([1, 3, 4, 1]);
  });
});

describe("what stands by itself stays by itself", () => {
  const CASES: [string, string, number][] = [
    ["verdicts of jest", block("PASS a.test.js", "  ✓ one (1 ms)", "  ✓ two", "  ✕ three"), 4],
    ["steps of cargo", block("   Compiling a v1.0.0", "   Compiling b v2.0.0", "    Finished dev"), 3],
    ["problems of eslint", block("/app/a.js", "  1:7  error  x", "  2:7  error  y"), 3],
    ["indented lists", block("files:", ...Array.from({ length: 9 }, (_, i) => `  a${i}.ts 12 kB`)), 10],
    ["TAP tests", block("# Subtest: a", "ok 1 - a", "  ---", "  ...", "# Subtest: b", "ok 2 - b"), 2],
    ["lines without times in a log without times", block("one thing", "another thing", "a third"), 3],
    ["an error that looks like unittest's", block("ERROR: job (a.b)", "one", "two", "three"), 3],
    ["a caret of blank lines", "\n\na\n\n\nb\n", 2],
  ];
  for (const [name, text, count] of CASES) test(name, () => expect(entriesOf(text)).toHaveLength(count));
});

function holds(text: string): void {
  const all = entriesOf(text);
  if (text.trim() === "") expect(all).toEqual([]);
  else expect(all.join("")).toBe(text);
}

describe("every character belongs to exactly one entry", () => {
  test("of any text", () => {
    const line = fc.oneof(
      fc.constantFrom(...Object.values(REPORTS).flatMap((r) => r.trimEnd().split("\n"))),
      fc.constantFrom("", " ", "\t", "a", "  a", "2026-03-14 09:00:00 INFO a", "\r", "a\r", "    ", "  ✓ a"),
      fc.string({ unit: "binary", maxLength: 10 }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), fc.boolean(), (lines, end) => {
        holds(lines.join("\n") + (end ? "\n" : ""));
      }),
      { numRuns: 500, seed: 6 },
    );
  });

  test("of the fixtures", () => {
    const folder = join(import.meta.dir, "..", "..", "fixtures", "log");
    for (const name of readdirSync(folder)) holds(readFileSync(join(folder, name), "utf8"));
  });

  test("offsets of heads, times and bodies lie within their lines", () => {
    const folder = join(import.meta.dir, "..", "..", "fixtures", "log");
    for (const name of readdirSync(folder)) {
      const text = readFileSync(join(folder, name), "utf8");
      const { count, headLine, firstLine, timeStart, timeEnd, bodyStart, lines }: Entries = cutEntries(
        text,
        () => {},
      );
      for (let e = 0; e < count; e++) {
        const head = headLine[e] as number;
        expect(head).toBeGreaterThanOrEqual(firstLine[e] as number);
        expect(bodyStart[e]).toBeGreaterThanOrEqual(lines.starts[head] as number);
        expect(bodyStart[e]).toBeLessThanOrEqual(lines.ends[head] as number);
        expect(timeEnd[e]).toBeLessThanOrEqual(bodyStart[e] as number);
        expect(timeStart[e]).toBeLessThanOrEqual(timeEnd[e] as number);
      }
    }
  });
});
