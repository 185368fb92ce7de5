/**
 * What the proxy costs: direct and proxied calls interleaved in one run against an upstream that takes 20 ms,
 * a 1 MB result, 10 records end to end, `initialize` after exec, and resident memory.
 *   bun test/bench/proxy.bench.ts [--gate] [EXECUTABLE]
 * With --gate it takes less than a minute and exits 1 where a limit of the gate is passed.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Of `own overhead p95 < 500 ms, 1 MB on disk < 100 ms, 10 records < 1 s, start < 3 s, overhead ≤ 3 × direct`. */
const GATE = {
  overheadMs: 500,
  megabyteMs: 100,
  tenRecordsMs: 1000,
  startMs: 3000,
  overheadOfDirect: 3,
  rssMb: 150,
};
/** Tighter, for people to look at. */
const TARGET = { overheadMs: 10, totalOfDirect: 1.6, megabyteMs: 100, tenRecordsMs: 1000, startMs: 150 };

const UPSTREAM_MS = 20;
const WARM_UP_CALLS = 5;

const gate = process.argv.includes("--gate");
const ROUNDS = gate
  ? { paired: 150, megabyte: 30, ten: 20, starts: 8, memory: 150 }
  : { paired: 400, megabyte: 100, ten: 50, starts: 20, memory: 1000 };
const given = process.argv.slice(2).find((arg) => !arg.startsWith("--"));
const executable = given ?? join(import.meta.dir, "..", "..", "dist", "caveman-mcp-proxy");
if (!existsSync(executable)) {
  console.error(`no executable at ${executable}: npm run build`);
  process.exit(1);
}

const record = (i: number) => ({
  id: 1000 + i,
  state: i % 20 === 3 ? "failed" : "done",
  region: ["n", "s", "e"][i % 3],
  amount: (i * 1.25).toFixed(2),
  at: new Date(1.8e12 + i * 60_000).toISOString(),
});
const listing = (n: number) =>
  JSON.stringify({ total: n, data: Array.from({ length: n }, (_, i) => record(i)) });
const textResult = (text: string) => JSON.stringify({ content: [{ type: "text", text }] });
const ANSWERS: Record<string, string> = {
  wait: textResult("done"),
  ten: textResult(listing(10)),
  megabyte: textResult(listing(9_200)),
};

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  idleTimeout: 0,
  async fetch(request) {
    if (request.method !== "POST") return new Response(null, { status: 405 });
    const { id, method, params } = (await request.json()) as {
      id?: number;
      method: string;
      params: Record<string, string>;
    };
    if (id === undefined) return new Response(null, { status: 202 });
    const reply = (result: string) =>
      new Response(`{"jsonrpc":"2.0","id":${id},"result":${result}}`, {
        headers: { "content-type": "application/json" },
      });
    if (method === "initialize") {
      return reply(
        `{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"bench","version":"1"}}`,
      );
    }
    if (method === "tools/list") return reply('{"tools":[]}');
    if (params.name === "wait") await Bun.sleep(UPSTREAM_MS);
    return reply(ANSWERS[params.name ?? ""] ?? "{}");
  },
});
const url = `http://127.0.0.1:${server.port}/mcp`;
const dir = mkdtempSync(join(tmpdir(), "caveman-proxy-bench-"));

class Proxied {
  readonly process = Bun.spawn([executable, "--url", url, "--data-dir", dir], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  #waiting = new Map<number, (line: string) => void>();
  #last = 0;

  constructor() {
    void this.#read();
  }

  async #read(): Promise<void> {
    let pieces = "";
    const decoder = new TextDecoder();
    for await (const chunk of this.process.stdout) {
      pieces += decoder.decode(chunk, { stream: true });
      const lines = pieces.split("\n");
      pieces = lines.pop() ?? "";
      for (const line of lines) {
        const { id } = JSON.parse(line) as { id: number };
        this.#waiting.get(id)?.(line);
        this.#waiting.delete(id);
      }
    }
  }

  request(method: string, params: object): Promise<string> {
    const id = this.#last++;
    const answer = new Promise<string>((resolve) => this.#waiting.set(id, resolve));
    this.process.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    this.process.stdin.flush();
    return answer;
  }

  initialize(): Promise<string> {
    return this.request("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "bench", version: "1" },
    });
  }

  call(name: string): Promise<string> {
    return this.request("tools/call", { name, arguments: {} });
  }

  async end(): Promise<void> {
    this.process.stdin.end();
    await this.process.exited;
  }
}

async function direct(name: string): Promise<string> {
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: {} },
  });
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  return response.text();
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const p50 = (times: readonly number[]) => percentile(times, 0.5);
const p95 = (times: readonly number[]) => percentile(times, 0.95);

/** When the file that an answer names was complete (it is renamed then), as ms of the wall clock. */
function onDiskAt(answer: string): number {
  const { result } = JSON.parse(answer) as { result: { content: { text: string }[] } };
  return statSync(/^file: (.*)$/m.exec(result.content[0]?.text ?? "")?.[1] ?? "").ctimeMs;
}

const failures: string[] = [];
function report(what: string, value: number, unit: string, limit: number, target?: number): void {
  const missed = value > limit;
  if (missed) failures.push(what);
  const wanted = target === undefined ? "" : `, target ${target} ${value > target ? "MISSED" : "met"}`;
  console.log(
    `${what.padEnd(34)} ${value.toFixed(2).padStart(9)} ${unit}  (gate ${limit}${missed ? " FAILED" : ""}${wanted})`,
  );
}

const starts: number[] = [];
for (let i = 0; i < ROUNDS.starts; i++) {
  const start = performance.now();
  const proxied = new Proxied();
  await proxied.initialize();
  starts.push(performance.now() - start);
  await proxied.end();
}

const proxied = new Proxied();
await proxied.initialize();
for (let i = 0; i < WARM_UP_CALLS; i++) for (const name of Object.keys(ANSWERS)) await proxied.call(name);

const pairs = { direct: [] as number[], proxied: [] as number[] };
for (let i = 0; i < ROUNDS.paired; i++) {
  pairs.direct.push(await timed(() => direct("wait")));
  pairs.proxied.push(await timed(() => proxied.call("wait")));
}
const megabyte = { disk: [] as number[], answer: [] as number[] };
for (let i = 0; i < ROUNDS.megabyte; i++) {
  const [clock, start] = [Date.now(), performance.now()];
  const answer = await proxied.call("megabyte");
  megabyte.answer.push(performance.now() - start);
  megabyte.disk.push(onDiskAt(answer) - clock);
}
const ten: number[] = [];
for (let i = 0; i < ROUNDS.ten; i++) ten.push(await timed(async () => onDiskAt(await proxied.call("ten"))));
for (let i = ROUNDS.megabyte; i < ROUNDS.memory; i++) await proxied.call("megabyte");

function residentMb(pid: number): number | null {
  try {
    const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return line ? Number(line[1]) / 1024 : null;
  } catch {
    return null;
  }
}
const rss = residentMb(proxied.process.pid);
await proxied.end();
await server.stop(true);
rmSync(dir, { recursive: true, force: true });

const overheads = pairs.proxied.map((ms) => ms - p50(pairs.direct));
console.log(
  `direct p50 ${p50(pairs.direct).toFixed(2)} ms, p95 ${p95(pairs.direct).toFixed(2)} ms; proxied p50 ${p50(pairs.proxied).toFixed(2)} ms, p95 ${p95(pairs.proxied).toFixed(2)} ms`,
);
report("own overhead p95", p95(overheads), "ms", GATE.overheadMs, TARGET.overheadMs);
report("own overhead p95 / direct p95", p95(overheads) / p95(pairs.direct), "x ", GATE.overheadOfDirect);
report(
  "total p95 / direct p95",
  p95(pairs.proxied) / p95(pairs.direct),
  "x ",
  1 + GATE.overheadOfDirect,
  TARGET.totalOfDirect,
);
report("1 MB on disk p50", p50(megabyte.disk), "ms", GATE.megabyteMs);
console.log(
  `1 MB answered p50 ${p50(megabyte.answer).toFixed(2)} ms, p95 ${p95(megabyte.answer).toFixed(2)} ms (target ${TARGET.megabyteMs})`,
);
report("10 records end to end p95", p95(ten), "ms", GATE.tenRecordsMs, TARGET.tenRecordsMs);
report("initialize after exec, p50", p50(starts), "ms", GATE.startMs, TARGET.startMs);
if (rss !== null) report(`resident after ${ROUNDS.memory} x 1 MB`, rss, "MB", GATE.rssMb);
if (failures.length > 0) console.log(`gate failed: ${failures.join(", ")}`);
process.exitCode = gate && failures.length > 0 ? 1 : 0;
