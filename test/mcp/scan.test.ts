/** The scanner accepts exactly what JSON.parse accepts, and finds every value where it was written. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Scanner } from "../../src/mcp/scan.ts";
import { JsonSyntaxError } from "../../src/text/json-bytes.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function scans(text: string): boolean {
  const scanner = new Scanner(bytesOf(text));
  try {
    scanner.skip();
    scanner.end();
    return true;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return false;
    throw error;
  }
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("scanner", () => {
  test("accepts every JSON text", () => {
    fc.assert(
      fc.property(fc.json({ depthSize: "medium", stringUnit: "binary" }), (text) => {
        expect(scans(text)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test("agrees with JSON.parse on texts that are nearly JSON", () => {
    const scraps = fc.constantFrom(
      ...'{}[],:"\\ \t\r\n\f\v0123456789-+.eEtrufalsn/b\u0000\u0001\u007f\u00a0\ufeff\u2028é',
      "true",
      "null",
      "\\u12aF",
      "\\uD800",
      "\\x",
      '"a"',
      "1e5",
      "-0",
      "01",
      '{"a":',
      "[1,",
    );
    const cut = fc
      .tuple(fc.json({ maxDepth: 3 }), fc.nat(), fc.nat({ max: 3 }), fc.array(scraps, { maxLength: 3 }))
      .map(([text, at, length, put]) => {
        const from = at % (text.length + 1);
        return text.slice(0, from) + put.join("") + text.slice(from + length);
      });
    const soup = fc.array(scraps, { maxLength: 8 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.oneof(cut, soup), (text) => {
        expect(scans(text)).toBe(parses(text));
      }),
      { numRuns: 3_000 },
    );
  });

  test("finds members and elements in order, duplicates included", () => {
    const text = ' {"a" : 1.0 , "b\\u0062":[1, {"x":"]"}] ,"a": "\\"" } ';
    const scanner = new Scanner(bytesOf(text));
    const found: [string, string][] = [];
    scanner.peek();
    scanner.members((from, to) => {
      const start = scanner.at;
      scanner.skip();
      found.push([text.slice(from, to), text.slice(start, scanner.at)]);
    });
    scanner.end();
    expect(found).toEqual([
      ['"a"', "1.0"],
      ['"b\\u0062"', '[1, {"x":"]"}]'],
      ['"a"', '"\\""'],
    ]);
    const array = new Scanner(bytesOf("[ 1 ,[] , {}]"));
    const starts: number[] = [];
    array.elements(() => {
      starts.push(array.at);
      array.skip();
    });
    expect(starts).toEqual([2, 5, 10]);
  });

  test("says where reading stopped", () => {
    const at = (text: string): number => {
      try {
        const scanner = new Scanner(bytesOf(text));
        scanner.skip();
        scanner.end();
      } catch (error) {
        if (error instanceof JsonSyntaxError) return error.at;
      }
      return -1;
    };
    expect(at('{"a":1,}')).toBe(7);
    expect(at('{"a":1}{"b":2}')).toBe(7);
    expect(at('{"a":')).toBe(5);
    expect(at("[1}")).toBe(2);
    expect(at("[1")).toBe(2);
    expect(at('"a\u0000"')).toBe(2);
    expect(at("")).toBe(0);
  });

  test("has no depth limit", () => {
    const depth = 2_000_000;
    expect(scans("[".repeat(depth) + "]".repeat(depth))).toBe(true);
    expect(scans(`${'{"a":'.repeat(depth / 10)}1${"}".repeat(depth / 10)}`)).toBe(true);
    expect(scans("[".repeat(depth))).toBe(false);
  });
});
