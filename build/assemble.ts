/**
 * Makes everything of a release but its signature, into one folder: archives, bundles, notices, npm tarball,
 * manifest. Depends on nothing but the checkout, so that doing it twice gives the same bytes.
 * `bun build/assemble.ts FOLDER [--target NAME]…` does only this.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { KEYS, REPOSITORY } from "../src/launcher/lib/pins.mjs";
import { ensureAssets } from "./assets.mjs";
import { bundle, bundleName, isBundled } from "./bundle.ts";
import { compileFor } from "./executable.ts";
import { type Artifact, type Manifest, manifestName, manifestOf, pack, serialise } from "./manifest.ts";
import { thirdPartyNotices } from "./notices.ts";
import { type Pins, packNpm, stageNpm } from "./npm.ts";
import { registryEntry } from "./registry-entry.ts";
import { sha256 } from "./runtime.ts";
import { readStamp, type Stamp } from "./stamp.ts";
import { TARGETS, type Target, targetNamed } from "./targets.ts";

export interface Assembly {
  readonly root: string;
  readonly stamp: Stamp;
  readonly targets: readonly Target[];
  /** What the launcher in the npm package trusts. */
  readonly pins: Pins;
  /** Told about each step, with the seconds that it took. */
  readonly log: (what: string, seconds: number) => void;
}

/** Fills the empty folder `out`; returns the manifest. */
export function assemble({ root, stamp, targets, pins, log }: Assembly, out: string): Manifest {
  const { version } = stamp;
  const work = mkdtempSync(join(tmpdir(), "caveman-release-"));
  const timed = <T>(what: string, step: () => T): T => {
    const start = performance.now();
    const result = step();
    log(what, (performance.now() - start) / 1000);
    return result;
  };
  try {
    mkdirSync(out, { recursive: true });
    ensureAssets();
    const notices = timed("third-party notices", () => thirdPartyNotices(root));
    writeFileSync(join(out, "THIRD_PARTY_NOTICES"), notices);
    writeFileSync(join(out, "LICENSE"), readFileSync(join(root, "LICENSE")));

    const artifacts: Artifact[] = [];
    const bundles: [string, string][] = [];
    for (const target of targets) {
      timed(target.name, () => {
        for (const { name, file } of compileFor(root, target, stamp, work, work)) {
          artifacts.push(pack(file, out, name, version, target));
          if (name === "caveman-mcp" && isBundled(target)) {
            const bytes = bundle(root, stamp, target, readFileSync(file), notices);
            writeFileSync(join(out, bundleName(version, target)), bytes);
            bundles.push([bundleName(version, target), sha256(bytes)]);
          }
          rmSync(file);
        }
      });
    }

    const npm = join(work, "npm");
    stageNpm(root, npm, version, pins);
    timed("npm package", () => packNpm(npm, out));
    const recipe = readFileSync(join(root, "release", "server.json"), "utf8");
    const entry = registryEntry(recipe, version, pins.repository, bundles);
    writeFileSync(join(out, "server.json"), `${JSON.stringify(entry, null, 2)}\n`);

    const manifest = manifestOf(stamp, artifacts);
    writeFileSync(join(out, manifestName(version)), serialise(manifest));
    return manifest;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Stands in for the repository's name where none is pinned and nothing is published. */
export const NO_REPOSITORY = "example/caveman-mcp";

export const logToStderr = (what: string, seconds: number): void =>
  console.error(`${what}: ${seconds.toFixed(1)} s`);

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { target: { type: "string", multiple: true } },
    allowPositionals: true,
  });
  const [out] = positionals;
  if (!out) throw new Error("say where to: bun build/assemble.ts FOLDER");
  const root = join(import.meta.dir, "..");
  const pins: Pins = { repository: REPOSITORY || NO_REPOSITORY, keys: KEYS };
  const targets = values.target ? values.target.map(targetNamed) : TARGETS;
  assemble({ root, stamp: readStamp(root), targets, pins, log: logToStderr }, out);
}
