/** Wrappers that tools put around a text: seen through, kept, and told apart from content that looks like them. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createEngine } from "../../../src/engine/engine.ts";
import { alignLines } from "../../../src/engine/wrappers/align.ts";
import { innermost, unwrap } from "../../../src/engine/wrappers/unwrap.ts";

const engine = createEngine({ countTokens: (t) => ({ tokens: Math.ceil(t.length / 4), estimated: false }) });

const LOG = Array.from(
  { length: 300 },
  (_, i) =>
    `2026-03-14 09:${String(Math.floor(i / 60)).padStart(2, "0")}:${String(i % 60).padStart(2, "0")} INFO worker finished job ${i}`,
).join("\n");
const ROWS = JSON.stringify(
  Array.from({ length: 200 }, (_, i) => ({ id: `ord-${i}`, state: "paid", amount: i })),
);

const numbered = (text: string, form: (n: number) => string, from = 1): string =>
  text
    .split("\n")
    .map((line, i) => form(from + i) + line)
    .join("\n");

/** Name, wrapped text, what is inside. */
const WRAPPERS: [string, string, string][] = [
  ["arrows", numbered(LOG, (n) => `${String(n).padStart(6)}→`), LOG],
  ["arrows from line 501 on", numbered(LOG, (n) => `${String(n).padStart(6)}→`, 501), LOG],
  ["tabs", numbered(LOG, (n) => `${String(n).padStart(6)}\t`), LOG],
  ["bars", numbered(LOG, (n) => `${String(n).padStart(5, "0")}| `), LOG],
  ["colons", numbered(LOG, (n) => `${n}: `), LOG],
  [
    "a gutter and a reminder behind it",
    `${numbered(LOG, (n) => `${n}→`)}\n\n<reminder>\nbe careful\n</reminder>\n`,
    `${LOG}\n`,
  ],
  ["an element", `<file path="a/b.log" lines="300">\n${LOG}\n</file>\n`, `${LOG}\n`],
  [
    "an element behind fields",
    `<path>/a/b.log</path>\n<type>file</type>\n<content>\n${LOG}\n</content>`,
    `${LOG}\n`,
  ],
  ["a fence", `\`\`\`text\n${LOG}\n\`\`\`\n`, `${LOG}\n`],
  ["a prompt", `$ journalctl -u worker | tail -300\n${LOG}\n`, `${LOG}\n`],
  ["a long prompt", `ann@host:~/src/app$ cat a.log\n${LOG}\n`, `${LOG}\n`],
  ["remarks around JSON", `npm warn old lockfile\n\n${ROWS}\nnpm notice new version\n`, ROWS],
  ["a JSON string", JSON.stringify(ROWS), ROWS],
  ["an MCP result", JSON.stringify({ content: [{ type: "text", text: LOG }], isError: false }, null, 2), LOG],
  [
    "an MCP response",
    JSON.stringify({ jsonrpc: "2.0", id: 1, result: { content: [{ type: "text", text: ROWS }] } }),
    ROWS,
  ],
  ["the output of a command", JSON.stringify({ stdout: LOG, stderr: "", exit_code: 0 }), LOG],
  [
    "a gutter in an element",
    `<file>\n${numbered(LOG, (n) => `${String(n).padStart(5, "0")}| `)}\n</file>`,
    `${LOG}\n`,
  ],
];

describe("seen through", () => {
  for (const [name, wrapped, inside] of WRAPPERS) {
    test(name, () => expect(innermost(wrapped)).toBe(inside));
  }
});

describe("kept in the view", () => {
  for (const [name, wrapped] of WRAPPERS) {
    test(name, () => {
      const result = engine.compress(wrapped);
      expect(result.passThrough).toBe(false);
      expect(result.output.length).toBeLessThan(wrapped.length / 3);
      // The first words of both, and again nothing to do.
      const start =
        /^(?:\s*\d+(?:→|\t|\| |: )|<[^>]*>|```text|\$ \S+|ann@host|npm warn|"|\{\s*"\w+")/.exec(
          wrapped,
        )?.[0] ?? "?";
      expect(result.output.startsWith(start)).toBe(true);
      expect(engine.compress(result.output).passThrough).toBe(true);
    });
  }

  test("JSON around a view is still JSON", () => {
    const wrapped = JSON.stringify({ content: [{ type: "text", text: LOG }], isError: false });
    const view = JSON.parse(engine.compress(wrapped).output) as {
      content: { text: string }[];
      isError: boolean;
    };
    expect(view.isError).toBe(false);
    expect(view.content[0]?.text).toContain("lines elided (caveman)");
  });

  test("line numbers stay true", () => {
    const from = 70;
    const lines = LOG.split("\n");
    lines[150] = "2026-03-14 09:02:30 ERROR worker crashed";
    const wrapped = numbered(lines.join("\n"), (n) => `${String(n).padStart(6)}→`, from);
    const view = engine.compress(wrapped).output.split("\n");
    const shown = view.filter((l) => l.includes("→"));
    expect(shown.length).toBeGreaterThan(2);
    for (const line of shown) {
      const [, n = "", text = ""] = /^ *(\d+)→(.*)$/.exec(line) ?? [];
      expect(lines[Number(n) - from]).toBe(text);
    }
    expect(shown.join("\n")).toContain("   220→2026-03-14 09:02:30 ERROR worker crashed");
  });
});

describe("retrieval sees through them too, and gives slices of the original", () => {
  for (const [name, wrapped] of WRAPPERS) {
    test(name, () => {
      const isRows = innermost(wrapped) === ROWS;
      const view = engine.select(wrapped, isRows ? "ord-137" : '"job 137"');
      expect(view.length).toBeLessThan(wrapped.length / 4);
      expect(view).toContain(isRows ? "ord-137" : "job 137");
      for (const line of view.split("\n")) {
        if (line !== "… [caveman: non-adjacent] …") expect(wrapped).toContain(line);
      }
    });
  }

  test("a record of a numbered file comes with its number", () => {
    const wrapped = numbered(LOG, (n) => `${String(n).padStart(6)}→`);
    expect(engine.select(wrapped, '"job 137"').split("\n")).toContain(
      "   138→2026-03-14 09:02:17 INFO worker finished job 137",
    );
  });
});

describe("content that only looks like a wrapper", () => {
  const CASES: [string, string][] = [
    ["TSV that counts up", "1\tann\tx\n2\tbob\ty\n3\tcid\tz\n"],
    ["numbers that do not count up", "3→a\n5→b\n"],
    ["grep -n of neighbouring lines", "12:foo\n13:bar\n14:baz\n"],
    ["Markdown with two blocks", "```js\na()\n```\ntext\n```js\nb()\n```\n"],
    ["Markdown that goes on", "```js\na()\n```\nand so on\n"],
    ["HTML", "<div>\ntext\n</div>\n"],
    ["two files", "<file>\na\n</file>\n<file>\nb\n</file>\n"],
    ["a session of several commands", "$ ls\na\nb\n$ pwd\n/home\n"],
    ["JSON amid prose", `an array:\n[1, 2, 3]\n${"and so on, as it were. ".repeat(9)}\n`],
    ["two documents", `first\n${ROWS}\nsecond\n${ROWS}\n`],
    ["lines that begin with a bracket", "started\n[1] one\n[2] two\n[3] three\n"],
    ["a heading", "# install it\nsome text\n"],
    [
      "a JSON string of one line",
      JSON.stringify("just a sentence, although it is longer than most of them are"),
    ],
    [
      "a JSON document with a text among others",
      JSON.stringify({ text: "a\nb", rows: Array(90).fill("some other text") }),
    ],
    ["a broken JSON string", `"${"a\\n".repeat(60)}`],
  ];
  for (const [name, text] of CASES) test(name, () => expect(unwrap(text)).toBeNull());
});

test("no wrapper of a megabyte of the same keeps anyone busy: quadratic time would take hours", () => {
  const n = 1 << 20;
  const shapes = [
    `\`\`\`\n${"\n".repeat(n)}x\n\`\`\`\n`,
    `\`\`\`\n${"`` ".repeat(n / 4)}\n\`\`\`\n`,
    `<file>\n${"<fil".repeat(n / 4)}\n</file>\n`,
    `<file a="${"x".repeat(n)}`,
    "<a>b</a>\n".repeat(n / 9),
    `$ ls\n${"\n".repeat(n)}x`,
    Array.from({ length: n / 8 }, (_, i) => `${i + 1}→`).join("\n"),
    JSON.stringify("a\n".repeat(n / 2)),
    `{${'"text":"a",'.repeat(n / 11)}"x":1}`,
  ];
  for (const shape of shapes) {
    const wrapped = unwrap(shape);
    if (wrapped !== null) expect(wrapped.outer(wrapped.inner.length)).toBeLessThanOrEqual(shape.length);
  }
}, 60_000);

describe("alignment of a view with its lines", () => {
  const gap = (n: number, noun = "lines"): string => `… ${n} ${noun} elided (caveman) …`;

  test("counts of lines decide, also where lines repeat", () => {
    const lines = ["a", "x", "x", "x", "b"];
    expect([...(alignLines(lines, ["a", gap(2), "x", "b"]) ?? [])]).toEqual([0, -1, 3, 4]);
  });

  test("where units are no lines, only one possible place counts", () => {
    const lines = ["a", "x", "y", "x", "z", "b"];
    expect([...(alignLines(lines, ["a", gap(1, "entries"), "y", "x", "z", "b"]) ?? [])]).toEqual([
      0, -1, 2, 3, 4, 5,
    ]);
    const twice = ["a", "q", "x", "y", "x", "z", "b"];
    expect(alignLines(twice, ["a", gap(1, "entries"), "x", gap(1, "entries"), "b"])).toBeNull();
  });

  test("lines that are not the text's are no view of it", () => {
    expect(alignLines(["a", "b"], ["a", "c"])).toBeNull();
    expect(alignLines(["a", "b", "c"], ["a", "c"])).toBeNull();
  });

  test("whatever is left out: an answer is the truth", () => {
    const line = fc.constantFrom("a", "b", "c", "");
    fc.assert(
      fc.property(
        fc.array(fc.tuple(line, fc.boolean()), { minLength: 1, maxLength: 30 }),
        fc.boolean(),
        (input, counted) => {
          const lines = input.map(([l]) => l);
          const view: string[] = [];
          const truth: number[] = [];
          for (let i = 0; i < input.length; ) {
            if (input[i]?.[1] === true) {
              view.push(lines[i] as string);
              truth.push(i++);
              continue;
            }
            let n = 0;
            while (i < input.length && input[i]?.[1] === false) {
              n++;
              i++;
            }
            view.push(gap(n, counted ? "lines" : "entries"));
            truth.push(-1);
          }
          const origins = alignLines(lines, view);
          if (origins !== null) expect([...origins]).toEqual(truth);
          else expect(counted).toBe(false);
        },
      ),
      { numRuns: 500, seed: 5 },
    );
  });
});

describe("a byte order mark, as Windows programs write it", () => {
  const csv = `id,state,amount\r\n${Array.from({ length: 200 }, (_, i) => `ord-${i},paid,${i}.50`).join("\r\n")}\r\n`;

  test.each([
    ["JSON", ROWS],
    ["CSV", csv],
    ["log", LOG],
  ])("is seen through: %s", (_, text) => {
    const view = engine.compress(`\ufeff${text}`);
    expect(view.passThrough).toBe(false);
    expect(view.output).toBe(engine.compress(text).output);
    expect(engine.compress(view.output).passThrough).toBe(true);
  });

  test("and slices of the original stand where they stood", () => {
    const original = `\ufeff${csv}`;
    const selected = engine.select(original, "ord-77");
    expect(selected).toContain("ord-77,paid,77.50");
    for (const slice of selected.split("… [caveman: non-adjacent] …"))
      expect(original).toContain(slice.trim());
  });

  test("but what holds nothing to shorten keeps it", () => {
    expect(engine.compress("\ufeffhello")).toMatchObject({ output: "\ufeffhello", passThrough: true });
  });
});
