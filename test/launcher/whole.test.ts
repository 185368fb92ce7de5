/**
 * From end to end with the real executable: the npm tarball installed into a folder that has only Node, a
 * release server on loopback, and an MCP host that says `initialize`.
 */
import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { packNpm } from "../../build/npm.ts";
import { node22 } from "./node22.ts";
import {
  ARCHIVE,
  cachedFile,
  FILE,
  newHome,
  ROOT,
  release,
  scratch,
  stagedLauncher,
  VERSION,
} from "./release.ts";
import { leftIn, NODE, run } from "./run.ts";
import { serving, startServer } from "./server.ts";

const executable = join(ROOT, "dist", process.platform === "win32" ? "caveman-mcp.exe" : "caveman-mcp");
const built = existsSync(executable);
if (!built)
  console.warn("skip: dist/caveman-mcp is not built, the launcher not tried with the real executable");

const HELLO = `${JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "host", version: "1" } },
})}\n`;

/** The launcher as users get it: packed, installed; returns the package's folder. */
function installedLauncher(): string {
  const project = mkdtempSync(join(scratch, "project-"));
  const tarball = join(project, packNpm(stagedLauncher(), project));
  const args = ["install", "--offline", "--no-audit", "--no-fund", "--prefix", project, tarball];
  const done = spawnSync("npm", args, { cwd: project, encoding: "utf8" });
  if (done.status !== 0) throw new Error(done.stderr);
  return join(project, "node_modules", "caveman-mcp");
}

/** A PATH on which there is Node and nothing else. */
function onlyNode(node: string): string {
  const bin = mkdtempSync(join(scratch, "bin-"));
  symlinkSync(node, join(bin, "node"));
  return bin;
}

/** An executable of 140 MB is packed once and unpacked twice, beside other tests. */
const PACKS_AND_UNPACKS_MS = 300_000;

describe.skipIf(!built)("the real executable", () => {
  test(
    "is downloaded, verified and answers, and again from the cache, and again after damage",
    async () => {
      const launcher = installedLauncher();
      const server = await startServer(serving(release({ executable: readFileSync(executable) })));
      const home = newHome();
      const env = { PATH: onlyNode(NODE), CAVEMAN_HOME: home, CAVEMAN_RELEASE_BASE: server.base };
      const cwd = mkdtempSync(join(scratch, "empty-"));

      const first = await run(launcher, { env, cwd, input: HELLO });
      expect(first.code).toBe(0);
      expect(JSON.parse(first.stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: "caveman" } } });
      expect(first.stderr).toContain(`downloading ${FILE}`);
      expect(leftIn(home)).toContain(`${FILE} 700`);

      const node = node22() ?? NODE;
      const second = await run(launcher, { env: { ...env, PATH: onlyNode(node) }, node, cwd, input: HELLO });
      expect([second.code, second.stdout]).toEqual([0, first.stdout]);
      expect(second.stderr).not.toContain("downloading");
      expect(server.asked.filter((path) => path === ARCHIVE)).toHaveLength(1);

      truncateSync(cachedFile(home), 100_000_000);
      const third = await run(launcher, { env, cwd, args: ["version", "--json"] });
      expect(third.code).toBe(0);
      expect(JSON.parse(third.stdout)).toMatchObject({ schema: "caveman.mcp.version.v1" });
      expect(third.stderr).toContain("it has 100000000 bytes");
      expect(server.asked.filter((path) => path === ARCHIVE)).toHaveLength(2);
      await server.close();
    },
    PACKS_AND_UNPACKS_MS,
  );

  test("acts on nothing in a hostile folder, project packages included", async () => {
    const cwd = mkdtempSync(join(scratch, "hostile-"));
    const evil = 'console.log("EVIL"); process.exit(66);';
    const files: Record<string, string> = {
      ".env": "CAVEMAN_MCP_BIN=/bin/echo\nCAVEMAN_HOME=/nowhere\n",
      "bunfig.toml": 'preload = ["./evil.ts"]',
      "evil.ts": evil,
      "package.json": '{"type": "commonjs"}',
      "node_modules/caveman-mcp/bin/caveman-mcp.mjs": evil,
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(cwd, name, ".."), { recursive: true });
      await Bun.write(join(cwd, name), text);
    }
    const env = {
      CAVEMAN_MCP_BIN: executable,
      CAVEMAN_HOME: newHome(),
      BUN_OPTIONS: "--preload ./evil.ts",
      BUN_BE_BUN: "1",
      NODE_OPTIONS: "--no-warnings",
    };
    const done = await run(stagedLauncher(), { env, cwd, args: ["version", "--json"] });
    expect(done.code).toBe(0);
    expect(JSON.parse(done.stdout)).toMatchObject({ schema: "caveman.mcp.version.v1" });
    // Started directly, without a launcher that cleans the environment.
    const direct = spawnSync(executable, ["version", "--json"], {
      cwd,
      env: { HOME: cwd, ...env },
      encoding: "utf8",
    });
    expect([direct.status, direct.stdout]).toEqual([0, done.stdout]);
  });

  test("is stamped with the version of package.json and with this commit", () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const done = spawnSync(executable, ["version", "--json"], { encoding: "utf8" });
    const stamp = JSON.parse(done.stdout);
    expect(stamp.version).toBe(version);
    expect(stamp.commit).toMatch(/^([0-9a-f]{40}(-dirty)?|unknown)$/);
    expect(stamp.build_date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(version).not.toBe(VERSION);
  });
});
