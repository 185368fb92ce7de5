/** The readers of search results and lists of paths: true views have no fault, and each lie about one has. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { check } from "./checkers.ts";
import { engine, fixturesOf, unnoticed } from "./lies.ts";

const numbered = (n: number, of: (i: number) => string): string =>
  `${Array.from({ length: n }, (_, i) => of(i)).join("\n")}\n`;

const TEXTS = ["return the value", "throw an error of it", "const it = value"];
const hit = (i: number): string => `${i * 7 + 1}:  ${TEXTS[i % 3]} ${i};`;

/** Listings of every form that docs/reference/search.md names. */
const LISTINGS: Readonly<Record<string, string>> = {
  "hits with their path": numbered(240, (i) => `src/part-${i >> 5}/file-${i >> 3}.ts:${hit(i)}`),
  "paths of Windows, carriage returns": numbered(240, (i) => `C:\\src\\file-${i >> 5}.ts:${hit(i)}\r`),
  "dates and dashes in paths": numbered(240, (i) => `logs/2026-05-0${(i >> 6) + 1}-a/app.log:${hit(i)}`),
  "one file": numbered(240, hit),
  "hits below their path": numbered(8, (file) => `src/f${file}.ts\n${numbered(30, (i) => hit(i))}`),
  "hits with context": numbered(90, (i) => {
    const path = `src/file-${i >> 3}.ts`;
    return `${path}-${i * 9 + 1}-// before ${i}\n${path}:${i * 9 + 2}:  return value ${i};\n${path}-${i * 9 + 3}-}\n--`;
  }),
  "context below its path": numbered(
    6,
    (file) =>
      `src/f${file}.ts\n${numbered(30, (i) => `${i * 9 + 1}-{\n${i * 9 + 2}:  return value ${i};\n--`)}`,
  ),
  "remarks between": numbered(240, (i) =>
    i % 60 === 59 ? `Binary file bin/part-${i}.so matches` : `src/file-${i >> 5}.ts:${hit(i)}`,
  ),
  paths: numbered(
    600,
    (i) => `packages/part-${i >> 6}/src/module-${i}${[".ts", ".js", "", ".d.ts", ".code-workspace"][i % 5]}`,
  ),
};

const payloads = [
  ...fixturesOf("search-result"),
  ...Object.entries(LISTINGS).map(([name, input]) => ({ name, input })),
];

describe("search results", () => {
  for (const { name, input } of payloads) {
    test(`${name}: nothing false, nothing open, every lie noticed`, () => {
      const view = engine.compress(input, { type: "search-result" }).output;
      expect(view).toContain("elided (caveman)");
      expect(check("search-result", view, input).faults).toEqual([]);
      const { told, missed } = unnoticed("search-result", view, input);
      expect(missed).toEqual([]);
      expect(told).toBeGreaterThan(3);
    });
  }

  const input = LISTINGS["hits with their path"] ?? "";
  const view = engine.compress(input).output;
  const LIES: Readonly<Record<string, (view: string) => string>> = {
    "a hit below the path of another file": (v) => v.replace("file-0.ts", "file-1.ts"),
    "two hits in the other order": (v) => v.replace(/^(\d+:.*\n)(\d+:.*\n)/m, "$2$1"),
    "a hit that is shown twice": (v) => v.replace(/^(\d+:.*\n)/m, "$1$1"),
    "an invented remark": (v) => `Binary file x matches\n${v}`,
    "a marker that stands one hit too late": (v) =>
      v.replace(/^(… \d+ hits elided.*\n)([^…]*?\d+:.*\n)/m, "$2$1"),
    "a hit of one file, counted for another": (v) => v.replace(/file-0\.ts×8 (\S+)×8/, "file-0.ts×9 $1×7"),
    "a noun that is another": (v) => v.replace(/hits elided/g, "lines elided"),
    "a run marker less": (v) => v.replace(/^… \d+ hits elided.*\n/m, ""),
  };
  for (const [name, tell] of Object.entries(LIES)) {
    test(`a lie is noticed: ${name}`, () => {
      const lie = tell(view);
      expect(lie).not.toBe(view);
      expect(check("search-result", lie, input).faults).not.toEqual([]);
    });
  }

  test("a path that lost its folder, and an extension that is counted in another's place, are noticed", () => {
    const list = LISTINGS.paths ?? "";
    const shown = engine.compress(list).output;
    expect(shown).toContain("extension: ");
    for (const lie of [
      shown.replace(/^packages\/part-1\/src\/\n/m, ""),
      shown.replace(/extension: (\S+)×/, "extension: x$1×"),
      shown.replace(/ absent×\d+/, ""),
    ]) {
      expect(lie).not.toBe(shown);
      expect(check("search-result", lie, list).faults).not.toEqual([]);
    }
  });

  test("a hit that is hidden though no shown one is like it is noticed", () => {
    const lines = Array.from({ length: 9 }, (_, i) => `${i + 1}:the value of part ${i} is returned`);
    const hidden = (middle: string): string[] => {
      const listing = ["src/a.ts", ...lines.slice(0, 4), `5:${middle}`, ...lines.slice(5)];
      const shown = [...listing.slice(0, 4), "… 3 hits elided (caveman) …", ...listing.slice(7)];
      return check("search-result", `${shown.join("\n")}\n`, `${listing.join("\n")}\n`).faults;
    };
    expect(hidden("the value of part 4 is returned")).toEqual([]);
    expect(hidden("nobody expects this sentence here")).not.toEqual([]);
  });

  test("property: files that come again, context, remarks and line ends of any kind", () => {
    const path = fc.constantFrom(
      "a.ts",
      "src/b-1-c.ts",
      "x/2026-01-02/y.log",
      "C:\\a\\b.ts",
      "with space.ts",
    );
    const found = fc
      .tuple(
        fc.constantFrom("return the value of it ", "x", "throw new error now ", "12:30 at noon ", ""),
        fc.nat(99),
      )
      .map((parts) => parts.join(""));
    const lines = fc.array(fc.tuple(fc.constantFrom(":", ":", "-"), found), { minLength: 1, maxLength: 40 });
    const listing = fc
      .tuple(
        fc.array(fc.tuple(path, lines), { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        fc.constantFrom("\n", "\r\n"),
        fc.constantFrom("", "Binary file z matches"),
      )
      .map(([files, grouped, end, remark]) => {
        const blocks = files.map(([file, some], at) => {
          const rows = some.map(
            ([sign, text], i) => `${grouped ? "" : file + sign}${100 * at + 2 * i + 1}${sign}${text}`,
          );
          return [...(grouped ? [file] : []), ...rows, ...(grouped || remark === "" ? [] : [remark])].join(
            end,
          );
        });
        return blocks.join(grouped ? end + end : `${end}--${end}`) + end;
      });
    let views = 0;
    fc.assert(
      fc.property(listing, (input) => {
        const { output, passThrough } = engine.compress(input, { type: "search-result" });
        if (passThrough) return;
        views++;
        expect(check("search-result", output, input).faults).toEqual([]);
      }),
      { numRuns: 600 },
    );
    expect(views).toBeGreaterThan(200);
  });
});
