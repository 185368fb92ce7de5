/** Counts equal tiktoken's, on everything there is to count here and on text made to go wrong. */
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { countTokens } from "../../src/tokens/counter.ts";
import { adversarialText, ROOT, seededRandom, tiktokenCount } from "./reference.ts";

/** tiktoken is quadratic in unbroken text and slow on all: this much of a file is compared. */
const MOST_UNITS = 300_000;
/** On a busy machine too. */
const SLOW_MS = 60_000;
const ADVERSARIAL_TEXTS = 100_000;

/** Files of text below a folder, as [name, text]. */
function texts(folder: string): [string, string][] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .filter((name) => statSync(join(folder, name)).isFile() && !/\.(bin|wasm|db|gz|png)$/.test(name))
    .map((name) => [name, readFileSync(join(folder, name), "utf8").slice(0, MOST_UNITS)]);
}

function differences(files: [string, string][]): string[] {
  return files
    .map(([name, text]) => [name, tiktokenCount(text), countTokens(text).tokens] as const)
    .filter(([, expected, found]) => expected !== found)
    .map(([name, expected, found]) => `${name}: ${found} instead of ${expected}`);
}

describe("counts equal tiktoken's", () => {
  test.each([
    "",
    "a",
    "hello world",
    "don't I'LL we'Ve x'ſ y'",
    "\ufeffabc",
    "a\u0085b",
    "<|endoftext|><|endofprompt|>",
    "\ud800 \udc00 a\ud83d",
    "1234567 ½²٣ 1² 22٣",
    "x  \n\n  y \r\n",
  ])("%j", (text) => {
    expect(countTokens(text)).toEqual({ tokens: tiktokenCount(text), estimated: false });
  });

  test.each(["src", "build", "docs", "test"])(
    "every file below %s",
    (folder) => {
      const files = texts(join(ROOT, folder));
      expect(files.length).toBeGreaterThan(0);
      expect(differences(files)).toEqual([]);
    },
    SLOW_MS,
  );

  const corpus = process.env.CAVEMAN_CORPUS ?? "";
  const hasCorpus = corpus !== "" && existsSync(corpus);
  if (!hasCorpus)
    console.warn("SKIPPED: token counts over the corpus: set CAVEMAN_CORPUS to the folder that holds it");
  test.skipIf(!hasCorpus)(
    "every file of the corpus",
    () => {
      expect(differences(texts(corpus))).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    `${ADVERSARIAL_TEXTS} adversarial texts`,
    () => {
      const random = seededRandom(20_251_130);
      const wrong: string[] = [];
      for (let i = 0; i < ADVERSARIAL_TEXTS; i++) {
        const text = adversarialText(random);
        if (countTokens(text).tokens !== tiktokenCount(text)) wrong.push(JSON.stringify(text));
      }
      expect(wrong.slice(0, 10)).toEqual([]);
    },
    SLOW_MS,
  );
});
