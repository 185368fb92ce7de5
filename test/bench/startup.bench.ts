/**
 * Start-up: exec → `initialize` answered, against `node -e 0` in the same run, interleaved, so that only
 * the ratio of medians counts; and what the idle server keeps in memory.
 *   bun test/bench/startup.bench.ts [--gate] [EXECUTABLE]      exits 1 above the targets; --gate: fewer rounds
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const RATIO_TARGET = 0.3;
const IDLE_RSS_TARGET_MB = 45;
const ROUNDS = 31;
const GATE_ROUNDS = 11;
/** The first rounds warm the page cache and are not counted. */
const WARM_UP_ROUNDS = 3;

const INITIALIZE = `${JSON.stringify({
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
})}\n`;

async function startServer(executable: string): Promise<{ ms: number; rssMb: number | null }> {
  const start = performance.now();
  const server = Bun.spawn([executable], { stdin: "pipe", stdout: "pipe", stderr: "ignore" });
  server.stdin.write(INITIALIZE);
  server.stdin.flush();
  const reader = server.stdout.getReader();
  await reader.read();
  const ms = performance.now() - start;
  const rssMb = residentMb(server.pid);
  server.stdin.end();
  await server.exited;
  return { ms, rssMb };
}

/** Resident memory in MB as Linux tells it, or null elsewhere. */
function residentMb(pid: number): number | null {
  try {
    const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return line ? Number(line[1]) / 1024 : null;
  } catch {
    return null;
  }
}

async function startNode(): Promise<number> {
  const start = performance.now();
  await Bun.spawn(["node", "-e", "0"], { stdin: "ignore", stdout: "ignore", stderr: "ignore" }).exited;
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const rounds = process.argv.includes("--gate") ? GATE_ROUNDS : ROUNDS;
const given = process.argv.slice(2).find((arg) => !arg.startsWith("--"));
const executable = given ?? join(import.meta.dir, "..", "..", "dist", "caveman-mcp");
const server: number[] = [];
const node: number[] = [];
const rss: number[] = [];
for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
  const started = await startServer(executable);
  const bare = await startNode();
  if (round < 0) continue;
  server.push(started.ms);
  node.push(bare);
  if (started.rssMb !== null) rss.push(started.rssMb);
}

const ratio = median(server) / median(node);
const idle = rss.length > 0 ? median(rss) : null;
console.log(`exec → initialize answered  ${median(server).toFixed(1)} ms (median of ${rounds})`);
console.log(`node -e 0                   ${median(node).toFixed(1)} ms`);
console.log(`ratio                       ${ratio.toFixed(3)} (target ≤ ${RATIO_TARGET})`);
console.log(
  `idle resident memory        ${idle === null ? "not measured here" : `${idle.toFixed(1)} MB (target ≤ ${IDLE_RSS_TARGET_MB})`}`,
);
if (ratio > RATIO_TARGET || (idle !== null && idle > IDLE_RSS_TARGET_MB)) process.exitCode = 1;
