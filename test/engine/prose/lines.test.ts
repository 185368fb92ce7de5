/** Text of lines that a program wrote, though they are sentences or deeply nested: repetition goes, what is alone stays. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compress } from "../support/engine.ts";

const fixture = (name: string): string =>
  readFileSync(join(import.meta.dir, "..", "..", "fixtures", "text", name), "utf8");

describe("lines of a program", () => {
  test("may be sentences: those of one template are repetition, errors among them stay", () => {
    const input = fixture("resolution.txt");
    const { output, tokensBefore, tokensAfter } = compress(input);
    expect(tokensAfter).toBeLessThan(tokensBefore / 3);
    for (const line of input.split("\n").filter((l) => l.includes("error TS")))
      expect(output).toContain(line);
  });

  test("may be nested: what is below one line is not all of one entry", () => {
    const input = fixture("npm-explain.txt");
    const { output, tokensBefore, tokensAfter } = compress(input);
    expect(tokensAfter).toBeLessThan(tokensBefore * 0.7);
    expect(output.split("\n")[0]).toBe(input.split("\n")[0] ?? "");
  });

  test("sentences of people stay, however many", () => {
    const words =
      "the quick brown fox jumps over a lazy dog while seven old wizards brew very strong dark tea".split(
        " ",
      );
    const sentence = (i: number): string =>
      `${words.map((_, k) => words[(k * (i + 3) + i * i) % words.length]).join(" ")}, said ${words[i % 17]} ${words[(i * 7) % 18]}.`;
    const text = `${Array.from({ length: 80 }, (_, i) => sentence(i)).join("\n")}\n`;
    expect(compress(text).passThrough).toBe(true);
  });
});
