/**
 * Sends a line without end to any stdio MCP server: bun test/soak/drain.ts [--mib 1024] -- SERVER …
 * Passes when it is answered cave_payload_too_large, memory stays flat, and the next line is served.
 */
import { parseArgs } from "node:util";
import { ServerProcess } from "./process.ts";

/**
 * MiB that draining may add, however long the line is: the buffer up to its limit of 16, and chunks that wait for the
 * garbage collector (66 to 82 measured over 1 GiB, 71 over 4 GiB, in which it falls again after the first).
 */
const ALLOWED_MIB = 96;

const { values, positionals } = parseArgs({
  options: { mib: { type: "string", default: "1024" } },
  allowPositionals: true,
});
if (positionals.length === 0) {
  console.error("usage: drain.ts [--mib N] -- SERVER [ARG…]");
  process.exit(2);
}
const mebibytes = Number(values.mib);
const server = new ServerProcess(positionals);
const errors: string[] = [];
server.onLine = (line) => errors.push(Buffer.from(line).toString());
await server.ask("warm", "ping");
const before = server.memory("VmRSS");
const piece = new Uint8Array(1 << 20).fill(0x78);
const samples: number[] = [];
const started = performance.now();
for (let i = 0; i < mebibytes; i++) {
  await server.write(piece);
  if (i % 32 === 0) samples.push(Math.round(server.memory("VmRSS")));
}
await server.write("\n");
const next = await server.ask("next", "ping");
const seconds = (performance.now() - started) / 1000;
const peak = server.memory("VmHWM");
const exit = await server.end();
const refused = errors.length === 1 && errors[0]?.includes("cave_payload_too_large") === true;
const good = refused && "result" in next && exit === 0 && peak - before < ALLOWED_MIB;
console.log(
  JSON.stringify({
    mebibytes,
    seconds: Number(seconds.toFixed(1)),
    rssMiB: { before: Math.round(before), samples, peak: Math.round(peak) },
    refused,
    nextServed: "result" in next,
    exit,
  }),
);
process.exitCode = good ? 0 : 1;
