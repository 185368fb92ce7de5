/**
 * Writes docs/before-after.svg, the picture in the README: a payload as an agent's tool returns it beside the view of it.
 * `bun build/picture.ts`; with `--check` it only says whether the picture is what it would write.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createEngine } from "../src/engine/engine.ts";
import { countTokens } from "../src/tokens/counter.ts";

const ROOT = join(import.meta.dir, "..");
const PICTURE = join(ROOT, "docs", "before-after.svg");
const FIXTURE = "log/python-app.log";

const COLUMNS = 74;
const ROWS = 30;
const LINE_HEIGHT = 15;
const CHAR_WIDTH = 6.65;
const PANEL = Math.ceil(COLUMNS * CHAR_WIDTH) + 24;

const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Wraps markers, which are long, and cuts everything else: the picture shows the shape, examples.md the text. */
function rows(text: string): { text: string; marker: boolean }[] {
  return text.split("\n").flatMap((line) => {
    const marker = line.startsWith("… ");
    if (!marker) return [{ text: line.slice(0, COLUMNS), marker }];
    const out: { text: string; marker: boolean }[] = [];
    for (let at = 0; at < line.length; at += COLUMNS)
      out.push({ text: line.slice(at, at + COLUMNS), marker });
    return out;
  });
}

function panel(x: number, title: string, lines: readonly { text: string; marker: boolean }[]): string {
  const body = lines
    .map(
      (line, i) =>
        `<text x="${x + 12}" y="${62 + i * LINE_HEIGHT}" class="${line.marker ? "m" : "t"}" xml:space="preserve">${escapeXml(line.text)}</text>`,
    )
    .join("\n");
  return `<rect x="${x}" y="8" width="${PANEL}" height="${ROWS * LINE_HEIGHT + 58}" rx="6" class="p"/>
<text x="${x + 12}" y="34" class="h">${escapeXml(title)}</text>
${body}`;
}

const input = readFileSync(join(ROOT, "test", "fixtures", FIXTURE), "utf8");
const { output, tokensBefore, tokensAfter } = createEngine({
  countTokens: (text) => countTokens(text),
}).compress(input, { hint: "tool" });
const before = rows(input).slice(0, ROWS - 1);
before.push({ text: `(${input.split("\n").length - before.length} more lines)`, marker: false });
const all = rows(output.trimEnd());
// Head and tail of the view: the last marker says the most.
const tail = all.slice(-10);
const after = [
  ...all.slice(0, ROWS - 11),
  { text: "(the traces of three more jobs)", marker: false },
  ...tail,
];

const width = PANEL * 2 + 24;
const height = ROWS * LINE_HEIGHT + 74;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A log of ${tokensBefore} tokens beside its view of ${tokensAfter} tokens">
<style>
.p{fill:#fbfaf7;stroke:#c9c4b8}.h{font:600 14px system-ui,sans-serif;fill:#1d1d1b}
.t,.m{font:11px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#33322e}.m{fill:#8a3b12;font-weight:600}
@media(prefers-color-scheme:dark){.p{fill:#1b1b1a;stroke:#45433d}.h{fill:#f0eee8}.t{fill:#d5d2c9}.m{fill:#f0a36b}}
</style>
${panel(8, `What the tool returned: ${tokensBefore} tokens`, before)}
${panel(PANEL + 16, `What the model reads: ${tokensAfter} tokens`, after)}
</svg>
`;

if (process.argv.includes("--check")) {
  const same = readFileSync(PICTURE, "utf8") === svg;
  console.log(
    same ? "docs/before-after.svg is current" : "docs/before-after.svg is stale: run bun build/picture.ts",
  );
  process.exitCode = same ? 0 : 1;
} else {
  writeFileSync(PICTURE, svg);
  console.log(`docs/before-after.svg: ${tokensBefore} tokens, ${tokensAfter} tokens`);
}
