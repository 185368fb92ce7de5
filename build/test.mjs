/**
 * `npm test [-- PATH …]`: set-up, build, every test. The last line is `N passed, N failed`.
 * Each folder below test/ runs in a process of its own, two at a time. Counts come from JUnit files, since a
 * process.exit(0) inside a test makes Bun end early with code 0.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bun, bunPath, ensureInstalled, ROOT } from "./bun.mjs";

/** Bun cannot stop a test that spins in a synchronous loop; this ends the folder's run instead. */
const FOLDER_LIMIT_MS = 8 * 60_000;
const TEST_LIMIT_MS = 60_000;
const AT_ONCE = 2;
/** The longest ones first, so that none of them runs alone at the end. */
const FIRST = ["proxy", "engine", "launcher", "hosts", "release", "store", "mcp", "tokens"];

function folders() {
  const rank = (name) => (FIRST.indexOf(name) + FIRST.length + 1) % (FIRST.length + 1);
  return readdirSync(join(ROOT, "test"), { withFileTypes: true })
    .filter((e) => e.isDirectory() && e.name !== "fixtures")
    .map((e) => e.name)
    .filter((name) =>
      readdirSync(join(ROOT, "test", name), { recursive: true }).some((f) => String(f).endsWith(".test.ts")),
    )
    .sort((a, b) => rank(a) - rank(b))
    .map((name) => `test/${name}/`);
}

/** What a JUnit report counts; null where there is none. */
function countsOf(report) {
  try {
    const head = /<testsuites\b[^>]*>/.exec(readFileSync(report, "utf8"))?.[0] ?? "";
    const number = (name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
    return { tests: number("tests"), failures: number("failures"), skipped: number("skipped") };
  } catch {
    return null;
  }
}

/** Runs the tests below some paths; resolves to their counts. What is wrong is printed when the run has ended. */
function runTests(paths, reports, show) {
  const report = join(reports, `${paths.join("_").replaceAll(/[^a-z0-9-]/gi, "_")}.xml`);
  const args = [
    "test",
    "--timeout",
    String(TEST_LIMIT_MS),
    "--reporter=junit",
    `--reporter-outfile=${report}`,
    ...paths,
  ];
  const started = Date.now();
  return new Promise((resolve) => {
    const child = spawn(bunPath(), args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
    const chunks = [];
    const keep = (stream, out) => {
      stream.on("data", (chunk) => {
        chunks.push(chunk);
        if (show) out.write(chunk);
      });
    };
    keep(child.stdout, process.stdout);
    keep(child.stderr, process.stderr);
    const limit = setTimeout(() => child.kill("SIGKILL"), FOLDER_LIMIT_MS);
    child.on("close", (code, signal) => {
      clearTimeout(limit);
      const output = Buffer.concat(chunks).toString();
      const counts = countsOf(report) ?? { tests: 1, failures: 1, skipped: 0 };
      if (code !== 0 && counts.failures === 0) counts.failures = 1;
      const seconds = ((Date.now() - started) / 1000).toFixed(0);
      const end = signal === null ? "" : ` (ended by ${signal} after ${seconds} s)`;
      console.log(
        `${counts.failures === 0 ? "ok    " : "FAILED"} ${paths.join(" ")}: ${counts.tests} tests, ${counts.failures} failed, ${counts.skipped} skipped, ${seconds} s${end}`,
      );
      if (!show) {
        for (const line of output.split("\n")) if (/^skip: |skipped? loudly/i.test(line)) console.log(line);
        if (counts.failures > 0)
          console.log(
            output
              .split("\n")
              .filter((l) => !/^\((?:pass|skip)\)/.test(l))
              .join("\n")
              .slice(-20_000),
          );
      }
      resolve(counts);
    });
  });
}

ensureInstalled();
bun(["build/compile.ts"]);
const reports = mkdtempSync(join(tmpdir(), "caveman-junit-"));
const asked = process.argv.slice(2);
const queue = asked.length > 0 ? [asked] : folders().map((folder) => [folder]);
const total = { tests: 0, failures: 0, skipped: 0 };
async function lane() {
  for (let paths = queue.shift(); paths !== undefined; paths = queue.shift()) {
    const counts = await runTests(paths, reports, asked.length > 0);
    for (const key of Object.keys(total)) total[key] += counts[key];
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, lane));
rmSync(reports, { recursive: true, force: true });
const passed = Math.max(0, total.tests - total.failures - total.skipped);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
console.log(`${passed} passed, ${total.failures} failed${skipped}`);
process.exitCode = total.failures === 0 && passed > 0 ? 0 : 1;
