/** Views of all forms that tools write: nothing false, nothing open, and every lie about one is noticed. */
import { describe, expect, test } from "bun:test";
import { detectType } from "../../src/engine/detect/detect.ts";
import { FORMS } from "../engine/detect/forms/index.ts";
import { check } from "./checkers.ts";
import { engine, unnoticed } from "./lies.ts";

const UNITS = 60;
/** Types of which a view elides units or writes them with tabs; the others may pass through. */
const SHORTENED = ["tabular"];
/** Too few rows, or each a world of its own. */
const WHOLE = ["free", "ss -tlnp"];

const viewOf = (input: string): string => engine.compress(input, {}).output;

describe("forms", () => {
  for (const [name, { type, of }] of Object.entries(FORMS)) {
    test(name, () => {
      const input = of(UNITS);
      const view = viewOf(input);
      if (SHORTENED.includes(type) && !WHOLE.includes(name)) expect(view.length).toBeLessThan(input.length);
      if (view === input) return;
      expect(check(detectType(input), view, input).faults).toEqual([]);
      expect(unnoticed(type, view, input).missed).toEqual([]);
    });
  }
});

describe("records with a line per field", () => {
  const psql = FORMS["psql expanded"]?.of(UNITS) ?? "";
  const mysql = FORMS["mysql vertical"]?.of(UNITS) ?? "";
  const cases: readonly (readonly [string, string, string])[] = [
    ["a value of psql that goes on", psql, psql.replace("| user-7\n", "| user-7+\n       | and on\n")],
    ["a value of mysql that looks like a field", mysql, mysql.replace(": user-7\n", ": user-7\nname: x\n")],
    [
      "a field that is there twice",
      mysql,
      mysql.replace("  name: user-7\n", "  name: user-7\n  name: user-8\n"),
    ],
  ];
  for (const [name, plain, input] of cases) {
    test(`${name} makes nothing certain of that field`, () => {
      expect(input).not.toBe(plain);
      const view = viewOf(input);
      expect(viewOf(plain)).toContain("name: ");
      expect(view).toContain(`${UNITS} records in all`);
      expect(view).not.toMatch(/[;:] name: /);
      expect(check("tabular", view, input).faults).toEqual([]);
      expect(check("tabular", viewOf(plain), input).faults.length).toBeGreaterThan(0);
    });
  }

  test("a record is fetched whole, and nothing else", () => {
    const found = engine.select(mysql, "user-17");
    expect(found.match(/name: .*/g)).toEqual(["name: user-17"]);
    expect(found).toContain(" 17. row ");
  });
});

describe("drawn tables", () => {
  const nulls = (text: string): string => text.replace("│ 7  │", "│    │");
  const box = FORMS["sqlite3 box"]?.of(UNITS) ?? "";
  const ruled = FORMS["pnpm with a line between rows"]?.of(UNITS) ?? "";

  test("a line without its first cell may go on with the one above: nothing is counted", () => {
    expect(nulls(box)).not.toBe(box);
    expect(viewOf(nulls(box))).toBe(nulls(box));
  });

  test("of rows between rules one may have several lines; what is on two of them is not stated", () => {
    const row = ruled.split("\n").find((line) => line.includes("user-7 ")) ?? "";
    const below = row
      .replace("user-7 ", "and on ")
      .replace(/│ 7 /, "│   ")
      .replace(/(open|closed)/, (w) => " ".repeat(w.length))
      .replace("6.50", "    ");
    const input = ruled.replace(row, `${row}\n${below}`);
    const view = viewOf(input);
    expect(view).toContain(`${UNITS} rows in all`);
    expect(view).not.toContain("; name:");
    expect(check("tabular", view, input).faults).toEqual([]);
    expect(check("tabular", viewOf(ruled), input).faults.length).toBeGreaterThan(0);
  });

  test("the names again at the end are no row", () => {
    const lines = box.trimEnd().split("\n");
    const input = [...lines.slice(0, -1), lines[2], lines[1], lines.at(-1), ""].join("\n");
    const view = viewOf(input);
    expect(view).toContain(`${UNITS} rows in all`);
    expect(view.trimEnd().split("\n").slice(-3)).toEqual([
      lines[2] ?? "",
      lines[1] ?? "",
      lines.at(-1) ?? "",
    ]);
    expect(check("tabular", view, input).faults).toEqual([]);
  });

  test("wide letters move the bars behind them", () => {
    const input = box.replace("user-9 ", "用户九");
    const view = viewOf(input);
    expect(input).not.toBe(box);
    expect(view).toContain(`${UNITS} rows in all`);
    expect(check("tabular", view, input).faults).toEqual([]);
  });

  const view = viewOf(box);
  const LIES: Readonly<Record<string, (view: string) => string>> = {
    "a rule that went": (v) => v.replace(/^├.*\n/m, ""),
    "another name": (v) => v.replace(" state ", " stats "),
    "an end that went": (v) => v.replace(/^└.*\n/m, ""),
    "a row twice": (v) => v.replace(/^(│ 1 .*\n)/m, "$1$1"),
    "another cell": (v) => v.replace("user-1 ", "user-2 "),
    "another count": (v) => v.replace(/state: (\w+)×(\d+)/, (_, w, n) => `state: ${w}×${Number(n) + 1}`),
  };
  for (const [name, lie] of Object.entries(LIES)) {
    test(`caught: ${name}`, () => {
      expect(lie(view)).not.toBe(view);
      expect(check("tabular", lie(view), box).faults.length).toBeGreaterThan(0);
    });
  }
});
