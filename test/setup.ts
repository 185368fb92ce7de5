/** Loaded before every test file: no test may reach a real home or store by accident, and generated files are there. */
import { afterAll } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { ensureAssets } from "../build/assets.mjs";

ensureAssets();

// The same cases in every run, so that a failure is one of the change at hand; FC_SEED looks for new ones.
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_130) });

const home = mkdtempSync(join(tmpdir(), "caveman-test-home-"));
process.env.HOME = home;
process.env.CAVEMAN_HOME = join(home, ".caveman");
for (const name of Object.keys(process.env)) {
  // CAVEMAN_SHARED and CAVEMAN_CORPUS say where material for tests lies; the product does not read them.
  if (/^CAVEMAN_(?!(?:HOME|SHARED|CORPUS)$)/.test(name)) delete process.env[name];
}
// In a preload this runs once, after the last file.
afterAll(() => rmSync(home, { recursive: true, force: true }));
