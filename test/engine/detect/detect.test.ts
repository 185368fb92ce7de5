/** Detection: a confusion matrix over samples, fixtures and (where it is there) the corpus; promises about time. */
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DETECTED_TYPES, type DetectedType } from "../../../src/engine/contract.ts";
import { confidences, detectType, RECOGNISERS } from "../../../src/engine/detect/detect.ts";
import { sampleOf } from "../../../src/engine/detect/sample.ts";
import { FORMS } from "./forms/index.ts";
import { SAMPLES } from "./samples/index.ts";

/** Rows are what the texts are, columns what detection says; only differences are listed. */
function confusions(
  cases: readonly (readonly [name: string, text: string, expected: readonly string[]])[],
): string[] {
  return cases.flatMap(([name, text, expected]) => {
    const found = detectType(text);
    if (expected.includes(found)) return [];
    const why = confidences(text)
      .filter(([, c]) => c > 0)
      .map(([t, c]) => `${t} ${c.toFixed(2)}`)
      .join(", ");
    return [`${name}: ${found} instead of ${expected.join(" or ")} (${why})`];
  });
}

describe("samples", () => {
  for (const type of DETECTED_TYPES) {
    test(type, () => {
      expect(confusions(Object.entries(SAMPLES[type]).map(([name, text]) => [name, text, [type]]))).toEqual(
        [],
      );
    });
  }

  test("the ends of lines make no difference, nor does one odd one", () => {
    const cases = DETECTED_TYPES.flatMap((type) =>
      Object.entries(SAMPLES[type])
        .filter(([, text]) => text.includes("\n") && !text.includes("\r"))
        .flatMap(([name, text]): [string, string, string[]][] => [
          [`${name}, CRLF`, text.replaceAll("\n", "\r\n"), [type]],
          [`${name}, one CRLF`, text.replace("\n", "\r\n"), [type]],
        ]),
    );
    expect(confusions(cases)).toEqual([]);
  });

  test("every type has one recogniser, in the order of precedence that the documentation gives", () => {
    expect(RECOGNISERS.map(([type]) => type).sort()).toEqual([...DETECTED_TYPES].sort());
  });
});

describe("forms", () => {
  for (const n of [4, 40, 400]) {
    test(`of ${n} units`, () => {
      const cases = Object.entries(FORMS).map(([name, { type, of }]): [string, string, string[]] => [
        name,
        of(n),
        [type],
      ]);
      expect(confusions(cases)).toEqual([]);
      expect(
        confusions(cases.map(([name, text, type]) => [`${name}, CRLF`, text.replaceAll("\n", "\r\n"), type])),
      ).toEqual([]);
    });
  }
});

const FIXTURES = join(import.meta.dir, "..", "..", "fixtures");
/** Fixtures that are of another type than their folder says, for a reason. */
const OTHERS: Record<string, DetectedType> = {};

test("fixtures are what their folders say", () => {
  const cases = readdirSync(FIXTURES)
    .filter((folder) => (DETECTED_TYPES as readonly string[]).includes(folder))
    .flatMap((folder) =>
      readdirSync(join(FIXTURES, folder), { withFileTypes: true })
        .filter((e) => e.isFile() && !e.name.includes(".view"))
        .map((e): [string, string, string[]] => {
          const name = `${folder}/${e.name}`;
          return [name, readFileSync(join(FIXTURES, folder, e.name), "utf8"), [OTHERS[name] ?? folder]];
        }),
    );
  expect(cases.length).toBeGreaterThan(0);
  expect(confusions(cases)).toEqual([]);
});

/** What the files of the corpus are; by extension where they are not listed. */
const CORPUS = process.env.CAVEMAN_CORPUS ?? "";
const BY_EXTENSION: Record<string, DetectedType> = {
  json: "json",
  ndjson: "ndjson",
  log: "log",
  term: "terminal",
  diff: "diff",
  csv: "tabular",
  tsv: "tabular",
  html: "html",
  md: "text",
  ts: "code",
  js: "code",
  py: "code",
  h: "code",
};
const BY_NAME: Record<string, DetectedType> = {
  // A transcript: its progress is drawn over with carriage returns.
  "apt-term.log": "terminal",
  "ls-lR.txt": "tabular",
  "dpkg-l.txt": "tabular",
  "ps-aux.txt": "tabular",
  "df.txt": "tabular",
  "grep-function.txt": "search-result",
  "grep-small.txt": "search-result",
  "rg-heading.txt": "search-result",
  "find.txt": "search-result",
  "git-stat.txt": "diff",
};
const hasCorpus = CORPUS !== "" && existsSync(CORPUS);
if (!hasCorpus)
  console.warn("SKIPPED: detection over the corpus: set CAVEMAN_CORPUS to the folder that holds it");
test.skipIf(!hasCorpus)("the corpus", () => {
  const cases = readdirSync(CORPUS).map((name): [string, string, string[]] => [
    name,
    readFileSync(join(CORPUS, name), "utf8"),
    [BY_NAME[name] ?? BY_EXTENSION[name.split(".").at(-1) ?? ""] ?? "text"],
  ]);
  expect(confusions(cases)).toEqual([]);
});

describe("limits", () => {
  const SHAPES: [string, (chars: number) => string][] = [
    ["one letter", (n) => "a".repeat(n)],
    ["spaces", (n) => " ".repeat(n)],
    ["empty lines", (n) => "\n".repeat(n)],
    ["carriage returns", (n) => "\r".repeat(n)],
    ["brackets", (n) => "[".repeat(n)],
    ["braces", (n) => "{".repeat(n)],
    ["quotes", (n) => '"'.repeat(n)],
    ["escapes", (n) => "\x1b[".repeat(n / 2)],
    ["backslashes", (n) => `"${"\\".repeat(n)}`],
    ["dashes", (n) => "- ".repeat(n / 2)],
    ["bars", (n) => "|".repeat(n)],
    ["commas", (n) => ",".repeat(n)],
    ["hashes", (n) => "#".repeat(n)],
    ["tags", (n) => "<div>".repeat(n / 5)],
    ["comments", (n) => "<!--".repeat(n / 4)],
    ["numbers", (n) => "1:".repeat(n / 2)],
    ["pairs", (n) => "a=".repeat(n / 2)],
    ["words", (n) => "error ".repeat(n / 6)],
    ["short lines", (n) => "a b\n".repeat(n / 4)],
    ["gutters", (n) => "1\t".repeat(n / 2)],
    ["plus signs", (n) => "+".repeat(n)],
    ["a rule", (n) => `+${"-".repeat(n)}`],
    ["a rule that breaks off", (n) => `NAME  AGE\n${"-".repeat(n)}x`],
    ["corners", (n) => "+-".repeat(n / 2)],
    ["box drawing", (n) => "─".repeat(n)],
    ["bars and blanks", (n) => "│ ".repeat(n / 2)],
    ["equals signs", (n) => "=".repeat(n)],
    ["lines of dashes", (n) => `${"-".repeat(500)}x\n`.repeat(n / 502)],
    ["lines of bars", (n) => `${"| ".repeat(250)}\n`.repeat(n / 501)],
    ["lines of parentheses", (n) => `${"(,".repeat(250)}\n`.repeat(n / 501)],
    ["lines of dashed items", (n) => `${"- ".repeat(250)}\n`.repeat(n / 501)],
    ["lines of words", (n) => `${"a b".repeat(150)}:\n`.repeat(n / 452)],
    ["lines of quotes", (n) => `- ${'"'.repeat(500)}\n`.repeat(n / 503)],
  ];

  test("a recogniser looks at no more than a sample, whatever the input's size", () => {
    for (const [name, make] of SHAPES) {
      const sample = sampleOf(make(1 << 22));
      const chars = sample.lines.reduce((n, l) => n + l.length, 0);
      expect(`${name}: ${chars <= 400_000}`).toBe(`${name}: true`);
    }
  });

  test("no shape of 16 MB keeps detection busy: quadratic time in any of them would take hours", () => {
    for (const [, make] of SHAPES) expect(DETECTED_TYPES).toContain(detectType(make(1 << 24)));
  }, 60_000);

  test("lines of a sample take no time either", () => {
    const slow = SHAPES.flatMap(([name, make]) => {
      const text = make(1 << 18);
      const start = performance.now();
      detectType(text);
      return performance.now() - start < 2_000 ? [] : [name];
    });
    expect(slow).toEqual([]);
  }, 60_000);

  test("the same text gives the same answer", () => {
    for (const type of DETECTED_TYPES) {
      for (const text of Object.values(SAMPLES[type])) expect(confidences(text)).toEqual(confidences(text));
    }
  });
});
