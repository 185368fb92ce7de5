/**
 * A busy server still answers: pings every 20 ms while one 16 MiB line is compressed, then a call of the
 * same size is cancelled. The first ping waits in the pipe behind the line itself and is told apart.
 *   bun test/bench/busy.bench.ts [EXECUTABLE]      exits 1 above the target
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "../support/client.ts";
import { records } from "../support/payloads.ts";

const PING_TARGET_MS = 100;
const PING_EVERY_MS = 20;
const LINE_BYTES = 16 * 1024 * 1024;
/** Room for the envelope and the escaping of quotes, so that the line stays below its limit. */
const INPUT_SHARE = 0.8;

const given = process.argv.slice(2).find((arg) => !arg.startsWith("--"));
const executable = given ?? join(import.meta.dir, "..", "..", "dist", "caveman-mcp");
const home = mkdtempSync(join(tmpdir(), "caveman-bench-"));
const client = new Client([executable], { CAVEMAN_HOME: home });
await client.initialize("2025-11-25");

async function ping(): Promise<number> {
  const start = performance.now();
  await client.call("ping");
  return performance.now() - start;
}

async function pingUntil(done: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!done()) {
    times.push(await ping());
    await Bun.sleep(PING_EVERY_MS);
  }
  return times;
}

const idle = await ping();
const input = records(LINE_BYTES * INPUT_SHARE);
let settled = false;
const start = performance.now();
const compress = client.tool("caveman_compress", { input }).finally(() => {
  settled = true;
});
const during = await pingUntil(() => settled);
await compress;
const took = performance.now() - start;

const id = client.send("tools/call", { name: "caveman_compress", arguments: { input: `${input} ` } });
client.notify("notifications/cancelled", { requestId: id });
const afterCancel = performance.now();
await client.tool("caveman_compress", { input: "[1,2,3]" });
const free = performance.now() - afterCancel;
await client.close();
rmSync(home, { recursive: true, force: true });

const [behindLine = Number.NaN, ...others] = during;
const slowest = Math.max(...others);
console.log(`idle ping            ${idle.toFixed(1)} ms`);
console.log(`16 MiB line          ${(took / 1000).toFixed(2)} s, ${others.length} pings meanwhile`);
console.log(`ping behind the line ${behindLine.toFixed(1)} ms (the pipe has to carry the line first)`);
console.log(`slowest ping         ${slowest.toFixed(1)} ms (target < ${PING_TARGET_MS})`);
console.log(`call after a cancel  ${free.toFixed(1)} ms`);
if (slowest >= PING_TARGET_MS) process.exitCode = 1;
