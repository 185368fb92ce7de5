/**
 * Files that are made from pinned packages instead of being committed. `ensureAssets()` makes what is missing or stale
 * and returns at once otherwise; `node build/assets.mjs` does the same by hand. Runs on Node and on Bun.
 */
import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bun, ROOT } from "./bun.mjs";

/** The token tables, everything that they are made from, and where their header keeps the digest of it. */
const RANK_TABLE = {
  file: "src/tokens/o200k.bin",
  script: "build/rank-table.ts",
  inputs: [
    "build/rank-table.ts",
    "build/rank-file.ts",
    "build/double-array.ts",
    "build/merge-tables.ts",
    "build/class-table.ts",
    "build/character-classes.txt",
    "src/tokens/classes.ts",
    "src/tokens/layout.ts",
  ],
  digestAt: 64,
};

function digestOf(files) {
  const hash = createHash("sha256");
  for (const file of files)
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(ROOT, file)));
  return hash.digest("hex");
}

function digestIn(file, at) {
  if (!existsSync(file)) return "";
  const digest = Buffer.alloc(64);
  const fd = openSync(file, "r");
  try {
    readSync(fd, digest, 0, digest.length, at);
  } finally {
    closeSync(fd);
  }
  return digest.toString("latin1");
}

/** Ends the process with a message when an asset cannot be made. */
export function ensureAssets() {
  const digest = digestOf(RANK_TABLE.inputs);
  const file = join(ROOT, RANK_TABLE.file);
  if (digestIn(file, RANK_TABLE.digestAt) === digest) return;
  process.stderr.write(`building ${RANK_TABLE.file}\n`);
  bun([RANK_TABLE.script, file, digest]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) ensureAssets();
