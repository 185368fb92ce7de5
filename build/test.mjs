/**
 * `npm test`: set-up, build, every test. The last line is `N passed, N failed`.
 * Counts come from JUnit files, since a process.exit(0) inside a test makes Bun end early with code 0.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bun, ensureInstalled } from "./bun.mjs";

/** Bun cannot stop a test that spins in a synchronous loop; this ends the whole run instead. */
const RUN_LIMIT_MS = 12 * 60_000;

ensureInstalled();
bun(["build/compile.ts"]);
const out = mkdtempSync(join(tmpdir(), "caveman-junit-"));
const report = join(out, "junit.xml");
const run = bun(
  [
    "test",
    "--timeout",
    "60000",
    "--reporter=junit",
    `--reporter-outfile=${report}`,
    ...process.argv.slice(2),
  ],
  {
    mayFail: true,
    timeout: RUN_LIMIT_MS,
  },
);
let counts = { tests: 0, failures: 0, skipped: 0 };
try {
  const head = /<testsuites\b[^>]*>/.exec(readFileSync(report, "utf8"))?.[0] ?? "";
  const number = (name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
  counts = { tests: number("tests"), failures: number("failures"), skipped: number("skipped") };
} catch {
  process.stderr.write("the test runner ended without a report\n");
}
rmSync(out, { recursive: true, force: true });
let { failures } = counts;
if (run.status !== 0 && failures === 0) failures = 1;
const passed = Math.max(0, counts.tests - failures - counts.skipped);
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
console.log(`${passed} passed, ${failures} failed${skipped}`);
process.exitCode = failures === 0 && passed > 0 ? 0 : 1;
