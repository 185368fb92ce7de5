/** The readers of JSON, NDJSON and TOON: true views have no fault, and each lie about one has, wherever in the tree. */
import { describe, expect, test } from "bun:test";
import { check } from "./checkers.ts";
import { engine, fixturesOf, unnoticed } from "./lies.ts";

const list = <T>(n: number, of: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => of(i));
const rows = (n: number, k: number): object[] =>
  list(n, (i) => ({
    identification_number: `r-${k}-${i + 100}`,
    current_state: i % 3 ? "open" : "done",
    amount_of_money: (i * k) % 50,
    error_message: i % 9 === 0 ? `error ${i}, failed` : "none",
  }));

const written = (value: unknown): string => JSON.stringify(value, null, 1);

const TREES: Readonly<Record<string, string>> = {
  "tables inside of lists": written({
    title: "a: b",
    share: 2.5,
    groups: [
      { rows: rows(60, 3), name: "one", labels: ["a", "b,c"] },
      { name: "two", labels: [], rows: rows(60, 4) },
    ],
    matrix: [[1, 2], [3], [{ a: 1, b: { c: 2 } }]],
    map: { x: { n: 1, s: "p" }, y: { n: 2, s: "q" } },
    none: {},
  }),
  "a list of lists of rows": written([{ rows: rows(80, 2) }, { rows: rows(80, 5) }]),
  "a list inside of a string": written({
    job: {
      id: 7,
      file: `all:\n${list(90, (i) => `- name: n${i + 10}\n  state: ${i % 3 ? "up" : "down"}\n`).join("")}`,
    },
    rows: rows(20, 1),
  }),
  "a table inside of a string": written({
    id: 7,
    body: `id,state\n${list(90, (i) => `${i + 10},${i % 2 ? "up" : "down"}`).join("\n")}\n`,
    more: list(30, (i) => i * i),
  }),
  "a map inside of an array": written([
    { map: Object.fromEntries(list(60, (i) => [`key-${i + 10}`, { state: i % 4 ? "up" : "down", n: i }])) },
    1,
  ]),
};

const payloads = [
  ...fixturesOf("json"),
  ...fixturesOf("ndjson"),
  ...Object.entries(TREES).map(([name, input]) => ({ name, input })),
];

describe("records", () => {
  for (const { name, input } of payloads) {
    test(`${name}: nothing false, nothing open, every lie noticed`, () => {
      const { output: view, contentType: type } = engine.compress(input);
      expect(check(type, view, input).faults).toEqual([]);
      expect(unnoticed(type, view, input).missed).toEqual([]);
    });
  }

  const LIES: readonly (readonly [string, keyof typeof TREES, (view: string) => string])[] = [
    [
      "a value outside of all tables",
      "tables inside of lists",
      (v) => v.replace('title: "a: b"', 'title: "a: c"'),
    ],
    [
      "a number that is spelled in another way",
      "tables inside of lists",
      (v) => v.replace("share: 2.5", "share: 2.50"),
    ],
    ["a value that went", "tables inside of lists", (v) => v.replace(/\n {4}name: one(?=\n)/, "")],
    ["a value of another type", "tables inside of lists", (v) => v.replace("share: 2.5", 'share: "2.5"')],
    ["another label", "tables inside of lists", (v) => v.replace('a,"b,c"', 'a,"b,d"')],
    ["a header that counts otherwise", "tables inside of lists", (v) => v.replace("rows[60]", "rows[61]")],
    [
      "two keys in another order",
      "tables inside of lists",
      (v) => v.replace(/^(title: .*\n)(share: .*\n)/m, "$2$1"),
    ],
    [
      "the tables of each other",
      "a list of lists of rows",
      (v) => v.replaceAll("r-2-", "r-9-").replaceAll("r-5-", "r-2-").replaceAll("r-9-", "r-5-"),
    ],
    ["the numbers of a matrix", "tables inside of lists", (v) => v.replace(/- \[2\]: 1,2/, "- [2]: 2,1")],
    ["a line of a string", "a list inside of a string", (v) => v.replace("name: n10", "name: n19")],
    ["a short string", "a list inside of a string", (v) => v.replace("r-1-100", "r-1-1")],
    [
      "a count inside of a string",
      "a table inside of a string",
      (v) => v.replace("90 rows in all", "91 rows in all"),
    ],
    [
      "a run inside of a string",
      "a table inside of a string",
      (v) => v.replace("88 rows elided", "87 rows elided"),
    ],
    ["a number beside a string", "a table inside of a string", (v) => v.replace('"id": 7', '"id": 8')],
    ["a key of a map", "a map inside of an array", (v) => v.replace('"key-10"', '"key-11"')],
    ["a member behind a map", "a map inside of an array", (v) => v.replace(/,1\]$/, ",2]")],
  ];
  for (const [name, of, lie] of LIES) {
    test(`caught: ${name}`, () => {
      const input = TREES[of] ?? "";
      const { output: view, contentType } = engine.compress(input);
      expect(lie(view)).not.toBe(view);
      expect(check(contentType, lie(view), input).faults.length).toBeGreaterThan(0);
    });
  }
});
