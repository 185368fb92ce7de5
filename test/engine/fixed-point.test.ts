/** Promise 2 where it is hard to keep: views without markers, whose text another compressor might shorten. */
import { describe, expect, test } from "bun:test";
import { LANGUAGES } from "../../src/engine/contract.ts";
import { createEngine } from "../../src/engine/engine.ts";
import { createSyntax } from "../../src/grammars/syntax.ts";
import { tokensOf } from "./support/engine.ts";

const syntax = createSyntax();
for (const language of LANGUAGES) await syntax.load(language);
const engine = createEngine({
  countTokens: (text) => ({ tokens: tokensOf(text), estimated: false }),
  syntax,
});

const python = `import os\nimport sys\n\n${Array.from(
  { length: 30 },
  (_, i) =>
    `def read_part_${i}(path, size=${i}):\n    """Reads part ${i}."""\n    with open(path) as handle:\n        data = handle.read(size)\n    if not data:\n        return None\n    return os.linesep.join(sys.argv + [data])\n`,
).join("\n")}`;
const coloured = python.replace(/\b(?:def|with|if|return|import)\b/g, "\x1b[38;5;81m$&\x1b[0m");
const escaped = python.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const page = `<!doctype html><html><body><main><pre>${escaped}</pre></main></body></html>`;
const config =
  "# Runs on every push.\non:\n  push:\n    branches: [main]\n\njobs:\n  test:\n    steps:\n".repeat(3);

describe("a view is left alone", () => {
  test.each([
    ["a source with colours", coloured, undefined, undefined],
    ["a source with colours, asked about", coloured, undefined, "read_part_7 error"],
    [
      "a source that somebody calls a terminal's",
      python.replace("import os", "import os\r"),
      "terminal",
      undefined,
    ],
    ["a page that is a source", page, undefined, undefined],
    [
      "a configuration with one tag that somebody calls a page",
      `# Runs often.\n  name: ci\n  on: push p<pre>ull: 1\n${config}`,
      "html",
      undefined,
    ],
    [
      "a page about tags",
      `<p>${"Use it so. ".repeat(30)}</p><pre>&lt;b&gt;a&lt;/b&gt;</pre>`,
      "html",
      undefined,
    ],
  ])("%s", (_, input, type, query) => {
    const view = engine.compress(input, { ...(type && { type }), ...(query && { query }) });
    const asked = { type: view.contentType };
    for (const options of view.passThrough ? [asked] : [asked, {}, { query: "linesep" }]) {
      const again = engine.compress(view.output, options);
      expect(again.output).toBe(view.output);
      expect(again.passThrough).toBe(true);
    }
  });

  test("a coloured source is outlined like a plain one", () => {
    const view = engine.compress(coloured);
    expect(view.method).toBe("terminal-screen+code-outline");
    expect(view.output).toContain("def read_part_29(path, size=29):\n");
    expect(view.output).not.toContain("handle.read(size)");
  });

  test.each(["{}", "  {}  ", "\ufeff{}", "\ufeff\n{ }\n", "\x1b[0m\x1b[1m\x1b[0m", "```json\n{\n}\n```"])(
    "nothing is shown as nothing: %j",
    (input) => {
      expect(engine.compress(input).output).not.toBe("");
      expect(engine.compress(input, { type: "json" }).output).not.toBe("");
    },
  );

  test("a text without a single tag is no page, whoever calls it one", () => {
    expect(engine.compress(config, { type: "html" }).passThrough).toBe(true);
  });
});

describe("what one compressor shows whole, another one does not cut", () => {
  test("a hit stands below its own path", () => {
    const block = (b: number): string =>
      [0, 1, 2].map((i) => `src/part-${b % 3}.ts:${10 * b + i}:value now ${i}\n`).join("");
    const input = Array.from({ length: 30 }, (_, b) => block(b)).join("Binary file z matches\n");
    const { method } = engine.compress(input, { type: "search-result" });
    expect(method).toMatch(/^(?:passthrough|search-)/);
  });

  test("tools that have nothing to shorten all stay", () => {
    const tools = Array.from({ length: 12 }, (_, i) => ({
      name: `t${i}`,
      description: "Does one thing.",
      inputSchema: { type: "object", properties: { a: { type: "string" } } },
    }));
    const { output } = engine.compress(JSON.stringify({ tools }, null, 2), { type: "toolschema" });
    for (const { name } of tools) expect(output).toContain(`"${name}"`);
  });
});
