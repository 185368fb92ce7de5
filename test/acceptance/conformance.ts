/**
 * Lets the MCP conformance suite judge any stdio server that offers tools only:
 * bun test/acceptance/conformance.ts -- SERVER …
 * Needs npm's registry and a verbatim HTTP bridge, raw-bridge.mjs in `tools` of CAVEMAN_SHARED (default:
 * the folder `shared` beside this repository); skips loudly without the bridge.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.12";
/** The suite needs Node 22; older ones get this package. */
const NODE = "node@22.23.3";
const SCENARIOS: readonly [scenario: string, version: string][] = [
  ["server-initialize", "2025-11-25"],
  ["ping", "2025-11-25"],
  ["tools-list", "2025-11-25"],
  ["server-session-lifecycle", "2025-11-25"],
  ["tools-list", "2026-07-28"],
  ["server-stateless", "2026-07-28"],
  ["caching", "2026-07-28"],
];
/** Checks that a tools-only server without diagnostic tools cannot pass. */
const EXPECTED_FAILURES = new Set([
  "sep-2575-server-rejects-undeclared-capability",
  "sep-2575-missing-capability-http-400",
  "sep-2549-prompts-list-caching-hints",
  "sep-2549-resources-list-caching-hints",
  "sep-2549-resources-templates-list-caching-hints",
]);

interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
}

const command = process.argv.slice(process.argv[2] === "--" ? 3 : 2);
if (command.length === 0) {
  console.error("usage: conformance.ts -- SERVER [ARG…]");
  process.exit(2);
}
const shared = process.env.CAVEMAN_SHARED ?? join(import.meta.dir, "..", "..", "..", "shared");
const bridgeFile = join(shared, "tools", "raw-bridge.mjs");
if (!existsSync(bridgeFile)) {
  console.warn(
    "SKIPPED: MCP conformance was not judged: there is no tools/raw-bridge.mjs; set CAVEMAN_SHARED",
  );
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), "conformance-"));
let bridge: ChildProcess | undefined;
let unexpected = 0;
try {
  const node = installSuite(folder);
  const port = await freePort();
  bridge = await startBridge(node, port);
  for (const [scenario, version] of SCENARIOS) unexpected += judge(node, port, scenario, version);
} finally {
  bridge?.kill();
  rmSync(folder, { recursive: true, force: true });
}
console.log(
  unexpected === 0 ? "conformance: all as expected" : `conformance: ${unexpected} unexpected failures`,
);
process.exitCode = unexpected === 0 ? 0 : 1;

/** Installs the suite and returns the path of a Node that can run it. */
function installSuite(into: string): string {
  const major = Number(execFileSync("node", ["--version"]).toString().slice(1).split(".")[0]);
  const wanted = major >= 22 ? [SUITE] : [SUITE, NODE];
  execFileSync(
    "npm",
    ["i", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", into, ...wanted],
    {
      cwd: into,
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  if (major >= 22) return "node";
  execFileSync("node", ["installArchSpecificPackage.js"], {
    cwd: join(into, "node_modules", "node"),
    stdio: "ignore",
  });
  return join(into, "node_modules", "node", "bin", "node");
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || !address) throw new Error("no port to listen on");
  return address.port;
}

async function startBridge(node: string, port: number): Promise<ChildProcess> {
  const child = spawn(node, [bridgeFile, String(port), "--", ...command], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on("data", (text: Buffer) => {
      if (text.includes("raw-bridge on")) resolve();
    });
    child.on("exit", (code) => reject(new Error(`the bridge ended with ${code}`)));
  });
  return child;
}

/** Runs one scenario, prints one line, and returns how many checks failed that should not. */
function judge(node: string, port: number, scenario: string, version: string): number {
  const out = join(folder, `${scenario}-${version}`);
  const suite = join(folder, "node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js");
  const url = `http://127.0.0.1:${port}/mcp`;
  spawnSync(
    node,
    [suite, "server", "--url", url, "--scenario", scenario, "--spec-version", version, "-o", out],
    {
      cwd: folder,
      stdio: "ignore",
    },
  );
  const [run] = existsSync(out) ? readdirSync(out) : [];
  const checks: Check[] = run ? JSON.parse(readFileSync(join(out, run, "checks.json"), "utf8")) : [];
  const failed = checks.filter((check) => check.status === "FAILURE" || check.status === "WARNING");
  const wrong = failed.filter((check) => !EXPECTED_FAILURES.has(check.id));
  const passed = checks.filter((check) => check.status === "SUCCESS").length;
  console.log(
    `${version} ${scenario}: ${passed} passed, ${failed.length - wrong.length} expected failures, ${wrong.length} unexpected`,
  );
  for (const check of wrong) console.log(`  ${check.id}: ${check.errorMessage ?? check.status}`);
  return passed === 0 ? wrong.length + 1 : wrong.length;
}
