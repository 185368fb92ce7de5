/** The readers of accessibility trees and tool descriptions: true views have no fault, and each lie about one has. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { check } from "./checkers.ts";
import { engine, fixturesOf, unnoticed } from "./lies.ts";

const COLOURS = ["red", "green", "blue"];
/** Two lists of siblings, one of which repeats its names; a text that goes on in a second line. */
const TREE = `- main:
  - listbox "colours":
${Array.from({ length: 40 }, (_, i) => `    - option "${COLOURS[i % 3]}" [ref=e${i}]\n`).join("")}  - list "orders":
    - text: "first line
"second line of it"
${Array.from({ length: 60 }, (_, i) => `    - row "order ${i}" [ref=r${i}]:\n      - cell "${i}"\n      - /url: /o/${i}\n`).join("")}  - contentinfo
`;

const FILLER = "It was written long ago by people who liked long descriptions, e.g. those of Mr. Smith. ";
const TOOLS = JSON.stringify({
  tools: Array.from({ length: 6 }, (_, i) => ({
    name: `tool_${i}`,
    description: `Reads file ${i}. ${FILLER}${FILLER.repeat(i)}The path must be absolute!  See v1.2.3 for it. ${FILLER}`,
    inputSchema: {
      type: "object",
      properties: { path: { type: "string", description: `A path.\n\n${FILLER}${FILLER}` } },
      required: ["path"],
    },
  })),
});

const PAYLOADS = [
  ...fixturesOf("a11y").map((f) => ({ ...f, type: "a11y" })),
  ...fixturesOf("toolschema").map((f) => ({ ...f, type: "toolschema" })),
  { name: "tree", type: "a11y", input: TREE },
  { name: "tools", type: "toolschema", input: TOOLS },
];

describe("types that are asked for by name", () => {
  for (const { name, type, input } of PAYLOADS) {
    test(`${name}: nothing false, nothing open, every lie noticed`, () => {
      const view = engine.compress(input, { type }).output;
      expect(view).toContain("elided (caveman)");
      expect(check(type, view, input).faults).toEqual([]);
      const { told, missed } = unnoticed(type, view, input);
      expect(missed).toEqual([]);
      expect(told).toBeGreaterThan(0);
    });
  }

  const LIES: readonly [string, string, string, (view: string) => string][] = [
    ["a node with another name", "a11y", TREE, (v) => v.replace('"order 59"', '"order 58"')],
    ["a run of nodes one level too high", "a11y", TREE, (v) => v.replace(/^ {4}…/m, "  …")],
    [
      "a marker one node too late",
      "a11y",
      TREE,
      (v) => v.replace(/^(\s*… \d+ nodes elided.*\n)(.*\n)/m, "$2$1"),
    ],
    [
      "colours that change places",
      "a11y",
      TREE,
      (v) => v.replace("red×", "blux×").replace("blue×", "red×").replace("blux×", "blue×"),
    ],
    ["a name that is not there", "a11y", TREE, (v) => v.replace("name: red×", "name: pink×")],
    ["a second line that is lost", "a11y", TREE, (v) => v.replace('"second line of it"\n', "")],
    [
      "a changed constant",
      "toolschema",
      TOOLS,
      (v) => v.replace('"required":["path"]', '"required":["Path"]'),
    ],
    ["a sentence that is lost", "toolschema", TOOLS, (v) => v.replace("The path must be absolute!  ", "")],
    ["a word that is lost", "toolschema", TOOLS, (v) => v.replace("must be absolute", "may be absolute")],
    [
      "a tool that is lost",
      "toolschema",
      TOOLS,
      (v) => v.replace(/,\{"name":"tool_1".*?(?=,\{"name":"tool_2")/, ""),
    ],
    [
      "a sentence too many in a marker",
      "toolschema",
      TOOLS,
      (v) => v.replace(/… 1 sentences/, "… 2 sentences"),
    ],
    ["a key that is lost", "toolschema", TOOLS, (v) => v.replace('"type":"object",', "")],
  ];
  for (const [name, type, input, tell] of LIES) {
    test(`a lie is noticed: ${name}`, () => {
      const view = engine.compress(input, { type }).output;
      const lie = tell(view);
      expect(lie).not.toBe(view);
      expect(check(type, lie, input).faults).not.toEqual([]);
    });
  }

  /** Views of what `payload` makes: none has a fault, and there are enough of them to tell. */
  function held(type: string, payload: fc.Arbitrary<string>): void {
    let views = 0;
    fc.assert(
      fc.property(payload, (input) => {
        const { output, passThrough } = engine.compress(input, { type });
        if (passThrough) return;
        views++;
        expect(check(type, output, input).faults).toEqual([]);
      }),
      { numRuns: 400 },
    );
    expect(views).toBeGreaterThan(100);
  }

  test("property: trees of any indentation, with names of any kind and lines that are no nodes", () => {
    const name = fc.constantFrom(
      "",
      ' "a"',
      ' "b c"',
      ' "the quick brown fox jumps"',
      ' ""',
      ' "q\\"x"',
      ": more",
    );
    const node = fc
      .tuple(
        fc.nat(5),
        fc.constantFrom("- ", "", "[3] ", "uid=4_1 "),
        fc.constantFrom("row", "/url", "'item"),
        name,
      )
      .map(([depth, ...parts]) => " ".repeat(depth) + parts.join(""));
    const lines = fc.array(fc.oneof(node, node, node, fc.constantFrom('"rest of it', "  123", "")), {
      maxLength: 60,
    });
    const repeated = fc.tuple(
      fc.array(node, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 9, max: 30 }),
    );
    held(
      "a11y",
      fc
        .tuple(lines, repeated, lines, fc.constantFrom("", "\n", "\n\n"))
        .map(([a, [some, n], b, end]) => [...a, ...Array(n).fill(some).flat(), ...b].join("\n") + end),
    );
  });

  test("property: descriptions of sentences that end in any way; no tool goes", () => {
    const parts = [
      "It is e.g. so. ",
      "Must be 1. ",
      FILLER,
      "No.",
      "\n\n",
      'Mr. Smith (etc.) said "so." ',
      "lower ",
      "End.) ",
      "a\n \nb ",
    ];
    const prose = fc.array(fc.constantFrom(...parts), { maxLength: 14 }).map((some) => some.join(""));
    held(
      "toolschema",
      fc.array(prose, { minLength: 2, maxLength: 9 }).map((texts) =>
        JSON.stringify(
          texts.map((description, i) => ({
            name: `t${i}`,
            description,
            properties: { default: { description } },
          })),
          null,
          2,
        ),
      ),
    );
  });
});
