/** The reader of configuration: true views have no fault, and each lie about one has, also where lists are of one size. */
import { describe, expect, test } from "bun:test";
import { check } from "./checkers.ts";
import { engine, fixturesOf, unnoticed } from "./lies.ts";

const rows = (n: number, of: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => of(i)).join("");

const item = (i: number, pad = ""): string =>
  `${pad}- name: web-${i + 10}\n${pad}  phase: ${i % 5 ? "up" : "down"}\n${pad}  size: ${i % 7}\n`;

const CONFIGS: Readonly<Record<string, string>> = {
  "two lists of one size": `first:\n${rows(40, (i) => item(i))}second:\n${rows(40, (i) => item(i + 3))}end: 1\n`,
  "lists inside of lists": `all:\n${rows(3, (g) => `- group: g${g}\n  part: ${["x", "y y y", "z"][g]}\n  members:\n${rows(30, (i) => item(i + g, "    "))}`)}`,
  "comments and blank lines": `list:\n${rows(40, (i) => `${i % 3 ? "" : "# more\n\n"}# about it\n# and more\n- name: n${i + 10}\n  run: |\n    # no comment\n    - name: none\n\n  size: "${i % 4}" # how large\n\n`)}# last\nend: 1\n`,
  "keys with blocks below": `services:\n${rows(40, (i) => `  web-${i}:\n    image: "img:${i % 3}"\n    ports: [80, 443]\n    restarts: ${i % 6}\n`)}volumes: {}\n`,
  documents: rows(
    40,
    (i) => `---\nkind: Pod\nmeta:\n  name: p-${i + 10}\n  parts:\n    - ${i % 3 ? "x" : "y"}\n`,
  ),
  "text that goes on in the next line": `list:\n${rows(40, (i) => `- name: n${i + 10}\n  text: one\n    two ${i % 2}\n  other: "a\n    b"\n  gone: null\n  size: 1.${i % 9}0\n`)}`,
  "git's own sections": rows(
    40,
    (i) => `# about it\n[remote "r${i + 10}"]\n\turl = https://example.org/${i % 3}\n\tfetch = +refs/heads\n`,
  ),
  "services of one parent": `[main]\nkey = 1\n\n${rows(40, (i) => `[service.web-${i + 10}]\nport = ${8000 + (i % 9)}\nnote = """\n[service.none]\nport = 1\n"""\nlist = [\n  "a",\n]\n`)}[other]\nx = 1\n`,
  "tables below a list's": rows(
    40,
    (i) => `[[package]]\nname = "p-${i + 10}"\n\n[package.about]\nlicense = "${i % 3 ? "MIT" : "ISC"}"\n\n`,
  ),
};

const payloads = [
  ...fixturesOf("config"),
  ...Object.entries(CONFIGS).map(([name, input]) => ({ name, input })),
].filter(({ name }) => name !== "config/ci.yml");
const viewOf = (input: string): string => engine.compress(input, { type: "config" }).output;

describe("configuration", () => {
  for (const { name, input } of payloads) {
    test(`${name}: nothing false, nothing open, every lie noticed`, () => {
      const view = viewOf(input);
      expect(view).toContain("elided (caveman)");
      expect(check("config", view, input).faults).toEqual([]);
      const { told, missed } = unnoticed("config", view, input);
      expect(missed).toEqual([]);
      expect(told).toBeGreaterThan(2);
    });
  }

  const input = CONFIGS["two lists of one size"] ?? "";
  const view = viewOf(input);
  const wholes = view.match(/^… \d+ items in all.*$/gm) ?? [];
  const LIES: Readonly<Record<string, (view: string) => string>> = {
    "facts of another list of the same size": (v) => v.replace(wholes[0] ?? "", wholes[1] ?? ""),
    "a marker of the whole that stands elsewhere": (v) =>
      v.replace(`${wholes[0]}\n`, "").replace("end: 1\n", `${wholes[0]}\nend: 1\n`),
    "a marker of another depth": (v) => v.replace(/^… (\d+) items elided/m, "  … $1 items elided"),
    "another noun": (v) => v.replace(/^… (\d+) items elided/m, "… $1 keys elided"),
    "a run that went with its marker": (v) => v.replace(/^… \d+ items elided.*\n/m, ""),
    "half a unit": (v) => v.replace(/^- name: web-10\n/m, ""),
    "a key of a map that counts as an item": (v) => v.replace("end: 1\n", "… 1 items elided (caveman) …\n"),
    "a run with facts": (v) => v.replace(/^(… \d+ items elided \(caveman\)) …$/m, "$1: all phase=up …"),
  };
  for (const [name, lie] of Object.entries(LIES)) {
    test(`caught: ${name}`, () => {
      expect(wholes.length).toBe(2);
      expect(lie(view)).not.toBe(view);
      expect(check("config", lie(view), input).faults.length).toBeGreaterThan(0);
    });
  }

  test("a value that is changed where nobody sees it makes what is said of it false", () => {
    for (const [name, from, to] of [
      ["keys with blocks below", 'web-20:\n    image: "img:2"', 'web-20:\n    image: "img:9"'],
      ["documents", "name: p-30", "name: p-90"],
      ["services of one parent", "[service.web-30]\nport = 8002", "[service.web-30]\nport = 9002"],
      [
        "tables below a list's",
        'p-25"\n\n[package.about]\nlicense = "ISC"',
        'p-25"\n\n[package.about]\nlicense = "X"',
      ],
      ["git's own sections", 'r31"]\n\turl = https://example.org/0', 'r31"]\n\turl = https://example.org/5'],
    ] as const) {
      const text = CONFIGS[name] ?? "";
      const other = text.replace(from, to);
      expect([name, other === text]).toEqual([name, false]);
      expect([name, check("config", viewOf(text), other).faults.length > 0]).toEqual([name, true]);
    }
  });
});
