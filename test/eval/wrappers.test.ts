/** What is inside of a wrapper is read like the text itself, and a wrapper that changed is noticed. */
import { describe, expect, test } from "bun:test";
import { body, numbered } from "../engine/support/wrapped.ts";
import { check } from "./checkers.ts";
import { engine, fixturesOf, unnoticed } from "./lies.ts";

const WRAPPERS: Readonly<Record<string, (text: string) => string>> = {
  "byte order mark": (text) => `\ufeff${text}`,
  "line numbers": (text) => numbered(text, (n) => `${String(n).padStart(6)}→`),
  "line numbers and a reminder": (text) =>
    `${numbered(text, (n) => `${n}: `)}\n<system-reminder>x</system-reminder>`,
  element: (text) => `<path>src/a</path>\n<file name="a">\n${body(text)}\n</file>\n`,
  fence: (text) => `\`\`\`yaml\n${body(text)}\n\`\`\`\n`,
  prompt: (text) => `me@host:~/dir$ cat it\n${text}`,
  string: (text) => JSON.stringify(text),
  "envelope of a fence": (text) =>
    JSON.stringify({ content: [{ type: "text", text: `\`\`\`\n${body(text)}\n\`\`\`\n` }], isError: false }),
};

const PAYLOADS = [
  ["tabular", "orders.csv"],
  ["tabular", "ls-l.txt"],
  ["config", "pods.yaml"],
  ["config", "crates.lock.toml"],
  ["diff", "with-lock-file.diff"],
  ["json", "orders.json"],
  ["ndjson", "events.ndjson"],
  ["log", "java-traces.log"],
  ["search-result", "grep.txt"],
  ["html", "node-assert.html"],
] as const;

/** Their views are no lines of the original: what the numbers of lines would be, nobody knows. */
const REWRITTEN = ["grep.txt", "node-assert.html"];

describe("wrappers", () => {
  for (const [type, file] of PAYLOADS) {
    const { input } = fixturesOf(type).find(({ name }) => name === `${type}/${file}`) ?? { input: "" };
    for (const [name, wrap] of Object.entries(WRAPPERS)) {
      test(`${file} in ${name}`, () => {
        const wrapped = wrap(input);
        const view = engine.compress(wrapped, { type }).output;
        if (REWRITTEN.includes(file) && name.startsWith("line numbers")) {
          expect(view).toBe(wrapped);
          return;
        }
        expect(view).toContain("elided (caveman)");
        expect(check(type, view, wrapped).faults).toEqual([]);
        expect(unnoticed(type, view, wrapped).missed).toEqual([]);
      });
    }
  }

  test("JSON between lines of a tool's own", () => {
    const { input = "" } = fixturesOf("json").find(({ name }) => name === "json/orders.json") ?? {};
    const wrapped = `npm warn old lockfile\n\n${body(input)}\nnpm notice new version\n`;
    const view = engine.compress(wrapped).output;
    expect(view).toContain("elided (caveman)");
    expect(check("json", view, wrapped).faults).toEqual([]);
    expect(unnoticed("json", view, wrapped).missed).toEqual([]);
    expect(check("json", view.replace("npm notice new", "npm notice old"), wrapped).faults).not.toEqual([]);
  });

  const { input } = fixturesOf("config").find(({ name }) => name === "config/pods.yaml") ?? { input: "" };
  const LIES: readonly (readonly [string, keyof typeof WRAPPERS, (view: string) => string])[] = [
    ["a line of another number", "line numbers", (v) => v.replace(/^ +2→/m, "     3→")],
    ["a line without its number", "line numbers", (v) => v.replace(/^ +2→/m, "")],
    [
      "another reminder",
      "line numbers and a reminder",
      (v) => v.replace("<system-reminder>x", "<system-reminder>y"),
    ],
    ["another element", "element", (v) => v.replace('name="a"', 'name="b"')],
    ["a language that changed", "fence", (v) => v.replace("```yaml", "```toml")],
    ["another command", "prompt", (v) => v.replace("cat it", "cat is")],
    ["an error that is none", "envelope of a fence", (v) => v.replace('"isError":false', '"isError":true')],
  ];
  for (const [name, of, lie] of LIES) {
    test(`caught: ${name}`, () => {
      const wrapped = WRAPPERS[of]?.(input) ?? "";
      const view = engine.compress(wrapped).output;
      expect(lie(view)).not.toBe(view);
      expect(check("config", lie(view), wrapped).faults.length).toBeGreaterThan(0);
    });
  }
});
