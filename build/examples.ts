/**
 * Writes docs/examples.md: ten payloads from the fixtures before and after. `bun build/examples.ts`; with `--check` it
 * only says whether the page is what it would write.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES } from "../src/engine/contract.ts";
import { createEngine } from "../src/engine/engine.ts";
import { createSyntax } from "../src/grammars/syntax.ts";
import { countTokens } from "../src/tokens/counter.ts";

const ROOT = join(import.meta.dir, "..");
const PAGE = join(ROOT, "docs", "examples.md");

/** Lines of a payload and of its view that the page shows, and characters of one line. */
const BEFORE_LINES = 10;
const AFTER_LINES = 60;
const BEFORE_CHARS = 180;
const AFTER_CHARS = 1200;

const EXAMPLES: readonly (readonly [title: string, fixture: string])[] = [
  ["Pods as JSON (`kubectl get pods -o json`)", "json/kubectl-pods.json"],
  ["A linter's report", "json/eslint.json"],
  ["Orders as CSV", "tabular/orders.csv"],
  ["A test run with failures (pytest)", "log/pytest.log"],
  ["An application's log with traces", "log/python-app.log"],
  ["Compiler errors (tsc)", "log/tsc.log"],
  ["A search over a source tree", "search-result/grep.txt"],
  ["A commit with a lock file", "diff/dependency.diff"],
  ["A source file", "code/argparse.py.txt"],
  ["What a progress bar leaves in a terminal", "terminal/progress.term"],
];

const clip = (line: string, most: number): string =>
  line.length <= most ? line : `${line.slice(0, most)} [line goes on: ${line.length - most} more characters]`;

function block(text: string, most: number, chars: number): string {
  const lines = text
    .replace(/\n$/, "")
    .replace(/[\x00-\x08\x0b-\x1f\x7f]/g, "␛")
    .split("\n");
  const shown = lines.slice(0, most).map((line) => clip(line, chars));
  if (lines.length > most) shown.push(`[${lines.length - most} more lines]`);
  return `~~~~text\n${shown.join("\n")}\n~~~~`;
}

const syntax = createSyntax();
for (const language of LANGUAGES) await syntax.load(language);
const engine = createEngine({ countTokens: (text) => countTokens(text), syntax });

const parts = EXAMPLES.map(([title, fixture], i) => {
  const input = readFileSync(join(ROOT, "test", "fixtures", fixture), "utf8");
  const t = engine.compress(input, { hint: "tool" });
  const removed = ((1 - t.tokensAfter / t.tokensBefore) * 100).toFixed(1);
  return `## ${i + 1}. ${title}\n\n\`test/fixtures/${fixture}\`: ${t.tokensBefore} tokens before, ${t.tokensAfter} after: ${removed} % removed (${t.contentType}, ${t.method}).\n\nBefore:\n\n${block(input, BEFORE_LINES, BEFORE_CHARS)}\n\nAfter:\n\n${block(t.output, AFTER_LINES, AFTER_CHARS)}\n`;
});

const page = `# Ten payloads before and after

Written by \`bun build/examples.ts\` from the fixtures; a test holds it against the engine. Token counts are o200k_base.
Lines in square brackets at the end of a block or of a line are this page's own: they only keep the page short. Everything
else in an "after" block is what the model sees. Markers begin and end with \`…\`; their grammar is in
[reference/markers.md](reference/markers.md). Every original comes back byte for byte from its handle.

${parts.join("\n")}`;

if (process.argv.includes("--check")) {
  const same = readFileSync(PAGE, "utf8") === page;
  console.log(same ? "docs/examples.md is current" : "docs/examples.md is stale: run bun build/examples.ts");
  process.exitCode = same ? 0 : 1;
} else {
  writeFileSync(PAGE, page);
  console.log(`docs/examples.md: ${EXAMPLES.length} examples`);
}
