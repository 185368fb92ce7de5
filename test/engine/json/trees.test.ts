/** Trees of like units, and few large units: what lies deep goes first, and what stands at the top stays to be read. */
import { expect, test } from "bun:test";
import { createEngine } from "../../../src/engine/engine.ts";
import { countTokens } from "../../../src/tokens/counter.ts";

const engine = createEngine({ countTokens: (text) => countTokens(text) });

test("few large units with long lists inside all stay, and the lists are elided", () => {
  const files = Array.from({ length: 12 }, (_, f) => ({
    path: `src/part-${f}.ts`,
    owner: `team-${f % 3}`,
    events: Array.from({ length: 60 }, (_, i) => ({
      id: f * 100 + i,
      state: i % 4 === 0 ? "open" : "done",
      text: "something happened here",
    })),
  }));
  const { output } = engine.compress(JSON.stringify(files));
  for (const { path } of files) expect(output).toContain(`"path":"${path}"`);
  expect(output.match(/60 items in all, \d+ elided/g)).toHaveLength(12);
});

test("many units stay elided from the outside", () => {
  const rows = Array.from({ length: 300 }, (_, f) => ({
    name: `row-${f}`,
    events: Array.from({ length: 12 }, (_, i) => ({
      id: i,
      text: "the same long text that fills the row up",
    })),
  }));
  const { output } = engine.compress(JSON.stringify(rows));
  expect(output).toContain("300 items in all");
});

test("what is planned inside units that go is forgotten: the counts of the view add up", () => {
  const unit = (f: number, n: number) => ({
    name: `unit-${f}`,
    filler: "x y ".repeat(200),
    events: Array.from({ length: n }, (_, i) => ({ id: i, state: "done", text: `event of the day ${i}` })),
  });
  const units = Array.from({ length: 40 }, (_, f) => unit(f, 9));
  const { output } = engine.compress(JSON.stringify(units));
  expect(output).toContain("40 items in all");
  expect(() => JSON.parse(output)).not.toThrow();
});

test("a tree of maps is elided at its branches, by name and version", () => {
  const leaf = (n: number) => ({ version: `1.0.${n}`, overridden: false });
  const branch = (n: number, depth: number): object => ({
    ...leaf(n),
    ...(depth === 0
      ? {}
      : {
          dependencies: Object.fromEntries(
            Array.from({ length: 3 + (n % 3) }, (_, i) => [`pkg-${n}-${i}`, branch(n + i, depth - 1)]),
          ),
        }),
  });
  const tree = {
    name: "shop",
    dependencies: Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`dep-${i}`, branch(i, i % 3)])),
  };
  const { output, tokensAfter, tokensBefore } = engine.compress(JSON.stringify(tree));
  expect(output).toContain("20 keys in all");
  expect(tokensAfter).toBeLessThan(0.5 * tokensBefore);
});

test("the properties of schemas are no tree: schemas with other properties stay apart", () => {
  const schemas = Object.fromEntries(
    Array.from({ length: 14 }, (_, i) => [
      `Schema${i}`,
      {
        type: "object",
        properties: { id: { type: "string" }, name: { type: "string" }, [`own${i}`]: { type: "number" } },
      },
    ]),
  );
  const { output } = engine.compress(JSON.stringify({ components: { schemas } }));
  for (let i = 0; i < 14; i++) expect(output).toContain(`own${i}`);
});

test("a member that is empty does not stand for those that are texts", () => {
  const like = Object.fromEntries(
    Array.from({ length: 10 }, (_, i) => [
      `@scope/dep-${i}`,
      { version: `1.0.${i}`, license: "MIT", name: `@scope/dep-${i}`, integrity: `sha512-${"x".repeat(60)}` },
    ]),
  );
  const texts = { _id: "dep@1.0.1", extraneous: false, path: "/srv/shop/node_modules/@scope/dep" };
  const map = { ...like, ...texts, _dependencies: {}, devDependencies: {}, peerDependencies: {} };
  const { output } = engine.compress(JSON.stringify({ map }));
  expect(output).toContain("16 keys in all");
  expect(output).toMatch(/"_id":"|"extraneous":false|"path":"/);
});
