/**
 * Fuzzes any stdio MCP server: bun test/soak/fuzz-lines.ts [--lines N] [--seed N] [--tool NAME --args JSON] -- SERVER …
 * Passes when every answerable id was answered exactly once, the server lives, its memory is flat, a real
 * call works at the end, and it exits 0 at EOF.
 */
import { parseArgs } from "node:util";
import { MAX_LINE_BYTES } from "../../src/mcp/limits.ts";
import { fuzzLines, Ledger, rechunk } from "./lines.ts";
import { ServerProcess } from "./process.ts";

/** Flat: the last quarter's median may exceed the second's by this factor and these MiB. */
const GROWTH_FACTOR = 1.25;
const GROWTH_MIB = 24;
/** ms after the last line within which all answers must have come. */
const SETTLE_MS = 120_000;

const { values, positionals } = parseArgs({
  options: {
    lines: { type: "string", default: "100000" },
    seed: { type: "string", default: "1" },
    tool: { type: "string", default: "caveman_toon_encode" },
    args: { type: "string", default: '{"input":"[{\\"a\\":1},{\\"a\\":2}]"}' },
  },
  allowPositionals: true,
});
if (positionals.length === 0) {
  console.error("usage: fuzz-lines.ts [--lines N] [--seed N] [--tool NAME --args JSON] -- SERVER [ARG…]");
  process.exit(2);
}
const lines = Number(values.lines);
const server = new ServerProcess(positionals);
const listed = await server.ask("list", "tools/list");
const tools = toolNames(listed);
const ledger = new Ledger();
server.onLine = (line) => ledger.received(line);

const started = performance.now();
const memory: number[] = [];
function* sent(): Generator<Uint8Array> {
  let n = 0;
  for (const line of fuzzLines({ seed: Number(values.seed), tools, maxLineBytes: MAX_LINE_BYTES })) {
    if (n++ === lines) return;
    ledger.expect(line);
    if (n % Math.ceil(lines / 200) === 0) memory.push(server.memory("VmRSS"));
    yield line.bytes;
  }
}
let bytes = 0;
for (const chunk of rechunk(sent(), Number(values.seed))) {
  bytes += chunk.length;
  await server.write(chunk);
}
const ping = await within(server.ask("fuzz-end", "ping"));
const call = await within(
  server.ask("fuzz-call", "tools/call", { name: values.tool, arguments: JSON.parse(values.args) }),
);
const seconds = (performance.now() - started) / 1000;
const peak = server.memory("VmHWM");
const exit = await within(server.end());
const faults = ledger.settle();
if (!("result" in ping)) faults.push("no ping after the last line");
if (!isGood(call)) faults.push(`the call of ${values.tool} at the end failed: ${JSON.stringify(call)}`);
if (exit !== 0) faults.push(`the server ended with ${JSON.stringify(exit)} instead of 0`);
const quarter = (n: number): number =>
  median(memory.slice((n * memory.length) / 4, ((n + 1) * memory.length) / 4));
const [early, late] = [quarter(1), quarter(3)];
if (late > early * GROWTH_FACTOR + GROWTH_MIB) faults.push(`memory grew from ${early} to ${late} MiB`);

console.log(
  JSON.stringify({
    lines,
    seed: Number(values.seed),
    mebibytes: Math.round(bytes / 2 ** 20),
    seconds: Math.round(seconds),
    answerable: ledger.answerable,
    outputLines: ledger.lines,
    rssMiB: { secondQuarter: Math.round(early), lastQuarter: Math.round(late), peak: Math.round(peak) },
    exit,
    faults: faults.length,
  }),
);
for (const fault of faults.slice(0, 20)) console.error(fault);
if (faults.length > 0) console.error(server.stderr.slice(-2_000));
process.exitCode = faults.length === 0 ? 0 : 1;

function toolNames(answer: Record<string, unknown>): string[] {
  const { tools } = (answer.result ?? {}) as { tools?: { name: string }[] };
  if (!tools?.length) throw new Error(`no tools listed: ${JSON.stringify(answer)}`);
  return tools.map((tool) => tool.name);
}

function isGood(answer: object): boolean {
  const { result } = answer as { result?: { isError?: boolean } };
  return result !== undefined && result.isError !== true;
}

function median(numbers: number[]): number {
  return numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
}

async function within<T>(promise: Promise<T>): Promise<T | { late: true }> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<{ late: true }>((resolve) => {
    timer = setTimeout(resolve, SETTLE_MS, { late: true });
  });
  const first = await Promise.race([promise, late]);
  clearTimeout(timer);
  return first;
}
