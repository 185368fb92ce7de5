import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createEngine } from "../../../src/engine/engine.ts";
import { resolveScreen } from "../../../src/engine/terminal/screen.ts";

const screen = (input: string): string => resolveScreen(input, () => {}).text;
const engine = createEngine({ countTokens: (t) => ({ tokens: Math.ceil(t.length / 4), estimated: false }) });

describe("the screen", () => {
  test.each([
    ["colours go", "\x1b[1;31merror\x1b[0m: x\n", "error: x\n"],
    ["a carriage return overwrites from the line's start", "abcdef\rXY\n", "XYcdef\n"],
    ["erasing the line first", "10%\r\x1b[2K100%\n", "100%\n"],
    ["erasing to the end", "downloading\r\x1b[Kdone\n", "done\n"],
    ["a line end of CRLF is a line end", "a\r\nb\r\r\nc\n", "a\nb\nc\n"],
    ["overstriking as in manual pages", "N\bNA\bAM\bME\bE _\bx\n", "NAME x\n"],
    ["titles and links", "\x1b]0;title\x07a\x1b]8;;http://x/\x1b\\b\x1b]8;;\x1b\\c\n", "abc\n"],
    [
      "cursor up redraws the line above",
      "one 1%\ntwo 1%\n\x1b[2A\x1b[2Kone 9%\n\x1b[2Ktwo 9%\n",
      "one 9%\ntwo 9%\n",
    ],
    ["erasing everything below", "a\nb\nc\x1b[2A\r\x1b[Jdone\n", "done"],
    ["a cleared screen keeps what scrolled by", "first\n\x1b[2J\x1b[Hsecond\n", "first\nsecond\n"],
    ["charset selection and keypad modes", "\x1b(B\x1b=\x1b>ok\n", "ok\n"],
  ])("%s", (_, input, want) => {
    expect(screen(input)).toBe(want);
  });

  test("an escape that never ends swallows nothing behind it", () => {
    expect(screen("\x1b]0;no end\nnext line\n")).toBe("0;no end\nnext line\n");
    expect(screen(`\x1b]${"x".repeat(5000)}`)).toBe("x".repeat(5000));
    expect(screen("\x1b[12\nnext\n")).toBe("12\nnext\n");
    expect(screen("end\x1b")).toBe("end");
  });

  test("an error that a redraw covers is not lost", () => {
    const text = screen("downloading 10%\rerror: checksum mismatch\rdownloading 20%          \ndone\n");
    expect(text.split("\n")).toContain("error: checksum mismatch");
    expect(text).toContain("downloading 20%");
  });

  test("redraws are counted: states that went and lines that had them", () => {
    const frames = Array.from({ length: 50 }, (_, i) => `\r\x1b[2Kstep ${i}`).join("");
    expect(resolveScreen(`${frames}\n`, () => {})).toMatchObject({ overwritten: 49, shownStates: 1 });
  });

  test.each([
    ["erased, and what was written there erased again", "ok\x1b[2Kerror: disk full\x1b[2K\rok\n", 1, 2],
    ["a failure that the last state begins with", "error\rerror: x\n", 1, 1],
    ["typed over behind backspaces", "50%\b\b\b\x1b[1m5\x1b[0m1%\n", 0, 0],
  ])("each state counts once: %s", (_, input, overwritten, shownStates) => {
    expect(resolveScreen(input, () => {})).toMatchObject({ overwritten, shownStates });
  });

  test("half of a wide character that is overwritten is a blank", () => {
    expect(screen("😀😀 loading\rX\n")).toBe("X 😀 loading\n");
    expect(screen("ab😀\x1b[1D\x1b[Kc\n")).toBe("ab c\n");
  });

  test("property: a capture without control characters is its own screen", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "é", "\n", "\t", "日", " ") }), (text) => {
        expect(screen(text)).toBe(text);
      }),
    );
  });

  test("property: any bytes end in a screen without escapes, carriage returns or backspaces", () => {
    const unit = fc.constantFrom(
      "\x1b",
      "[",
      "]",
      "2",
      "K",
      "A",
      "J",
      "H",
      "\r",
      "\n",
      "\b",
      "x",
      "😀",
      ";",
      "m",
      "\x07",
      "P",
      "\\",
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 200 }), (text) => {
        expect(screen(text)).not.toMatch(/[\x1b\r\b\x07]/);
        expect(screen(text).isWellFormed()).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe("terminal", () => {
  test("the view is the screen, then the view of what is on it, with the redraws counted", () => {
    const frames = Array.from(
      { length: 400 },
      (_, i) => `\r\x1b[2K[###....] ${i % 100}% fetching part ${i}`,
    ).join("");
    const { output, contentType } = engine.compress(`${frames}\n\x1b[32madded\x1b[39m 412 packages\n`);
    expect(contentType).toBe("terminal");
    expect(output).toBe(
      "[###....] 99% fetching part 399\nadded 412 packages\n… 400 redraws in all, 399 elided (caveman) …\n",
    );
    expect(engine.compress(output).output).toBe(output);
  });

  test("a long line drawn over and over stays bounded", () => {
    const { output } = engine.compress(`${"x".repeat(6000)}\r`.repeat(50));
    expect(output.length).toBeLessThan(400_000);
  });
});

describe("very long lines and histories", () => {
  test("moving right at the end of a long line overwrites nothing", () => {
    const long = "x".repeat(5000);
    expect(screen(`${long}\x1b[1Cend\n`)).toContain(long);
  });

  test("what has scrolled off cannot be erased", () => {
    const lines = Array.from({ length: 2000 }, (_, i) => `line ${i}\n`).join("");
    const text = screen(`${lines}${"\x1b[900A".repeat(9)}\x1b[J`);
    expect(text).toContain("line 1400\n");
    expect(text).not.toContain("line 1999");
  });

  test("a failure that a redraw wiped out stays, and is counted among the shown states", () => {
    const steps = Array.from({ length: 40 }, (_, i) => `\rstep ${i}`).join("");
    const { text, overwritten, shownStates } = resolveScreen(
      `${steps}\rE: disk full, giving up\rdone\x1b[K\n`,
      () => {},
    );
    expect(text).toBe("E: disk full, giving up\ndone\n");
    expect([overwritten, shownStates]).toEqual([40, 2]);
  });
});
