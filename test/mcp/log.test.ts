/** What is logged: codes, sizes and places, on one line, never what an error quotes. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { errorFacts, escaped, lineLog } from "../../src/mcp/log.ts";

function caught(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

describe("log", () => {
  test("one line per event, from the chosen level on", () => {
    const lines: string[] = [];
    const log = lineLog("me", "warn", (line) => lines.push(line));
    log("error", "cave_x", { bytes: 5, at: "f" });
    log("warn", "two\nlines\u202e");
    log("info", "unheard");
    expect(lines).toEqual(["me: error: cave_x bytes=5 at=f\n", "me: warn: two\\u{a}lines\\u{202e}\n"]);
    lineLog("me", "silent", (line) => lines.push(line))("error", "unheard");
    expect(lines.length).toBe(2);
  });

  test("nothing escaped can break a line or reorder it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(escaped(text)).not.toMatch(
          /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u,
        );
      }),
    );
  });

  test("errors are told by class, code and place, not by their words", () => {
    const errors = [
      caught(() => JSON.parse('{"secret')),
      new RangeError("secret\n    at secret (secret:1:1)"),
      Object.assign(new Error("secret"), { code: "EPIPE" }),
      Object.assign(new Error("secret"), { code: "secret words" }),
      Object.assign(new Error("x"), { stack: "secret" }),
      new Error(""),
      "secret",
      undefined,
      { message: "secret" },
    ].map(errorFacts);
    expect(JSON.stringify(errors)).not.toContain("secret");
    expect(errors[0]?.thrown).toBe("SyntaxError");
    expect(errors[1]?.at).toContain("log.test.ts");
    expect(errors[2]?.code).toBe("EPIPE");
    expect(errors[5]?.at).toContain("log.test.ts");
    expect(errors[6]).toEqual({ thrown: "string" });
  });
});
