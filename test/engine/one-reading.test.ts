/** `A..B` has one reading: where a dot stands beside the two dots, it could belong to either side. */
import { describe, expect, test } from "bun:test";
import { createEngine } from "../../src/engine/engine.ts";

const engine = createEngine({ countTokens: (t) => ({ tokens: Math.ceil(t.length / 4), estimated: false }) });
const csv = (of: (i: number) => string): string =>
  `name,time,state\n${Array.from({ length: 90 }, (_, i) => `${of(i)},t${(i * 7) % 90},${i % 2 ? "up" : "down"}\n`).join("")}`;

describe("A..B", () => {
  test("is stated of values without dots at their ends", () => {
    expect(engine.compress(csv((i) => `x${(i * 37) % 90}y`)).output).toContain("name: 90 distinct, x0y..x9y");
  });

  for (const [what, of] of [
    ["begin with a dot", (i: number) => `.x${(i * 37) % 90}y`],
    ["end with a dot", (i: number) => `x${(i * 37) % 90}y.`],
    ["begin with a dot and count up", (i: number) => `.x${i + 100}`],
    ["are nothing but a dot", (i: number) => (i === 0 ? "." : `x${(i * 37) % 90}y`)],
  ] as const)
    test(`is not stated of values that ${what}`, () => {
      const { output } = engine.compress(csv(of));
      expect(output).toContain("in all");
      expect(output).not.toMatch(/\.\.\./);
    });
});
