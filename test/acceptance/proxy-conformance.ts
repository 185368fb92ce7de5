/**
 * Lets the MCP conformance suite judge the proxy as a client: bun test/acceptance/proxy-conformance.ts [EXECUTABLE]
 * Needs npm's registry, and conformance-client-driver.mjs in `tools` of CAVEMAN_SHARED (default: the folder
 * `shared` beside this repository); skips loudly without the driver.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.12";
/** The suite needs Node 22; older ones get this package. */
const NODE = "node@22.23.3";
const SCENARIOS: readonly [scenario: string, version: string][] = [
  ["initialize", "2025-11-25"],
  ["tools_call", "2025-11-25"],
  ["sse-retry", "2025-11-25"],
  ["json-schema-2020-12-preservation", "2025-11-25"],
  ["request-metadata", "2026-07-28"],
  ["http-standard-headers", "2026-07-28"],
  ["http-invalid-tool-headers", "2026-07-28"],
];

const root = join(import.meta.dir, "..", "..");
const executable = resolve(process.argv[2] ?? join(root, "dist", "caveman-mcp-proxy"));
const driver = join(
  process.env.CAVEMAN_SHARED ?? join(root, "..", "shared"),
  "tools",
  "conformance-client-driver.mjs",
);
if (!existsSync(driver)) {
  console.warn(
    "SKIPPED: the proxy was not judged: no tools/conformance-client-driver.mjs; set CAVEMAN_SHARED",
  );
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), "proxy-conformance-"));
let failed = 0;
try {
  const node = installSuite();
  for (const [scenario, version] of SCENARIOS) if (!passes(node, scenario, version)) failed++;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(failed === 0 ? `all ${SCENARIOS.length} scenarios passed` : `${failed} scenarios failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** @returns the Node to run it with */
function installSuite(): string {
  const major = Number(execFileSync("node", ["--version"]).toString().slice(1).split(".")[0]);
  const wanted = major >= 22 ? [SUITE] : [SUITE, NODE];
  const flags = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", folder];
  execFileSync("npm", ["i", ...flags, ...wanted], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  if (major >= 22) return "node";
  const cwd = join(folder, "node_modules", "node");
  execFileSync("node", ["installArchSpecificPackage.js"], { cwd, stdio: "ignore" });
  return join(cwd, "bin", "node");
}

function passes(node: string, scenario: string, version: string): boolean {
  const protocol = version === "2026-07-28" ? version : "legacy";
  const suite = join(folder, "node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js");
  const args = [suite, "client", "--command", `node ${driver}`, "--scenario", scenario];
  const run = spawnSync(node, [...args, "--spec-version", version, "-o", join(folder, "out", scenario)], {
    cwd: folder,
    encoding: "utf8",
    timeout: 120_000,
    env: {
      ...process.env,
      PROXY_CMD: `${executable} --data-dir ${join(folder, "data")} --protocol ${protocol} --url`,
    },
  });
  const output = `${run.stdout}${run.stderr}`;
  const passed = output.includes("OVERALL: PASSED");
  const summary = /^Passed: .*$/m.exec(output)?.[0] ?? "no result";
  console.log(`${passed ? "ok    " : "FAILED"} ${scenario} (${version}): ${summary}`);
  if (!passed) console.log(output.slice(-3000));
  return passed;
}
