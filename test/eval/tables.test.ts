/** The readers of fixed-width columns and listings: true views have no fault, and each lie about one has. */
import { describe, expect, test } from "bun:test";
import { check } from "./checkers.ts";
import { engine, fixturesOf, unnoticed } from "./lies.ts";
import { fixedTable } from "./readers/columns.ts";

const rows = (n: number, of: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => of(i)).join("\n");

const entry = (i: number, name: string): string =>
  `-rw-r--r--  1 me   us ${String(i * 37).padStart(6)} Mar ${String((i % 28) + 1).padStart(2)} 05:33 ${name}`;
const folder = (name: string, n: number): string =>
  `${name}:\ntotal ${n * 4}\n${rows(n, (i) => entry(i, `file ${i}.txt`))}\n`;

const TABLES: Readonly<Record<string, string>> = {
  "rows without a header": `${rows(80, (i) => `${i + 100},${i % 2 ? "up" : "down"},"a, ${i % 3}"`)}\n`,
  "values that run into their neighbours": `USER  PID  STAT COMMAND\n${rows(60, (i) => `root ${String(i * 1111).padStart(4)} ${i % 3 === 0 ? "S<Ll+" : "S   "} /bin/tool --part ${i}`)}\n`,
  "a rule, empty cells and a count": ` id | state  | note \n----+--------+------\n${rows(40, (i) => ` ${i + 10} | ${i % 2 ? "open  " : "closed"} | ${i % 5 ? "    " : "late"} `)}\n(40 rows)\n\n`,
  "carriage returns": `NAME        READY   AGE\r\n${rows(50, (i) => `pod-${i + 10}      ${i % 7 ? "1/1" : "0/1"}     ${i % 9}h\r`)}\n`,
  "lines above the header": `Desired=Unknown\n| Status=Not\n||/ Name        Version  Description\n+++-===========-========-===========\n${rows(60, (i) => `ii  package-${i + 10}  1.${i % 10}.0    part of the thing`)}\n`,
  "a listing of one folder": `total 12\n${rows(50, (i) => entry(i, i % 4 ? `file ${i}.txt` : `link -> file ${i}`))}\ncrw-rw-rw- 1 root root 1, 3 Mar  1 05:33 null\n`,
  "folders, two of them empty": `${folder("a", 30)}\na/none:\ntotal 0\n\n${folder("b c", 40)}\nb c/none:\ntotal 0\n`,
};

const payloads = [
  ...fixturesOf("tabular"),
  ...Object.entries(TABLES).map(([name, input]) => ({ name, input })),
];
const viewOf = (input: string): string => engine.compress(input, { type: "tabular" }).output;

describe("tables", () => {
  for (const { name, input } of payloads) {
    test(`${name}: nothing false, nothing open, every lie noticed`, () => {
      const view = viewOf(input);
      expect(view).toContain("elided (caveman)");
      expect(check("tabular", view, input).faults).toEqual([]);
      const { told, missed } = unnoticed("tabular", view, input);
      expect(missed).toEqual([]);
      expect(told).toBeGreaterThan(2);
    });
  }

  const LIES: readonly (readonly [string, keyof typeof TABLES, (view: string) => string])[] = [
    ["a row twice", "carriage returns", (v) => v.replace(/^(pod-10.*\n)/m, "$1$1")],
    ["blanks that went", "carriage returns", (v) => v.replace(/^(pod-10) /m, "$1")],
    ["a header that says otherwise", "carriage returns", (v) => v.replace("NAME", "NAMES")],
    [
      "a row count that says otherwise",
      "a rule, empty cells and a count",
      (v) => v.replace("(40 rows)", "(41 rows)"),
    ],
    ["a row count that went", "a rule, empty cells and a count", (v) => v.replace("(40 rows)\n", "")],
    ["a heading that went", "folders, two of them empty", (v) => v.replace("b c:\n", "")],
    ["another folder's heading", "folders, two of them empty", (v) => v.replace("b c:\n", "b d:\n")],
    ["an end that went", "folders, two of them empty", (v) => v.replace("b c/none:\ntotal 0\n", "")],
    ["another total", "folders, two of them empty", (v) => v.replace(/total \d+/, "total 1")],
    [
      "a folder with one more",
      "folders, two of them empty",
      (v) => v.replace(/folder: a×30/, "folder: a×31"),
    ],
    ["another owner", "a listing of one folder", (v) => v.replace("owner: me×50", "owner: us×50")],
  ];
  for (const [name, of, lie] of LIES) {
    test(`caught: ${name}`, () => {
      const input = TABLES[of] ?? "";
      const view = viewOf(input);
      expect(lie(view)).not.toBe(view);
      expect(check("tabular", lie(view), input).faults.length).toBeGreaterThan(0);
    });
  }

  test("a table with tabs instead of blanks has every cell", () => {
    const notes = ["on ships", "why trees grow", "a short word about seas", "none of it"];
    const row = (i: number): string =>
      ["x".repeat(i % 20) + i, `${(i * 7919) % 97}.${i}`, notes[i % 4]]
        .map((cell = "") => cell.padEnd(26))
        .join("");
    const input = `${["NAME", "VERSION", "NOTE"].map((name) => name.padEnd(26)).join("")}\n${rows(30, row)}\n`;
    const view = fixedTable(input.trimEnd().split("\n"));
    const tabs = [view.names, ...view.cells].map((cells) => `${cells.join("\t")}\n`).join("");
    expect(check("tabular", tabs, input).faults).toEqual([]);
    expect(check("tabular", tabs.replace("seas", "sees"), input).faults.length).toBe(1);
    expect(check("tabular", tabs.replace(/\n.*\n/, "\n"), input).faults.length).toBe(1);
  });
});
