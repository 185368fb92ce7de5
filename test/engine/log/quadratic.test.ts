/** Lines that begin with what may stand before a message, and hold nothing else, are read once. */
import { expect, test } from "bun:test";
import { messageStart } from "../../../src/engine/log/fields.ts";

test("lines of nothing but separators take no quadratic time", () => {
  const line = `${"| ".repeat(250)}\n`;
  const text = line.repeat(20_000);
  const start = performance.now();
  for (let at = 0; at < text.length; at += line.length)
    for (const timed of [true, false]) expect(messageStart(text, at, at + line.length - 1, timed)).toBe(at);
  // It took a minute and more.
  expect(performance.now() - start).toBeLessThan(5_000);
});
