/** The tables are made from the right file only, once, and damage is told. */
import { expect, test } from "bun:test";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ensureAssets } from "../../build/assets.mjs";
import { parseClasses } from "../../build/class-table.ts";
import { buildDoubleArray } from "../../build/double-array.ts";
import { findHalves } from "../../build/merge-tables.ts";
import { readRanks } from "../../build/rank-file.ts";
import { readTables, type Tables } from "../../src/tokens/tables.ts";
import { Trie } from "../../src/tokens/trie.ts";
import { ROOT } from "./reference.ts";

const FILE = join(ROOT, "src", "tokens", "o200k.bin");
const bytesOf = (text: string): Uint8Array => Buffer.from(text, "latin1");

test("tables that are there are not made again", () => {
  const before = statSync(FILE).mtimeMs;
  ensureAssets();
  expect(statSync(FILE).mtimeMs).toBe(before);
});

test("a rank file of other content is refused, with what to do", () => {
  expect(() => readRanks(bytesOf("IQ== 0\n"))).toThrow(/SHA-256 is [0-9a-f]{64}, not 446a9538.*npm ci/);
});

test("a file that is cut, longer or something else is not taken for the tables", () => {
  const file = readFileSync(FILE);
  expect(() => readTables(file)).not.toThrow();
  for (const wrong of [
    file.subarray(0, -4),
    file.subarray(0, 1000),
    Buffer.concat([file, Buffer.alloc(4)]),
    Buffer.alloc(file.length),
  ]) {
    expect(() => readTables(wrong)).toThrow("damaged");
  }
});

test("tables can be read from anywhere in a buffer", () => {
  const file = readFileSync(FILE);
  const shifted = new Uint8Array(file.length + 1);
  shifted.set(file, 1);
  const { trie, halves } = readTables(shifted.subarray(1));
  expect(trie).toEqual(readTables(file).trie);
  expect(halves).toEqual(readTables(file).halves);
});

test("a vocabulary that merges cannot make is refused", () => {
  const bytes = Array.from({ length: 256 }, (_, i) => Uint8Array.of(i));
  expect([...findHalves([...bytes, bytesOf("ab"), bytesOf("abc")]).slice(512)]).toEqual([97, 98, 256, 99]);
  expect(() => findHalves([...bytes, bytesOf("abc")])).toThrow("cannot be made by merges");
  expect(() => findHalves([bytesOf("ab"), ...bytes])).toThrow("must come first");
});

test("the double array finds exactly the words that it was made from", () => {
  const words = ["a", "ab", "abcd", "b", "\0", "\0\0", "\xff", "zebra", "zeb"];
  const { units, root } = buildDoubleArray(words.map(bytesOf));
  const trie = new Trie({ trie: units, root } as Tables);
  const has = (text: string): boolean => trie.isToken(bytesOf(text), 0, text.length);
  expect(words.filter((w) => !has(w))).toEqual([]);
  expect(["abc", "c", "abcde", "z", "zebr", "\0\0\0", "\xfe", "\xff\0"].filter(has)).toEqual([]);
  expect(trie.longest(bytesOf("abcx"), 0, 4)).toBe(1);
  expect(trie.end).toBe(2);
  expect(trie.longest(bytesOf("abcd"), 0, 3)).toBe(1);
  expect(trie.longest(bytesOf("zebra"), 0, 5)).toBe(7);
});

test("an unknown class in the table of characters is refused", () => {
  expect(() => parseClasses("GREEK 370-3FF\n")).toThrow("no class GREEK");
});
