/** Decoding: strict, literal, in order; errors name the line and never repeat the input. */
import { describe, expect, test } from "bun:test";
import { decodeToon } from "../../../src/engine/toon/decode.ts";
import { CaveError } from "../../../src/text/errors.ts";

function failure(toon: string): CaveError {
  try {
    decodeToon(toon);
  } catch (error) {
    if (error instanceof CaveError) return error;
    throw error;
  }
  throw new Error("decoded, but should not have");
}

describe("values", () => {
  test("numbers keep their spelling wherever they stand", () => {
    expect(decodeToon("a: 1.10\nb[3]: 1e400,12345678901234567890,1.0")).toBe(
      '{"a":1.10,"b":[1e400,12345678901234567890,1.0]}',
    );
    expect(decodeToon('t[2|]{x|y}:\n  1.10|"1.10"\n  v 1.10 w|0.0000001')).toBe(
      '{"t":[{"x":1.10,"y":"1.10"},{"x":"v 1.10 w","y":0.0000001}]}',
    );
    expect(decodeToon("-5.00")).toBe("-5.00");
  });

  test("a number as it is spelled twice is one key", () => {
    expect(failure("a 1.10 : x\na 1.10 : y").message).toContain("line 2: a key occurs twice");
  });

  test("keys keep their order, array indexes and __proto__ included", () => {
    expect(decodeToon("b: 1\n2: x\n1: y\n__proto__: z")).toBe('{"b":1,"2":"x","1":"y","__proto__":"z"}');
  });

  test("private-use characters of the input survive", () => {
    expect(decodeToon("a: \ue0000\ue000\nb: 1.10")).toBe('{"a":"\ue0000\ue000","b":1.10}');
  });

  test("blank lines and comments between root values are allowed and do not shift line numbers", () => {
    expect(decodeToon("a: 1\n\n\nb[1]:\n  - 1\n\nc: 2\n")).toBe('{"a":1,"b":[1],"c":2}');
    expect(failure("a: 1\n\n# note\n\nb[2]: 1").message).toContain(
      "line 5: 2 inline-form values were declared, got 1",
    );
  });
});

describe("errors", () => {
  const SECRET = "hunter2";
  const cases: [string, string, string][] = [
    ["too few rows", `a[3]{x}:\n  ${SECRET}\n  2`, "line 3: 3 tabular rows were declared, got 2"],
    ["too many rows", `a[1]{x}:\n  1\n  ${SECRET}`, "line 3: 1 tabular rows were declared, found more"],
    ["a duplicate key", `${SECRET}: 1\n${SECRET}: 2`, "line 2: a key occurs twice"],
    ["a bad length", `a[${SECRET}]: 1`, "line 1: an array's length"],
    ["a tab", `a:\n\t${SECRET}: 1`, "line 2: tabs"],
    ["an odd indentation", `a:\n   ${SECRET}: 1`, "line 2: the indentation"],
    ["an unknown escape", `a: "${SECRET}\\x"`, "line 1: a string holds an escape"],
    ["an open quote", `a: "${SECRET}`, "line 1: a quote is never closed"],
    ["half a surrogate pair", `a: "\ud800${SECRET}"`, "surrogate"],
    ["a byte order mark", `\ufeffa: ${SECRET}`, "line 1: it starts with a byte order mark"],
    ["a JSON object", `{"${SECRET}": 1}`, "line 1: it is JSON"],
    ["a JSON array", `["${SECRET}"]`, "line 1: it is JSON"],
    ["an empty JSON object", "{}", "line 1: it is JSON"],
    ["a blank line in an array", `a[2]:\n  - ${SECRET}\n\n  - 2`, "line 3: blank lines"],
  ];
  for (const [name, input, words] of cases) {
    test(name, () => {
      const error = failure(input);
      expect(error.code).toBe("cave_invalid_toon");
      expect(error.message).toContain(words);
      expect(error.message).not.toContain(SECRET);
    });
  }

  test("deep nesting of any kind is an error, not a crash", () => {
    const nested = Array.from({ length: 5000 }, (_, i) => `${"  ".repeat(i)}k:`).join("\n");
    expect(failure(nested).message).toContain("deeper than 200");
    expect(failure(`a[1]{${"b{".repeat(5000)}c${"}".repeat(5000)}}:\n  1`).message).toContain(
      "deeper than 200",
    );
  });
});

describe("no shape costs quadratic time (each of these took the library minutes)", () => {
  test("arrays and blank lines in turn", () => {
    const turns = 40_000;
    expect(decodeToon("a[1]:\n  - 1\n\n".repeat(1)).length).toBeGreaterThan(0);
    const text = Array.from({ length: turns }, (_, i) => `k${i}[1]:\n  - 1\n\n`).join("");
    expect(decodeToon(text).length).toBe(
      Array.from({ length: turns }, (_, i) => `"k${i}":[1]`).join(",").length + 2,
    );
  });

  test("blanks beside a bracket", () => {
    expect(failure(`a[1] x${" ".repeat(300_000)}y: 1`).message).toContain("4096 blanks");
  });
});
