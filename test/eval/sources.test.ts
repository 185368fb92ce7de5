/** The reader of source code: true views have no fault, each lie about one has, and functions are counted as defined. */
import { beforeAll, describe, expect, test } from "bun:test";
import { type Engine, LANGUAGES } from "../../src/engine/contract.ts";
import { createEngine } from "../../src/engine/engine.ts";
import { createSyntax } from "../../src/grammars/syntax.ts";
import { check } from "./checkers.ts";
import { fixturesOf, unnoticed } from "./lies.ts";
import { parsed } from "./readers/functions.ts";

const lines = (n: number, of: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => of(i)).join("");

const SOURCES: Readonly<Record<string, string>> = {
  "script of functions of every form": lines(
    12,
    (i) =>
      `/** Makes part ${i}.\n * Says more about it,\n * and more,\n * and yet more than anybody reads of a comment.\n */\nexport class Part${i} {\n  static #n = () => ({ n: ${i} });\n  get size(): number {\n    const list = [1, 2, 3].map((x) => x * ${i});\n    // the sum of what is in the list, which nobody needs\n    return list.reduce((a, b) => { return a + b; }, 0);\n  }\n  async *each<T>(from: T[]): AsyncGenerator<T> {\n    for (const it of from) {\n      await this.size;\n      yield it;\n    }\n  }\n}\ndeclare function later${i}(): void;\n`,
  ),
  "header of C with functions": lines(
    12,
    (i) =>
      `/* Adds ${i}.\n * Says "{" and more about it,\n * and more,\n * and yet more. */\nstatic int add_${i}(int a, const char *b)\n{\n\tif (a > ${i}) {\n\t\tputs("} { )");\n\t\treturn '{';\n\t}\n\tstruct pair p = { 1, 2 };\n\treturn a + p.x + ${i}; // }\n}\nint later_${i}(int a);\nint list_${i}[] = { 1, 2 };\n`,
  ),
  "module of Python": lines(
    12,
    (i) =>
      `class Part${i}(Base):\n    """Part ${i}.\n\n    def of_no_function(self):\n        says more about it than anybody reads of it\n    and yet more about it.\n    """\n\n    async def each(self,\n                   more={"a": (1, 2)}):\n        for it in self.list:\n            text = 'def none(): #'\n            yield it\n\n        def inner(): return text\n        return inner, lambda x: x\n\n    size = property(lambda self: ${i})\n`,
  ),
};

const long = (of: (i: number) => string): string => lines(8, of);

/** Sources of other languages with the number of functions in each part. */
const OTHERS: Readonly<Record<string, readonly [text: string, functions: number]>> = {
  Go: [
    `package part\n\n${lines(18, (n) => `// Part${n} is one.\ntype Part${n} func(int) error\n\nfunc (p *Box) Do${n}(x int) error {\n${long((i) => `\tp.add(x, ${i}, "more of the same")\n`)}\treturn func() error { return nil }()\n}\n\n`)}`,
    2,
  ],
  Java: [
    `package part;\nimport java.util.List;\n${lines(18, (n) => `public abstract class Part${n} {\n    Part${n}() { super(); }\n    public int sum(List<Integer> all) {\n${long((i) => `        all.forEach(x -> total.add(x + ${i}));\n`)}        Runnable r = () -> { total.clear(); };\n        return 1;\n    }\n    abstract void later();\n}\n`)}`,
    3,
  ],
  Rust: [
    `use std::fmt;\n\n${lines(18, (n) => `pub trait Part${n} {\n    fn later(&self) -> i32;\n}\n\nimpl Part${n} for Box {\n    fn later(&self) -> i32 {\n${long((i) => `        self.list.push(compute(&self, ${i}, 'a'));\n`)}        let twice = |x| x * 2;\n        let more = |x| { x + 1 };\n        more(twice(1))\n    }\n}\n\n`)}`,
    2,
  ],
  PHP: [
    `<?php\nnamespace Part;\n${lines(18, (n) => `abstract class Part${n} {\n    public function sum(array $all): int {\n${long((i) => `        $this->add($all, ${i}, "more of the same");\n`)}        $twice = fn($x) => $x * 2;\n        return array_sum(array_map(function ($x) { return $x; }, $all));\n    }\n    abstract function later();\n}\n`)}`,
    2,
  ],
  "C++": [
    `#include <vector>\nnamespace part {\n${lines(18, (n) => `template <class T> class Part${n} : public Base {\npublic:\n  Part${n}(int a) : a_(a), b_{a} {}\n  Part${n}() = default;\n  int sum(const T &all) const noexcept {\n${long((i) => `    std::cout << compute(all, ${i}, "more of {");\n`)}    auto twice = [&](int x) { return x * 2; };\n    return twice(a_);\n  }\n  enum { one, two };\n};\n`)}}\n`,
    3,
  ],
};

let engine: Engine;
beforeAll(async () => {
  const syntax = createSyntax();
  for (const language of LANGUAGES) await syntax.load(language);
  engine = createEngine({
    countTokens: (t) => ({ tokens: Math.ceil(t.length / 4), estimated: false }),
    syntax,
  });
});

const payloads = [
  ...fixturesOf("code"),
  ...Object.entries(SOURCES).map(([name, text]) => ({
    name,
    input: text.replace(/^/, "#include <a.h>\n".repeat(name.includes(" C ") ? 3 : 0)),
  })),
];

describe("source code", () => {
  for (const { name, input } of payloads) {
    test(`${name}: nothing false, nothing open, every lie noticed`, () => {
      const view = engine.compress(input, { type: "code" }).output;
      expect(view).toContain("elided (caveman)");
      expect(check("code", view, input).faults).toEqual([]);
      const { told, missed } = unnoticed("code", view, input);
      expect(missed).toEqual([]);
      expect(told).toBeGreaterThan(3);
    });
  }

  for (const [name, [text, each]] of Object.entries(OTHERS)) {
    test(`${name}: functions are counted by both, and every lie is noticed`, () => {
      const view = engine.compress(text, { type: "code" }).output;
      expect(parsed(text).functions()).toBe(18 * each);
      expect(view).toContain(`sum functions=${18 * each} `);
      expect(check("code", view, text).faults).toEqual([]);
      expect(unnoticed("code", view, text).missed).toEqual([]);
    });
  }

  test("functions are counted, whoever counts them", () => {
    for (const [name, functions] of [
      ["script of functions of every form", 12 * 3],
      ["header of C with functions", 12],
      ["module of Python", 12 * 2],
    ] as const)
      expect([name, parsed(SOURCES[name] ?? "").functions()]).toEqual([name, functions]);
  });

  test("other lies about sources are caught", () => {
    const { input } = payloads.find(({ name }) => name.includes("context.js")) ?? { input: "" };
    const view = engine.compress(input, { type: "code" }).output;
    const rows = input.split("\n");
    const top = rows.findIndex((row) => row.startsWith("export ") || row.startsWith("import "));
    const LIES: Readonly<Record<string, string>> = {
      "a range that is one line further": view.replace(
        /line=(\d+)\.\.(\d+)/,
        (_, a: string, b: string) => `line=${Number(a) + 1}..${Number(b) + 1}`,
      ),
      "one function fewer": view.replace(/functions=(\d+)/, (_, n: string) => `functions=${Number(n) - 1}`),
      "one line more that went in all": view.replace(
        /(in all, )(\d+)/,
        (_, a: string, n: string) => a + String(Number(n) + 1),
      ),
      "a marker that went": view.replace(/^… \d+ lines elided.*\n/m, ""),
      "what stands outside of functions went": view.replace(
        `${rows.slice(top, top + 1).join("\n")}\n`,
        `… 1 lines elided (caveman): range line=${top + 1}..${top + 1} …\n`,
      ),
      "a fact that nobody defined": view.replace("sum functions=", "sum classes="),
      "a whole marker that stands twice": view.replace(/(… \d+ lines in all.*\n)/, "$1$1"),
    };
    for (const [name, lie] of Object.entries(LIES)) {
      expect([name, lie === view]).toEqual([name, false]);
      expect([name, check("code", lie, input).faults.length > 0]).toEqual([name, true]);
    }
  });
});
