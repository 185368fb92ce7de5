/**
 * `npm run check`: what is not a test but must hold: types, lint, unused code and dependencies,
 * repeated code, the smoke test of the compiled executable, the benchmarks' own gates.
 * Runs each check, tells all that failed, exits 1 if any did.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { bunPath, ensureInstalled, ROOT } from "./bun.mjs";

ensureInstalled();
const bin = (name) => join(ROOT, "node_modules", ".bin", name);

/** Every check as [what it shows, command, arguments]; `needs` names a file without which it is skipped loudly. */
const CHECKS = [
  { what: "types", run: [bin("tsc"), "--noEmit", "-p", "tsconfig.json"] },
  { what: "types of the launcher", run: [bin("tsc"), "--noEmit", "-p", "src/launcher/tsconfig.json"] },
  { what: "the engine knows no platform", run: [bin("tsc"), "--noEmit", "-p", "src/engine/tsconfig.json"] },
  { what: "format and lint", run: [bin("biome"), "ci", "."] },
  { what: "dead code, unused dependencies", run: [bin("knip")] },
  {
    what: "repeated code",
    // 12 lines and 90 tokens: shorter runs here are import lists and tables of the same shape.
    run: [
      bin("jscpd"),
      "src",
      "build",
      "--min-lines",
      "12",
      "--min-tokens",
      "90",
      "--threshold",
      "0.5",
      "--reporters",
      "consoleFull",
      "--silent",
    ],
  },
  { what: "smoke test of the executable", run: [process.execPath, "build/start.mjs", "--quiet"] },
  { what: "evaluation of the fixtures", run: [bunPath(), "test/eval/run.ts"] },
  // The engine's ratio is printed and not judged here: on the small fixtures the start of its parts weighs too much.
  { what: "benchmark of the engine", run: [bunPath(), "test/bench/engine.bench.ts"], show: true },
  { what: "gate of the start", run: [bunPath(), "test/bench/startup.bench.ts", "--gate"], show: true },
  { what: "gate of the proxy", run: [bunPath(), "test/bench/proxy.bench.ts", "--gate"] },
];

const failed = [];
for (const { what, run, show } of CHECKS) {
  const [command, ...args] = run;
  const started = Date.now();
  const done = spawnSync(command, args, {
    cwd: ROOT,
    encoding: "utf8",
    env: { ...process.env, CAVEMAN_BUN: bunPath() },
  });
  const ok = done.status === 0;
  console.log(`${ok ? "ok    " : "FAILED"} ${what} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (ok && show) console.log((done.stdout ?? "").trim().replace(/^/gm, "       "));
  if (!ok) {
    failed.push(what);
    console.log(`${done.stdout ?? ""}${done.stderr ?? ""}${done.error ?? ""}`.slice(-6000));
  }
}
if (failed.length > 0) {
  console.log(`failed: ${failed.join(", ")}`);
  process.exitCode = 1;
}
