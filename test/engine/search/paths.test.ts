import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createEngine } from "../../../src/engine/engine.ts";

const engine = createEngine({ countTokens: (t) => ({ tokens: Math.ceil(t.length / 4), estimated: false }) });

/** Paths and numbers of missing ones, read from a list written by folders. */
function pathsOf(view: string): (string | number)[] {
  const out: (string | number)[] = [];
  let folder = "";
  for (const line of view.trimEnd().split("\n")) {
    const run = /^… (\d+) paths elided \(caveman\) …$/.exec(line);
    if (run !== null) out.push(Number(run[1]));
    else if (line.startsWith("… ")) continue;
    else if (line.endsWith("/")) folder = line;
    else out.push(folder + line);
  }
  return out;
}

const list = (paths: readonly string[]): string => `${paths.join("\n")}\n`;

describe("a list of paths", () => {
  test("is a search result, written by folders without loss where it is short", () => {
    const paths = Array.from({ length: 60 }, (_, i) => `packages/part-${i % 3}/src/module-${i}.ts`).sort();
    const { output, contentType, losslessToModel } = engine.compress(list(paths));
    expect(contentType).toBe("search-result");
    expect(losslessToModel).toBe(true);
    expect(pathsOf(output)).toEqual(paths);
    expect(engine.compress(output).output).toBe(output);
  });

  test("a long one keeps a path of each folder and counts the rest", () => {
    const paths = Array.from(
      { length: 900 },
      (_, i) => `packages/part-${i % 9}/src/module-${i}.${i % 4 === 0 ? "js" : "ts"}`,
    ).sort();
    const { output } = engine.compress(list(paths));
    let at = 0;
    for (const path of pathsOf(output)) {
      if (typeof path === "number") at += path;
      else expect(path).toBe(paths[at++] ?? "");
    }
    expect(at).toBe(900);
    for (let i = 0; i < 9; i++) expect(output).toContain(`packages/part-${i}/src/`);
    expect(output).toContain("extension: js×225 ts×675");
    expect(output.length).toBeLessThan(list(paths).length / 5);
  });

  test("a list that is short by folders is shown whole, however many paths it has", () => {
    const paths = Array.from({ length: 400 }, (_, i) => `/home/ann/shop/lib/${i % 5}/rule-${i}.js`).sort();
    const { output, losslessToModel } = engine.compress(list(paths));
    expect(losslessToModel).toBe(true);
    expect(pathsOf(output)).toEqual(paths);
  });

  test("folders that all paths have do not hide the others; of too many the largest have an example", () => {
    const deep = Array.from(
      { length: 1200 },
      (_, i) => `/home/ann/shop/node_modules/lib-${i % 9}/module-${i}.js`,
    );
    const nine = engine.compress(list(deep.sort())).output;
    for (let i = 0; i < 9; i++) expect(nine).toContain(`node_modules/lib-${i}/`);
    const wide = Array.from(
      { length: 1500 },
      (_, i) => `/home/ann/shop/node_modules/${i < 300 ? "lodash" : `lib-${i % 600}`}/module-${i}.js`,
    );
    expect(engine.compress(list(wide.sort())).output).toContain("node_modules/lodash/");
  });

  test("a path without a folder or without an extension is shown if there is one", () => {
    const paths = Array.from({ length: 900 }, (_, i) => `packages/part-${i % 9}/src/module-${i}.ts`);
    const { output } = engine.compress(list(["LICENSE", "NOTICE", ...paths, "packages/part-1/src/Makefile"]));
    expect(output).toContain("LICENSE");
    expect(output).toContain("Makefile");
  });

  test("an extension is what stands behind the last dot of a name, however long it is; a dot at the end is none", () => {
    const endings = ["ts", "code-workspace", "", "ts"];
    const paths = Array.from({ length: 900 }, (_, i) => `src/part-${i % 3}/module-${i}.${endings[i % 4]}`);
    expect(engine.compress(list(paths)).output).toContain("extension: ts×450 code-workspace×225 absent×225");
  });

  test("paths are written whole where one without a folder comes below others, as of `find a b`", () => {
    const of = (root: string): string[] => [
      root,
      ...Array.from({ length: 400 }, (_, i) => `${root}/src/module-${i}.ts`),
    ];
    const paths = [...of("a"), ...of("b")];
    const { output } = engine.compress(list(paths));
    let at = 0;
    for (const path of pathsOf(output)) {
      if (typeof path === "number") at += path;
      else expect(path).toBe(paths[at++] ?? "");
    }
    expect(at).toBe(paths.length);
    expect(output.length).toBeLessThan(list(paths).length / 5);
  });

  test("the path that the query names is shown", () => {
    const paths = Array.from({ length: 900 }, (_, i) => `packages/part-${i % 9}/src/module-${i}.ts`).sort();
    expect(engine.compress(list(paths), { query: "module-457.ts" }).output).toContain("module-457.ts");
  });

  test("property: a short list of any paths comes back whole or unchanged", () => {
    const path = fc
      .array(fc.constantFrom("a", "b-1", "src", "x.ts", "README.md", ".git", "…"), {
        minLength: 1,
        maxLength: 4,
      })
      .map((p) => p.join("/"));
    fc.assert(
      fc.property(fc.array(path, { minLength: 2, maxLength: 40 }), (paths) => {
        const input = list(paths);
        const { output } = engine.compress(input, { type: "search-result" });
        if (output !== input) expect(pathsOf(output)).toEqual(paths);
      }),
      { numRuns: 300 },
    );
  });
});
