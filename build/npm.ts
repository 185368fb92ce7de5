/** Lays out the npm package: the launcher, its pins, a licence and a readme; nothing else is published. */

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PinnedKey } from "./signature.ts";

/** What a released launcher trusts; src/launcher/lib/pins.mjs is its file. */
export interface Pins {
  /** `owner/name` on GitHub, or empty. */
  readonly repository: string;
  readonly keys: readonly PinnedKey[];
}

/** The source of pins.mjs with other values. */
export function pinsSource(source: string, pins: Pins): string {
  return source
    .replace(
      /^export const REPOSITORY = .*;$/m,
      `export const REPOSITORY = ${JSON.stringify(pins.repository)};`,
    )
    .replace(
      /^export const KEYS = \[[^\]]*\];$/m,
      `export const KEYS = ${JSON.stringify(pins.keys, null, 2)};`,
    );
}

/**
 * Writes the package into `dir`: what `npm pack` there publishes.
 * @param pins overrides the pinned ones, for rehearsals and tests
 */
export function stageNpm(root: string, dir: string, version: string, pins?: Pins): void {
  mkdirSync(dir, { recursive: true });
  const launcher = join(root, "src", "launcher");
  for (const part of ["bin", "lib"]) cpSync(join(launcher, part), join(dir, part), { recursive: true });
  if (pins) {
    const file = join(dir, "lib", "pins.mjs");
    writeFileSync(file, pinsSource(readFileSync(file, "utf8"), pins));
  }
  const recipe = JSON.parse(readFileSync(join(root, "release", "npm", "package.json"), "utf8"));
  const identity = pins?.repository
    ? {
        mcpName: mcpName(pins.repository),
        repository: { type: "git", url: `git+https://github.com/${pins.repository}.git` },
      }
    : {};
  writeFileSync(
    join(dir, "package.json"),
    `${JSON.stringify({ ...recipe, version, ...identity }, null, 2)}\n`,
  );
  cpSync(join(root, "release", "npm", "README.md"), join(dir, "README.md"));
  cpSync(join(root, "LICENSE"), join(dir, "LICENSE"));
}

/** The server's name in the MCP registry, which proves it by the repository's owner. */
export function mcpName(repository: string): string {
  return `io.github.${repository.split("/")[0]}/caveman-mcp`;
}

/** Packs the package in `dir` into `outDir`; returns the tarball's name. npm's tarballs carry no times. */
export function packNpm(dir: string, outDir: string): string {
  const args = ["pack", "--json", "--pack-destination", outDir];
  const done = spawnSync("npm", args, { cwd: dir, encoding: "utf8", shell: process.platform === "win32" });
  if (done.status !== 0) throw new Error(`npm pack failed:\n${done.stderr}`);
  const packed: unknown = JSON.parse(done.stdout);
  const entry: unknown = Array.isArray(packed) ? packed[0] : Object.values(packed as object)[0];
  return (entry as { filename: string }).filename;
}
