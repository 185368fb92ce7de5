/** The npm package as it is published: packed, and installed from the tarball into an empty folder. */
import { beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { manifestName, SCHEMA } from "../../build/manifest.ts";
import { packNpm, pinsSource, stageNpm } from "../../build/npm.ts";
import { newKey, pinned } from "../../build/signature.ts";
import { TARGETS } from "../../build/targets.ts";
import {
  artifactNames,
  manifestName as launcherManifestName,
  SCHEMA as launcherSchema,
} from "../../src/launcher/lib/manifest.mjs";
import { KEYS, REPOSITORY } from "../../src/launcher/lib/pins.mjs";
import { SUPPORTED } from "../../src/launcher/lib/platform.mjs";

const ROOT = join(import.meta.dir, "..", "..");
const scratch = mkdtempSync(join(process.env.HOME ?? "", "package-"));
const VERSION = "3.2.1";
const pins = { repository: "someone/something", keys: [pinned(newKey())] };

describe("the npm package", () => {
  const project = join(scratch, "project");
  let tarball = "";
  beforeAll(() => {
    stageNpm(ROOT, join(scratch, "staged"), VERSION, pins);
    tarball = join(scratch, packNpm(join(scratch, "staged"), scratch));
    mkdirSync(project);
    const args = ["install", "--offline", "--no-audit", "--no-fund", "--prefix", project, tarball];
    const done = spawnSync("npm", args, { cwd: project, encoding: "utf8" });
    if (done.status !== 0) throw new Error(done.stderr);
  });
  const installed = (...path: string[]) => join(project, "node_modules", "caveman-mcp", ...path);

  test("holds the launcher and nothing else", () => {
    const files = readdirSync(installed(), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(installed().length + 1))
      .sort();
    const lib = readdirSync(join(ROOT, "src", "launcher", "lib")).map((name) => `lib/${name}`);
    expect(files).toEqual(
      [
        "LICENSE",
        "README.md",
        "bin/caveman-mcp-proxy.mjs",
        "bin/caveman-mcp.mjs",
        ...lib,
        "package.json",
      ].sort(),
    );
    expect(readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "caveman-mcp",
    ]);
  });

  test("needs nothing, runs nothing while it is installed, and says whose it is", () => {
    const { dependencies, scripts, ...rest } = JSON.parse(readFileSync(installed("package.json"), "utf8"));
    expect([dependencies, scripts]).toEqual([undefined, undefined]);
    expect(rest).toMatchObject({
      name: "caveman-mcp",
      version: VERSION,
      license: "MIT",
      type: "module",
      mcpName: "io.github.someone/caveman-mcp",
      engines: { node: ">=20" },
    });
  });

  test.each(["caveman-mcp", "caveman-mcp-proxy"])(
    "puts %s on the path, which starts what it is told to",
    (name) => {
      const variable = name === "caveman-mcp" ? "CAVEMAN_MCP_BIN" : "CAVEMAN_MCP_PROXY_BIN";
      const done = spawnSync(join(project, "node_modules", ".bin", name), ["a", "b c"], {
        env: { PATH: process.env.PATH ?? "", HOME: scratch, [variable]: "/bin/echo" },
        encoding: "utf8",
      });
      expect([done.status, done.stdout]).toEqual([0, "a b c\n"]);
    },
  );

  test("pins what the release was given", async () => {
    const copy = await import(installed("lib", "pins.mjs"));
    expect([copy.REPOSITORY, copy.KEYS]).toEqual([pins.repository, [...pins.keys]]);
  });

  test("is packed to the same bytes again", () => {
    mkdirSync(join(scratch, "again"));
    stageNpm(ROOT, join(scratch, "staged2"), VERSION, pins);
    const again = join(scratch, "again", packNpm(join(scratch, "staged2"), join(scratch, "again")));
    expect(readFileSync(again).equals(readFileSync(tarball))).toBe(true);
  });
});

describe("launcher and build agree on", () => {
  test("the platforms", () => expect(SUPPORTED).toEqual(TARGETS.map((t) => t.name)));
  test("the manifest's form and name", () => {
    expect([launcherSchema, launcherManifestName("1.2.3")]).toEqual([SCHEMA, manifestName("1.2.3")]);
  });
  test("the endings of executables", () => {
    for (const t of TARGETS)
      expect(artifactNames("x", "1.0.0", t.name).file).toBe(`x-1.0.0-${t.name}${t.exe}`);
  });
  test("how pins are written, also when there are some", () => {
    const source = readFileSync(join(ROOT, "src", "launcher", "lib", "pins.mjs"), "utf8");
    const once = pinsSource(source, pins);
    expect(once).not.toBe(source);
    expect(pinsSource(once, pins)).toBe(once);
    expect(pinsSource(once, { repository: REPOSITORY, keys: KEYS })).toContain(
      `REPOSITORY = "${REPOSITORY}"`,
    );
  });
});
