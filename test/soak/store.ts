/**
 * Acceptance runs of the store through a real server, too long for every test run:
 *   bun test/soak/store.ts [--cycles 1000] [--processes 8] [--calls 1000] [-- COMMAND ARG…]   (default dist/caveman-mcp)
 * 1. write and kill -9 in a loop: every handle that was read from stdout must give back its original;
 * 2. many servers on one store at the same time: every call is answered with a handle, and each is there afterwards.
 * Prints one line of JSON per run; exit 0 when nothing is lost and nothing failed.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openStore } from "../../src/store/open-store.ts";

interface Shown {
  readonly handle: string;
  readonly original: string;
}

const { values, positionals } = parseArgs({
  options: {
    cycles: { type: "string", default: "1000" },
    processes: { type: "string", default: "8" },
    calls: { type: "string", default: "1000" },
  },
  allowPositionals: true,
});
const command =
  positionals.length > 0 ? positionals : [join(import.meta.dir, "..", "..", "dist", "caveman-mcp")];

/** Records that repeat, so that the engine shortens them, and a number that makes each payload another one. */
function payload(label: string, n: number): string {
  const rows = Array.from({ length: 40 }, (_, i) => ({
    run: label,
    n,
    id: i,
    status: "ok",
    region: "eu-west-1",
  }));
  return JSON.stringify(rows);
}

function start(home: string) {
  return Bun.spawn([...command], {
    env: { ...process.env, CAVEMAN_HOME: home },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "ignore",
  });
}

type Server = ReturnType<typeof start>;

function send(server: Server, message: object): void {
  server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

function greet(server: Server): void {
  const clientInfo = { name: "soak", version: "1" };
  send(server, {
    id: "hello",
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo },
  });
  send(server, { method: "notifications/initialized" });
}

function compress(server: Server, id: number, input: string): void {
  send(server, { id, method: "tools/call", params: { name: "caveman_compress", arguments: { input } } });
}

interface Answer {
  readonly id: number;
  /** Null where the call passed through or failed. */
  readonly handle: string | null;
}

/** The answers to compress calls, as whole lines come in. */
async function* answers(server: Server): AsyncGenerator<Answer> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of server.stdout) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const message = JSON.parse(line) as { id?: unknown; result?: { content?: { text?: string }[] } };
      if (typeof message.id !== "number") continue;
      const text = message.result?.content?.[0]?.text ?? "{}";
      const handle = (JSON.parse(text) as { recovery_handle?: string | null }).recovery_handle ?? null;
      yield { id: message.id, handle };
    }
  }
}

function lostOf(home: string, shown: readonly Shown[]): number {
  const store = openStore({ CAVEMAN_HOME: home }, (line) => console.error(line));
  let lost = 0;
  for (const { handle, original } of shown) {
    const got = store.get(handle);
    if (got.kind !== "found" || new TextDecoder().decode(got.bytes) !== original) lost++;
  }
  store.close();
  return lost;
}

/** Calls kept in flight, so that a kill hits writes as often as pauses. */
const AHEAD = 4;

async function killRun(home: string, cycles: number): Promise<boolean> {
  const shown: Shown[] = [];
  let without = 0;
  for (let cycle = 0; cycle < cycles; cycle++) {
    const server = start(home);
    greet(server);
    let sent = 0;
    for (; sent < AHEAD; sent++) compress(server, sent, payload(`kill ${cycle}`, sent));
    server.stdin.flush();
    const enough = 1 + Math.floor(Math.random() * 8);
    let seen = 0;
    for await (const { id, handle } of answers(server)) {
      if (handle === null) without++;
      else shown.push({ handle, original: payload(`kill ${cycle}`, id) });
      seen++;
      if (seen === enough) server.kill("SIGKILL");
      if (seen >= enough) continue;
      compress(server, sent, payload(`kill ${cycle}`, sent));
      sent++;
      server.stdin.flush();
    }
    await server.exited;
  }
  const lost = lostOf(home, shown);
  console.log(JSON.stringify({ run: "kill -9", cycles, shown: shown.length, passed_through: without, lost }));
  return lost === 0 && shown.length >= cycles;
}

async function together(home: string, processes: number, calls: number): Promise<boolean> {
  const shown: Shown[] = [];
  let without = 0;
  const one = async (label: string): Promise<void> => {
    const server = start(home);
    greet(server);
    let sent = 0;
    for (; sent < Math.min(AHEAD, calls); sent++) compress(server, sent, payload(label, sent));
    server.stdin.flush();
    let seen = 0;
    for await (const { id, handle } of answers(server)) {
      if (handle === null) without++;
      else shown.push({ handle, original: payload(label, id) });
      seen++;
      if (sent < calls) compress(server, sent, payload(label, sent));
      sent++;
      if (seen === calls) server.stdin.end();
      else server.stdin.flush();
    }
    await server.exited;
  };
  await Promise.all(Array.from({ length: processes }, (_, i) => one(`process ${i}`)));
  const lost = lostOf(home, shown);
  console.log(
    JSON.stringify({ run: "together", processes, calls, shown: shown.length, passed_through: without, lost }),
  );
  return lost === 0 && shown.length === processes * calls;
}

const home = mkdtempSync(join(tmpdir(), "caveman-soak-"));
try {
  const good = [
    await killRun(join(home, "kill"), Number(values.cycles)),
    await together(join(home, "together"), Number(values.processes), Number(values.calls)),
  ];
  process.exitCode = good.every(Boolean) ? 0 : 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}
