/** UTF-8 lengths and order, and lines. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { splitLines } from "../../src/text/lines.ts";
import { compareUtf8, utf8Length } from "../../src/text/utf8.ts";

const text = fc.string({ unit: "binary" });

test("utf8Length is the length of the encoding", () => {
  fc.assert(fc.property(text, (t) => expect(utf8Length(t)).toBe(Buffer.byteLength(t))));
});

test("compareUtf8 orders as the bytes do", () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareUtf8(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
  expect(compareUtf8("\uffff", "\u{10000}")).toBeLessThan(0);
});

test("lines end at newlines, without a carriage return before them", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("a", "", "\r", "\n", "\r\n", "b c")), (parts) => {
      const t = parts.join("");
      const lines = splitLines(t);
      const got = Array.from(lines.starts, (start, i) => t.slice(start, lines.ends[i]));
      const want = t.split("\n");
      if (want.at(-1) === "") want.pop();
      expect(got).toEqual(
        want.map((line, i) => (i < want.length - 1 || t.endsWith("\n") ? line.replace(/\r$/, "") : line)),
      );
    }),
  );
});
