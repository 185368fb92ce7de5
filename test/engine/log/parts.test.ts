/** The parts of a log line: template, pairs, time, level. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Clusters } from "../../../src/engine/log/clusters.ts";
import { findLevel, showsFailure } from "../../../src/engine/log/level.ts";
import { eachPair } from "../../../src/engine/log/pairs.ts";
import { templateKey, templateWords } from "../../../src/engine/log/template.ts";
import { TimeReader } from "../../../src/engine/log/time.ts";
import { Cell } from "../../../src/engine/table.ts";

const key = (line: string): number => templateKey(line, 0, line.length);

describe("templates", () => {
  const ALIKE: [string, string, string][] = [
    ["numbers", "done in 12 ms", "done in 3 ms"],
    ["ids of letters and digits", "request id=02e8d28a failed", "request id=268a29a0 failed"],
    ["uuids", "job 3f2504e0-4f89-11d3-9a0c-0305e82c3301 ok", "job 9a0c03e0-1f89-41d3-8a0c-1305e82c3302 ok"],
    ["addresses", "from 10.0.0.1 port 22", "from 192.168.100.20 port 65000"],
    ["quoted values", 'user "Ann" left', 'user "Bob Smith, Jr." left'],
    ["single quotes", "cannot find 'a'", "cannot find 'b c'"],
    ["times inside", "since 2026-03-14T09:00:00Z", "since 2026-03-15T10:11:12Z"],
    ["versions", "libc6:amd64 2.36-9+deb12u10", "libssl3:amd64 3.0.11-1~deb12u2"],
    ["lists of numbers", "sizes 1, 2, 3 read", "sizes 10, 20 read"],
    ["hosts", "web-01 is up", "web-27 is up"],
    ["mail addresses", "mail to ann@example.com", "mail to bob@example.org"],
  ];
  for (const [name, a, b] of ALIKE) test(`${name} are masked`, () => expect(key(a)).toBe(key(b)));

  const DIFFERENT: [string, string, string][] = [
    ["words", "cache hit for 1", "cache miss for 1"],
    ["the quoted message", 'level=info msg="cache hit"', 'level=info msg="cache miss"'],
    ["signs", "a: 1", "a = 1"],
    ["an apostrophe opens nothing", "can't open it's", "can't close it's"],
    ["paths of modules", "at std::io::read", "at std::fs::read"],
  ];
  for (const [name, a, b] of DIFFERENT)
    test(`${name} tell lines apart`, () => expect(key(a)).not.toBe(key(b)));

  test("words of a masked line", () => {
    const line = 'GET "/a" src/b.ts 12 ms';
    expect(templateWords(line, 0, line.length)).toEqual({
      words: ["GET", "", "src", "b.ts", "", "ms"],
      parts: [0, 1, 2, 2, 3, 4],
    });
  });

  test("lines that share the folders of a path alone are not joined", () => {
    const kinds = new Clusters();
    const kindOf = (line: string): number => {
      const { words, parts } = templateWords(line, 0, line.length);
      return kinds.add(words, parts);
    };
    expect(kindOf("src/lib/deep/a.ts")).not.toBe(kindOf("src/lib/deep/b.ts"));
    expect(kindOf("copied src/lib/a.ts to dist/lib/a.ts")).toBe(
      kindOf("copied src/lib/b.ts to dist/lib/b.ts"),
    );
  });

  test("any two lines that differ in their digits only are alike", () => {
    const line = fc.string({ unit: fc.constantFrom(..."ab 0123456789-.:_/[]()\"'=é") });
    fc.assert(
      fc.property(line, (text) => {
        const other = text.replace(/[0-9]/g, (d) => String((Number(d) + 5) % 10));
        expect(key(other)).toBe(key(text));
      }),
      { numRuns: 500, seed: 3 },
    );
  });
});

type Pair = [key: string, value: string, clean: boolean];

function pairsOf(line: string): Pair[] {
  const out: Pair[] = [];
  eachPair(line, 0, line.length, (keyStart, keyEnd, _type, start, end, clean) => {
    out.push([line.slice(keyStart, keyEnd), line.slice(start, end), clean]);
  });
  return out;
}

describe("pairs", () => {
  const CASES: [string, Pair[]][] = [
    [
      "level=info msg=hi",
      [
        ["level", "info", true],
        ["msg", "hi", true],
      ],
    ],
    [
      'msg="retry state=failed" n=1',
      [
        ["msg", "retry state=failed", true],
        ["n", "1", true],
      ],
    ],
    [
      'msg="say \\"x=1\\" now" n=1',
      [
        ["msg", 'say \\"x=1\\" now', true],
        ["n", "1", true],
      ],
    ],
    [
      "a=1 a=2",
      [
        ["a", "1", true],
        ["a", "2", true],
      ],
    ],
    [
      "OUT= MAC=52:54",
      [
        ["OUT", "", true],
        ["MAC", "52:54", true],
      ],
    ],
    ["user root(uid=0) by", [["uid", "0)", false]]],
    ["GET /x?a=1&b=2", [["a", "1&b=2", false]]],
    ['msg="never closed n=1', [["msg", '"never closed n=1', false]]],
    ["x == y", []],
    ["k.a-b=1", [["k.a-b", "1", true]]],
    ["1a=2", [["a", "2", false]]],
    ["no pairs here", []],
  ];
  for (const [line, expected] of CASES) test(line, () => expect(pairsOf(line)).toEqual(expected));

  test("a line is logfmt only if it is nothing but pairs", () => {
    const isPure = (line: string): boolean => eachPair(line, 0, line.length, () => {});
    expect(isPure('ts=1 level=info msg="a b"')).toBe(true);
    expect(isPure("INFO ts=1 level=info")).toBe(false);
    expect(isPure("ts=1 done")).toBe(false);
    expect(isPure("ts=1 (x=2)")).toBe(false);
    expect(isPure("")).toBe(false);
  });

  test("clean pairs of logfmt are exactly those that the usual expression finds", () => {
    const word = fc.string({ unit: fc.constantFrom(..."abz019_.-/:,"), minLength: 1, maxLength: 6 });
    const name = fc.string({ unit: fc.constantFrom(..."abz_"), minLength: 1, maxLength: 4 });
    const quoted = fc
      .string({ unit: fc.constantFrom(...'ab ="\\\t'), maxLength: 8 })
      .map((s) => JSON.stringify(s));
    const line = fc
      .array(fc.tuple(name, fc.oneof(word, quoted)), { maxLength: 6 })
      .map((all) => all.map(([k, v]) => `${k}=${v}`).join(" "));
    fc.assert(
      fc.property(line, (text) => {
        const expected = [...text.matchAll(/([A-Za-z_][\w.-]*)=("(?:[^"\\]|\\.)*"|\S+)/g)].map(
          ([, k = "", v = ""]) => [k, v.startsWith('"') ? v.slice(1, -1) : v],
        );
        expect(pairsOf(text).map(([k, v]) => [k, v])).toEqual(expected);
      }),
      { numRuns: 500, seed: 4 },
    );
  });

  test("cells have no types: what is quoted and what is not reads the same", () => {
    const types: number[] = [];
    eachPair('a=5 a="5" a=true a="" a="x\\n"', 0, 30, (_k, _e, type) => types.push(type));
    expect(types).toEqual([Cell.string, Cell.string, Cell.string, Cell.empty, Cell.escaped]);
  });
});

describe("times", () => {
  const CASES: [string, string | null][] = [
    ["2026-03-14 09:00:00.232 INFO x", "2026-03-14 09:00:00.232"],
    ["2026-03-14T09:00:00Z x", "2026-03-14T09:00:00Z"],
    ["2026-03-14T09:00:00.1234567+01:00 x", "2026-03-14T09:00:00.1234567+01:00"],
    ["[2026-03-14 09:00:00] x", "2026-03-14 09:00:00"],
    ["2026-03-14 09:00:00,123 x", "2026-03-14 09:00:00"],
    ["2026/03/14 09:00:00 x", "2026/03/14 09:00:00"],
    ["Mar 14 09:00:07 host x", "Mar 14 09:00:07"],
    ["Mar  4 09:00:07 host x", "Mar  4 09:00:07"],
    ["[Sat Mar 14 09:00:07 2026] x", "Sat Mar 14 09:00:07 2026"],
    ["10.0.0.1 - - [14/Mar/2026:09:00:00 +0000] x", "14/Mar/2026:09:00:00 +0000"],
    ["09:00:07.123 x", "09:00:07.123"],
    ["[  123.456789] usb", "123.456789"],
    ["1773478800 x", "1773478800"],
    ["I0314 09:00:00.123456 1 a.go:1] x", "0314 09:00:00.123456"],
    ["web_1  | 2026-03-14T09:00:00Z x", "2026-03-14T09:00:00Z"],
    ["done at 09:00:07", null],
    ["12 apples", null],
    ["", null],
  ];
  for (const [line, expected] of CASES) {
    test(line, () => {
      const time = new TimeReader().read(line, 0, line.length);
      expect(time === null ? null : line.slice(time.start, time.end)).toBe(expected);
      if (time !== null) expect(line.slice(time.rest)).toMatch(/^\S|^$/);
    });
  }

  test("no time reaches beyond its line", () => {
    expect(new TimeReader().read("2026-03-14\n09:00:00", 0, 10)).toBeNull();
  });
});

describe("levels and failures", () => {
  const LEVELS: [string, string | null][] = [
    ["INFO  [worker] x", "INFO"],
    ["[worker] WARN: x", "WARN"],
    ["<error> x", "error"],
    ["npm warn deprecated x", "warn"],
    ["14 silly view", "silly"],
    ["error: no such file", "error"],
    ["error[E0308]: mismatched", "error"],
    ["fail: Shop.Worker[0]", "fail"],
    ["no level here", null],
    ["an error occurred", null],
    ["INFORMATION desk", null],
  ];
  for (const [line, expected] of LEVELS) {
    test(line, () => {
      const span = findLevel(line, 0, line.length);
      expect(span === null ? null : line.slice(...span)).toBe(expected);
    });
  }

  const FAILURES: [string, boolean][] = [
    ["Failed password for root", true],
    ["java.lang.IllegalStateException: x", true],
    ["not ok 6 - case 5", true],
    ["connection timed out", true],
    ["0 errors, 0 failed", false],
    ["error=null status=ok", false],
    ["Tests: 3 failed, 0 errors", true],
    ["terror in the woods", false],
    ["the default-error-page was built", false],
  ];
  for (const [line, expected] of FAILURES) test(line, () => expect(showsFailure(line)).toBe(expected));
});
