import { describe, expect, test } from "bun:test";
import { LANGUAGES, type Language } from "../../src/engine/contract.ts";
import { createSyntax } from "../../src/grammars/syntax.ts";

/** One function with a body and a comment in each language. */
const SOURCES: Record<Language, string> = {
  bash: "# c\nf() {\n  echo 1\n}\n",
  c: "/* c */\nint f(void) {\n  return 1;\n}\n",
  cpp: "// c\nint A::f() const {\n  return 1;\n}\n",
  csharp: "// c\nclass A {\n  int F() {\n    return 1;\n  }\n}\n",
  go: "package a\n\n// c\nfunc f() int {\n\treturn 1\n}\n",
  java: "// c\nclass A {\n  int f() {\n    return 1;\n  }\n}\n",
  javascript: "// c\nfunction f() {\n  return 1;\n}\n",
  php: "<?php\n// c\nfunction f() {\n  return 1;\n}\n",
  python: "# c\ndef f():\n    return 1\n",
  ruby: "# c\ndef f\n  1\nend\n",
  rust: "// c\nfn f() -> i32 {\n    1\n}\n",
  tsx: "// c\nfunction F() {\n  return <a>1</a>;\n}\n",
  typescript: "// c\nfunction f(): number {\n  return 1;\n}\n",
};

const syntax = createSyntax();

describe("syntax", () => {
  for (const language of LANGUAGES) {
    test(`${language}: the grammar loads and finds the body and the comment`, async () => {
      const source = SOURCES[language];
      expect(syntax.outline(language, source, () => {})).toBeNull();
      expect(await syntax.load(language)).toBe(true);
      const outline = syntax.outline(language, source, () => {});
      expect(outline?.errorChars).toBe(0);
      expect(outline?.bodies.map(([a, b]) => source.slice(a, b)).join()).toContain("1");
      expect(outline?.comments.map(([a, b]) => source.slice(a, b).trim())).toHaveLength(1);
    });
  }

  test("offsets count UTF-16 units, as strings do", async () => {
    await syntax.load("javascript");
    const source = "const s = '😀é';\nfunction f() { return '日本'; }\n";
    const [body] = syntax.outline("javascript", source, () => {})?.bodies ?? [];
    expect(source.slice(...(body ?? [0, 0]))).toBe("{ return '日本'; }");
  });

  test("a checkpoint ends the work with what it throws, and the next source is read", async () => {
    await syntax.load("javascript");
    const long = "function f(a) { return a + 1; }\n".repeat(20_000);
    const stop = new Error("stop");
    let calls = 0;
    const checkpoint = () => {
      if (++calls > 3) throw stop;
    };
    expect(() => syntax.outline("javascript", long, checkpoint)).toThrow(stop);
    expect(syntax.outline("javascript", SOURCES.javascript, () => {})?.bodies).toHaveLength(1);
  });

  test("work beyond the limit of steps ends in nothing, not in a hang", async () => {
    await syntax.load("cpp");
    let calls = 0;
    const source = "((((<<<<{{{{".repeat(40_000);
    syntax.outline("cpp", source, () => calls++);
    expect(calls).toBeLessThan(source.length * 0.2 + 25_000);
    expect(syntax.outline("cpp", SOURCES.cpp, () => {})?.bodies).toHaveLength(1);
  });
});
