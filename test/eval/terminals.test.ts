/** The reader of terminal captures: true views have no fault, lies about them have, and any capture is drawn alike. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { resolveScreen } from "../../src/engine/terminal/screen.ts";
import { check } from "./checkers.ts";
import { engine, fixturesOf, unnoticed } from "./lies.ts";

const progress = (n: number, end: string): string =>
  Array.from({ length: n }, (_, i) => `\r\x1b[2Kfetching part ${i} of ${n}${end}`).join("");

const CAPTURES: Readonly<Record<string, string>> = {
  "a progress bar": `start\n${progress(80, "")}\n\x1b[32mdone\x1b[0m 80 parts\n`,
  "two lines drawn anew from above": `one 0\ntwo 0\n${Array.from({ length: 50 }, (_, i) => `\x1b[2A\x1b[2Kone ${i}\n\x1b[Ktwo ${i}\n`).join("")}end\n`,
  "a failure that was covered": `${progress(40, "")}\r\x1b[2Kerror: part 41 is broken${progress(60, "")}\nend\n`,
  "a spinner of backspaces and titles": `\x1b]0;title\x07working ${"|\b/\b-\b".repeat(60)} \ndone 7\nlast 8\n`,
  "a list erased in the end": `${"a line 1\nanother line 2\n\x1b[2A\x1b[J".repeat(30)}done 3\nall 4\nlast 5\n`,
  "hits in colours": Array.from(
    { length: 40 },
    (_, i) =>
      `\x1b[35msrc/file-${i >> 3}.ts\x1b[0m:\x1b[32m${i + 1}\x1b[0m:  return \x1b[31mvalue\x1b[0m ${i * 7};\n`,
  ).join(""),
};

const payloads = [
  ...fixturesOf("terminal"),
  ...Object.entries(CAPTURES).map(([name, input]) => ({ name, input })),
];

/** What a compressor of captures may show, whether or not it pays. */
function viewOf(capture: string): string {
  const { text, overwritten, shownStates } = resolveScreen(capture, () => {});
  if (overwritten === 0) return text;
  const gap = text.endsWith("\n") || text === "" ? "" : "\n";
  return `${text}${gap}… ${overwritten + shownStates} redraws in all, ${overwritten} elided (caveman) …\n`;
}

describe("terminal captures", () => {
  for (const { name, input } of payloads) {
    test(`${name}: nothing false, nothing open, every lie noticed`, () => {
      const view = engine.compress(input, { type: "terminal" }).output;
      expect(view).not.toBe(input);
      expect(check("terminal", view, input).faults).toEqual([]);
      const { told, missed } = unnoticed("terminal", view, input);
      expect(missed).toEqual([]);
      expect(told).toBeGreaterThan(0);
    });
  }

  const input = CAPTURES["a failure that was covered"] ?? "";
  const view = engine.compress(input).output;
  const LIES: Readonly<Record<string, (view: string) => string>> = {
    "a failure that is lost": (v) => v.replace("error: part 41 is broken\n", ""),
    "a failure that is told of twice": (v) => v.replace(/(error: .*\n)/, "$1$1"),
    "an invented state": (v) => v.replace("error: part 41", "error: part 42"),
    "a state that is not the last": (v) => v.replace("part 59", "part 58"),
    "one redraw more, and one more elided": (v) =>
      v.replace(
        /(\d+) redraws in all, (\d+)/,
        (_, a, b) => `${Number(a) + 1} redraws in all, ${Number(b) + 1}`,
      ),
    "redraws that are shown, but counted as elided": (v) =>
      v.replace(/in all, (\d+)/, (_, n) => `in all, ${Number(n) + 1}`),
    "no word of the redraws": (v) => v.replace(/… .* …\n/, ""),
  };
  for (const [name, tell] of Object.entries(LIES)) {
    test(`a lie is noticed: ${name}`, () => {
      const lie = tell(view);
      expect(lie).not.toBe(view);
      expect(check("terminal", lie, input).faults).not.toEqual([]);
    });
  }

  test("property: two terminals draw any capture alike and count the same redraws", () => {
    const piece = fc.constantFrom(
      ..."a bc\t1%\r\n\b".split(""),
      "error",
      "E: x",
      "😀",
      "\r\n",
      "\r",
      "\x07",
      "step 1",
      "step 20",
      "\x1b[31m",
      "\x1b]0;t\x07",
      "\x1b(B",
      ...["K", "1K", "2K", "A", "2A", "B", "C", "3C", "D", "G", "5G", "E", "F", "J", "2J", "H"].map(
        (final) => `\x1b[${final}`,
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const capture = pieces.join("");
        expect(check("terminal", viewOf(capture), capture).faults).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });
});
