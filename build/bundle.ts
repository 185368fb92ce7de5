/**
 * The `.mcpb` bundles for desktop hosts: one per platform, holding the executable itself, so that installing
 * one needs neither Node nor a network. The manifest's recipe is release/mcpb/manifest.json.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Zippable, zipSync } from "fflate";
import type { Stamp } from "./stamp.ts";
import type { Target } from "./targets.ts";

/** What the hosts of bundles call the systems. */
const PLATFORMS: Record<string, string> = { darwin: "darwin", windows: "win32", linux: "linux" };

/** Targets that get a bundle: no desktop host runs on musl. */
export function isBundled(target: Target): boolean {
  return !target.name.endsWith("-musl");
}

export const bundleName = (version: string, target: Target): string =>
  `caveman-mcp-${version}-${target.name}.mcpb`;

/** The manifest for one platform. */
export function bundleManifest(recipe: string, version: string, target: Target): unknown {
  const manifest = JSON.parse(recipe) as {
    server: { entry_point: string; mcp_config: { command: string } };
    compatibility: { platforms: (string | undefined)[] };
  };
  manifest.server.entry_point += target.exe;
  manifest.server.mcp_config.command += target.exe;
  manifest.compatibility.platforms = [PLATFORMS[target.name.split("-")[0] ?? ""]];
  return { ...manifest, version };
}

/** Throws with the validator's words unless @anthropic-ai/mcpb accepts the manifest. */
export function validateManifest(manifest: unknown): void {
  const dir = mkdtempSync(join(tmpdir(), "caveman-mcpb-"));
  try {
    writeFileSync(join(dir, "manifest.json"), JSON.stringify(manifest));
    const cli = join(dirname(fileURLToPath(import.meta.resolve("@anthropic-ai/mcpb"))), "cli", "cli.js");
    const done = spawnSync("node", [cli, "validate", join(dir, "manifest.json")], { encoding: "utf8" });
    if (done.status !== 0)
      throw new Error(`the bundle's manifest is not valid:\n${done.stdout}${done.stderr}`);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Unix permissions in a ZIP entry's external attributes (APPNOTE 4.4.15); made by "Unix" (3). */
const entry = (bytes: Uint8Array, mode: number, mtime: Date): Zippable[string] => [
  bytes,
  { os: 3, attrs: (0o100000 | mode) << 16, mtime, level: 6 },
];

/** The bundle's bytes; the same for the same commit, since every entry carries the commit's date. */
export function bundle(root: string, stamp: Stamp, target: Target, executable: Uint8Array, notices: string) {
  const recipe = readFileSync(join(root, "release", "mcpb", "manifest.json"), "utf8");
  const manifest = bundleManifest(recipe, stamp.version, target);
  validateManifest(manifest);
  // ZIP stores local time: whatever the machine's zone, the digits are those of UTC.
  const utc = new Date(stamp.date);
  const mtime = new Date(utc.getTime() + utc.getTimezoneOffset() * 60_000);
  const text = (content: string) => entry(Buffer.from(content), 0o644, mtime);
  return zipSync({
    "manifest.json": text(`${JSON.stringify(manifest, null, 2)}\n`),
    LICENSE: text(readFileSync(join(root, "LICENSE"), "utf8")),
    THIRD_PARTY_NOTICES: text(notices),
    [`server/caveman-mcp${target.exe}`]: entry(executable, 0o755, mtime),
  });
}
