/** Prose and Markdown: blocks are whole, near-duplicates go, documents stay, retrieval brings a paragraph with its heading. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { Block, cutBlocks } from "../../../src/engine/prose/blocks.ts";
import { compress, select } from "../support/engine.ts";

const FIXTURES = join(import.meta.dir, "..", "..", "fixtures", "text");
const fixture = (name: string): string => readFileSync(join(FIXTURES, name), "utf8");

const NAMES = Object.entries(Block);

/** Blocks as [type, text]. */
function blocksOf(text: string): [string, string][] {
  const { lines, count, types, firstLine } = cutBlocks(text, () => {});
  const at = (line: number): number => (line < lines.count ? (lines.starts[line] as number) : text.length);
  return Array.from({ length: count }, (_, b) => [
    NAMES.find(([, type]) => type === types[b])?.[0] ?? "",
    text.slice(at(firstLine[b] as number), at(firstLine[b + 1] as number)),
  ]);
}

describe("blocks", () => {
  const CASES: [string, string, [string, string][]][] = [
    [
      "paragraphs",
      "a\nb\n\nc\n",
      [
        ["paragraph", "a\nb\n\n"],
        ["paragraph", "c\n"],
      ],
    ],
    [
      "headings",
      "# a\nb\n## c\n",
      [
        ["heading", "# a\n"],
        ["paragraph", "b\n"],
        ["heading", "## c\n"],
      ],
    ],
    [
      "underlined headings",
      "Title\n=====\n\ntext\n",
      [
        ["heading", "Title\n=====\n\n"],
        ["paragraph", "text\n"],
      ],
    ],
    [
      "fenced code with blank lines",
      "a\n\n```ts\nx\n\n# no heading\n\n```\n\nb\n",
      [
        ["paragraph", "a\n\n"],
        ["code", "```ts\nx\n\n# no heading\n\n```\n\n"],
        ["paragraph", "b\n"],
      ],
    ],
    [
      "a fence of tildes around one of backticks",
      "~~~\n```\n~~~\nb\n",
      [
        ["code", "~~~\n```\n~~~\n"],
        ["paragraph", "b\n"],
      ],
    ],
    [
      "a fence that never closes",
      "a\n\n```\nx\n\ny\n",
      [
        ["paragraph", "a\n\n"],
        ["code", "```\nx\n\ny\n"],
      ],
    ],
    [
      "items with what is below them",
      "- a\n  more\n  - sub\n\n  still a\n- b\n",
      [
        ["item", "- a\n  more\n  - sub\n\n  still a\n"],
        ["item", "- b\n"],
      ],
    ],
    [
      "numbered items",
      "1. a\n2. b\n",
      [
        ["item", "1. a\n"],
        ["item", "2. b\n"],
      ],
    ],
    [
      "code below an item",
      "- a\n\n  ```\n  x\n  ```\n- b\n",
      [
        ["item", "- a\n\n  ```\n  x\n  ```\n"],
        ["item", "- b\n"],
      ],
    ],
    [
      "tables",
      "| a | b |\n| - | - |\n| 1 | 2 |\ntext\n",
      [
        ["table", "| a | b |\n| - | - |\n| 1 | 2 |\n"],
        ["paragraph", "text\n"],
      ],
    ],
    ["blank lines at the start", "\n\na\n", [["paragraph", "\n\na\n"]]],
    ["nothing", "\n \n", []],
  ];
  for (const [name, text, expected] of CASES) test(name, () => expect(blocksOf(text)).toEqual(expected));

  test("every character belongs to exactly one block", () => {
    const line = fc.oneof(
      fc.constantFrom(
        "",
        "a b",
        "# h",
        "```",
        "~~~",
        "- a",
        "  - b",
        "1. x",
        "| a |",
        "====",
        "---",
        "    code",
        "> q",
        "\r",
      ),
      fc.string({ unit: "binary", maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), fc.boolean(), (lines, end) => {
        const text = lines.join("\n") + (end ? "\n" : "");
        const blocks = blocksOf(text);
        if (blocks.length > 0) expect(blocks.map(([, b]) => b).join("")).toBe(text);
        else expect(text.trim()).toBe("");
      }),
      { numRuns: 500, seed: 8 },
    );
  });
});

describe("views", () => {
  test("prose in which nothing repeats passes through", () => {
    for (const type of [undefined, "text"]) {
      expect(compress(fixture("prose.txt"), type === undefined ? {} : { type }).passThrough).toBe(true);
    }
  });

  test("sentences that share their small words only are no duplicates", () => {
    const text = Array.from(
      { length: 12 },
      (_, i) =>
        `The ${["cat", "dog", "owl", "fox"][i % 4]} of the ${["sea", "hill", "town"][i % 3]} is on the way to the ${["market", "harbour"][i % 2]}.`,
    ).join("\n\n");
    const output = compress(`${text}\n`).output;
    for (const sentence of new Set(text.split("\n\n"))) expect(output).toContain(sentence);
  });

  test("what is said once is shown; headings stay; code is whole", () => {
    const input = fixture("api.md");
    const { output, method } = compress(input);
    expect(method).toBe("text-paragraphs");
    expect(output).toContain("Entries of the ledger cannot be changed.");
    expect(output.match(/^## /gm)?.length).toBe(input.match(/^## /gm)?.length);
    expect((output.match(/^```/gm)?.length ?? 1) % 2).toBe(0);
    for (const url of input.match(/^curl .*$/gm) ?? []) expect(output).toContain(url);
  });

  test("what is shown and the counts of what is not make up the original", () => {
    for (const name of ["api.md", "minutes.md"]) {
      const input = fixture(name);
      const blocks = blocksOf(input).map(([, b]) => b);
      const view = compress(input).output;
      let at = 0;
      let block = 0;
      while (at < view.length) {
        const run = /^… (\d+) paragraphs elided \(caveman\) …\n/.exec(view.slice(at));
        const said = /^… caveman: elided .* …\n/.exec(view.slice(at));
        const next = blocks[block] ?? "";
        if (run !== null) block += Number(run[1]);
        else if (next !== "" && view.startsWith(next, at)) block++;
        else expect(said).not.toBeNull();
        at += run?.[0].length ?? said?.[0].length ?? next.length;
      }
      expect(block).toBe(blocks.length);
    }
  });

  test("lines without sentences are grouped; what happens once stays", () => {
    const ping = compress(fixture("ping.txt"));
    expect(ping.method).toBe("text-lines");
    expect(ping.output).toContain("Request timeout for icmp_seq 62");
    expect(ping.output).toContain("121 packets transmitted, 120 received, 0.8% packet loss");
    const script = compress(fixture("script-output.txt")).output;
    expect(script).toContain("skipped assets/huge.mov because it is larger than the limit");
  });

  test("a list of names is left alone", () => {
    const names = Array.from({ length: 300 }, (_, i) => `image_${i}.png`).join("\n");
    expect(compress(`${names}\n`, { type: "text" }).passThrough).toBe(true);
  });
});

describe("retrieval", () => {
  test("a paragraph comes with its heading", () => {
    const view = select(fixture("api.md"), "ledger DELETE 405");
    expect(view).toContain("## `/ledger`");
    expect(view).toContain("This is the one endpoint where `DELETE` is answered with 405.");
    expect(view).not.toContain("## `/cart`");
  });

  test("a line of line-oriented text comes alone", () => {
    const view = select(fixture("ping.txt"), "timeout");
    expect(view.split("\n").filter((l) => !l.startsWith("…"))).toEqual(["Request timeout for icmp_seq 62"]);
  });
});
