/** Whatever is in a wrapper has the type that it has without: every kind of wrapper around every kind of content. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { detectType } from "../../../src/engine/detect/detect.ts";
import { FORMS } from "../detect/forms/index.ts";
import { body, numbered } from "../support/wrapped.ts";

const WRAPPERS: Readonly<Record<string, (text: string) => string>> = {
  arrows: (text) => numbered(text, (n) => `${String(n).padStart(6)}→`),
  tabs: (text) => numbered(text, (n) => `${n}\t`),
  bars: (text) => numbered(text, (n) => `${String(n).padStart(5, "0")}| `),
  "an element": (text) => `<file path="src/a.txt">\n${body(text)}\n</file>\n`,
  "output tags": (text) => `<output>\n${body(text)}\n</output>`,
  "a fence": (text) => `\`\`\`\n${body(text)}\n\`\`\`\n`,
  "a fence with a language": (text) => `~~~text\n${body(text)}\n~~~\n`,
  "a string": (text) => JSON.stringify(text),
  "a result of MCP": (text) => JSON.stringify({ content: [{ type: "text", text }], isError: false }),
  "a response of MCP": (text) =>
    JSON.stringify({ jsonrpc: "2.0", id: 7, result: { content: [{ type: "text", text }] } }),
  "what a command wrote": (text) => JSON.stringify({ stdout: text, stderr: "", exit_code: 0 }),
  "a prompt": (text) => `$ make it\n${text}`,
  "a prompt with a host": (text) => `ann@host:~/src/app$ make it --all\n${text}`,
  "a prompt of PowerShell": (text) => `PS C:\\Users\\ann> make-it -All\n${text}`,
  "a gutter in a fence in a result": (text) =>
    JSON.stringify({
      content: [
        { type: "text", text: `\`\`\`\n${numbered(text, (n) => `${String(n).padStart(4)}→`)}\`\`\`\n` },
      ],
    }),
};

const fixture = (path: string): string =>
  readFileSync(join(import.meta.dir, "..", "..", "fixtures", path), "utf8");
const form = (name: string): string => FORMS[name]?.of(40) ?? "";

const CONTENTS: Readonly<Record<string, readonly [type: string, text: string]>> = {
  JSON: ["json", fixture("json/orders.json")],
  "JSON on one line": ["json", JSON.stringify(JSON.parse(fixture("json/orders.json")))],
  NDJSON: ["ndjson", fixture("ndjson/events.ndjson")],
  CSV: ["tabular", fixture("tabular/orders.csv")],
  "a drawn table": ["tabular", form("sqlite3 box")],
  columns: ["tabular", form("docker images")],
  log: ["log", fixture("log/java-traces.log")],
  code: ["code", fixture("code/outline.ts.txt")],
  diff: ["diff", fixture("diff/with-lock-file.diff")],
  hits: ["search-result", fixture("search-result/grep.txt")],
  HTML: ["html", fixture("html/node-assert.html")],
  YAML: ["config", fixture("config/pods.yaml")],
  "lists of YAML": ["config", form("YAML, lists of lists")],
};

describe("the type of what is inside", () => {
  for (const [name, [type, text]] of Object.entries(CONTENTS)) {
    test(name, () => {
      const seen = Object.entries(WRAPPERS).map(([wrapper, wrap]) => [wrapper, detectType(wrap(text))]);
      expect(seen).toEqual(Object.keys(WRAPPERS).map((wrapper) => [wrapper, type]));
    });
  }
});
