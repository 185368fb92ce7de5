/**
 * `npm run release`: everything of a release, signed, into dist/release, and the signed manifest into
 * checksums/. `--rehearse` signs with a key made for the occasion, which the launcher in that folder trusts;
 * `--check` builds twice and compares instead; `--target NAME` (repeatable) limits the platforms.
 */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { KEYS, REPOSITORY } from "../src/launcher/lib/pins.mjs";
import { assemble, logToStderr, NO_REPOSITORY } from "./assemble.ts";
import { manifestName } from "./manifest.ts";
import type { Pins } from "./npm.ts";
import { reproduce } from "./reproduce.ts";
import { signFile } from "./sign.ts";
import { newKey, pinned } from "./signature.ts";
import { readStamp } from "./stamp.ts";
import { formatSums, SUMS, sumsOf } from "./sums.ts";
import { TARGETS, targetNamed } from "./targets.ts";
import { problemsOf } from "./verify.ts";

const ROOT = join(import.meta.dir, "..");
const OUT = join(ROOT, "dist", "release");

const { values } = parseArgs({
  options: {
    rehearse: { type: "boolean" },
    check: { type: "boolean" },
    target: { type: "string", multiple: true },
  },
});

const started = performance.now();
const stamp = readStamp(ROOT);
const targets = values.target ? values.target.map(targetNamed) : TARGETS;

function refuseUnlessReady(): void {
  const missing = [
    stamp.commit.length === 40 ? null : "the checkout has changes that are not committed",
    REPOSITORY === "" ? "src/launcher/lib/pins.mjs names no repository" : null,
    KEYS.length === 0 ? "src/launcher/lib/pins.mjs pins no key" : null,
    values.target ? "a release holds every target" : null,
  ].filter((reason) => reason !== null);
  if (missing.length === 0) return;
  console.error(
    `no release: ${missing.join("; ")}. To try everything but publishing: npm run release -- --rehearse`,
  );
  process.exit(1);
}

function release(): void {
  if (!values.rehearse) refuseUnlessReady();
  const key = newKey();
  const pins: Pins = values.rehearse
    ? { repository: REPOSITORY || NO_REPOSITORY, keys: [pinned(key)] }
    : { repository: REPOSITORY, keys: KEYS };
  const env = values.rehearse
    ? { CAVEMAN_SIGNING_KEY: Buffer.from(key.seed).toString("base64") }
    : process.env;
  rmSync(OUT, { recursive: true, force: true });
  assemble({ root: ROOT, stamp, targets, pins, log: logToStderr }, OUT);
  const manifest = join(OUT, manifestName(stamp.version));
  const id = signFile(manifest, env, pins.keys);
  writeFileSync(join(OUT, SUMS), formatSums(sumsOf(OUT)));
  const problems = problemsOf(OUT, pins.keys);
  if (problems.length > 0) throw new Error(`the release does not verify:\n${problems.join("\n")}`);
  if (values.rehearse) {
    console.error(
      `dist/release is a rehearsal, signed with key ${id}, which is gone now: publish nothing of it`,
    );
    return;
  }
  const kept = join(ROOT, "checksums", `${stamp.version}.json`);
  copyFileSync(manifest, kept);
  copyFileSync(`${manifest}.sig`, `${kept}.sig`);
  writeFileSync(join(ROOT, "release", "THIRD_PARTY_NOTICES"), readFileSync(join(OUT, "THIRD_PARTY_NOTICES")));
  console.error(`dist/release is signed with key ${id}; commit checksums/, then follow docs/releasing.md`);
}

function check(): void {
  const differing = reproduce(ROOT, stamp, targets);
  if (differing.length === 0) {
    console.error("two builds in two folders are the same, byte for byte");
    return;
  }
  console.error(`NOT reproducible: ${differing.join(", ")}`);
  process.exitCode = 1;
}

if (values.check) check();
else release();
logToStderr("altogether", (performance.now() - started) / 1000);
