/**
 * Many calls against an upstream that fails in random ways (fixed seed). What must hold for each: a success has
 * a file with exactly what was sent, a failure has a reason, and it ended within its bound.
 */
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { type Exchange, event, HttpUpstream, openStream } from "./http-upstream.ts";
import { RunningProxy } from "./running-proxy.ts";

export interface SoakOptions {
  readonly calls: number;
  readonly seed: number;
  readonly concurrency: number;
}

export interface SoakReport {
  readonly successes: number;
  readonly failures: number;
  /** How often each fault was met. */
  readonly faults: Readonly<Record<string, number>>;
  readonly longestMs: number;
  readonly boundMs: number;
  /** What did not hold; empty when all is well. */
  readonly broken: readonly string[];
}

/** mulberry32: the same numbers for the same seed everywhere. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const CALL_MS = 400;
const CONNECT_MS = 400;
const RETRIES = 2;
const BACK_OFF_MS = 20;
const BOUND_MS = 2 * CALL_MS + (1 + RETRIES) * CONNECT_MS + BACK_OFF_MS * 3;
/** For timers, the file and a busy machine. */
const SLACK_MS = 1500;

type Fault = (x: Exchange, literal: string) => void;

const cut = (x: Exchange) => x.request.socket.destroy();

const FAULTS: Record<string, Fault> = {
  none: (x, literal) => x.result(literal),
  stream: (x, literal) => {
    openStream(x.response);
    x.response.end(event(`{"jsonrpc":"2.0","id":${x.message.id},"result":${literal}}`));
  },
  "stream in pieces": (x, literal) => {
    openStream(x.response);
    const text = `: hello\r\n\r\n${event(`{"result":${literal},"jsonrpc":"2.0","id":${x.message.id}}`)}`;
    const half = Math.floor(text.length / 2);
    x.response.write(text.slice(0, half));
    setTimeout(() => x.response.end(text.slice(half)), 5);
  },
  gzip: (x, literal) => {
    x.response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
    x.response.end(gzipSync(`{"jsonrpc":"2.0","id":${x.message.id},"result":${literal}}`));
  },
  "cut before the answer": cut,
  "cut in the answer": (x, literal) => {
    x.response.writeHead(200, { "content-type": "application/json" });
    x.response.write(
      `{"jsonrpc":"2.0","id":${x.message.id},"result":${literal.slice(0, literal.length / 2)}`,
    );
    setTimeout(() => cut(x), 5);
  },
  "cut in a stream": (x) => {
    openStream(x.response);
    x.response.write('event: message\ndata: {"jsonrpc"');
    setTimeout(() => cut(x), 5);
  },
  "stream that ends": (x) => {
    openStream(x.response);
    x.response.end();
  },
  "error page": (x) => {
    x.response.writeHead(200, { "content-type": "text/html" });
    x.response.end("<html>oops</html>");
  },
  "status 503": (x) => {
    x.response.writeHead(503);
    x.response.end("busy");
  },
  "no JSON": (x) => {
    x.response.writeHead(200, { "content-type": "application/json" });
    x.response.end('{"jsonrpc":');
  },
  "broken gzip": (x) => {
    x.response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
    x.response.end("not gzip");
  },
  "protocol error": (x) => x.error(-32050, "refused by the tool"),
  silence: () => {},
};

/** Names with their weight: most calls should work. */
const WEIGHTED: readonly string[] = [
  ...Array.from({ length: 40 }, () => "none"),
  ...Array.from({ length: 20 }, () => "stream"),
  ...Array.from({ length: 8 }, () => "stream in pieces"),
  ...Array.from({ length: 8 }, () => "gzip"),
  ...Object.keys(FAULTS).slice(4),
  "lost session",
  "lost session",
];

/** A result of random kind and size, with what its file must hold. */
function randomResult(n: number, random: () => number): { literal: string; file: string } {
  const size = Math.floor(random() ** 4 * 3000);
  const rows = Array.from(
    { length: size },
    (_, i) => `{"n":${n},"i":${i},"v":${(random() * 100).toFixed(2)}0}`,
  );
  const text = `{"total":${size},"data":[${rows.join(random() < 0.5 ? "," : ",\n")}]}`;
  const block = `{"type":"text","text":${JSON.stringify(text)}}`;
  const kind = random();
  if (kind < 0.5) return { literal: `{"content":[${block}]}`, file: text };
  if (kind < 0.6) return { literal: `{"content":[${block}],"isError":true}`, file: text };
  if (kind < 0.8) return { literal: `{"content":[],"structuredContent":${text}}`, file: text };
  const whole = `{"content":[${block},{"type":"text","text":"two"}],"x":1.0}`;
  return { literal: whole, file: whole };
}

export async function soak({ calls, seed, concurrency }: SoakOptions): Promise<SoakReport> {
  const random = generator(seed);
  const upstream = await new HttpUpstream().start();
  upstream.tools = ['{"name":"safe","annotations":{"idempotentHint":true}}', '{"name":"risky"}'];
  const faults: Record<string, number> = {};
  const plans = Array.from({ length: calls }, (_, n) => ({
    ...randomResult(n, random),
    tool: random() < 0.5 ? "safe" : "risky",
    fault: WEIGHTED[Math.floor(random() * WEIGHTED.length)] ?? "none",
  }));
  const met = new Set<number>();
  upstream.on.set("*", (x) => {
    const { n } = x.message.params.arguments as { n: number };
    const plan = plans[n];
    if (!plan) return;
    // The fault is met once; a second attempt finds everything well.
    const first = !met.has(n);
    met.add(n);
    const fault = first ? plan.fault : "none";
    if (fault === "lost session") {
      upstream.forgetSessions();
      x.response.writeHead(404);
      x.response.end();
    } else FAULTS[fault]?.(x, plan.literal);
    if (first) faults[fault] = (faults[fault] ?? 0) + 1;
  });

  const flags = [
    ["--url", upstream.url],
    ["--call-timeout-ms", CALL_MS],
    ["--connect-timeout-ms", CONNECT_MS],
    ["--connect-retries", RETRIES],
    ["--connect-backoff-ms", BACK_OFF_MS],
  ].flat();
  const proxy = new RunningProxy(flags.map(String));
  await proxy.initialize();
  await proxy.request("tools/list");
  const broken: string[] = [];
  let [successes, failures, longestMs, next] = [0, 0, 0, 0];

  const one = async (n: number): Promise<void> => {
    const plan = plans[n];
    if (!plan) return;
    const started = performance.now();
    const answer = await proxy.request("tools/call", { name: plan.tool, arguments: { n } });
    const took = performance.now() - started;
    longestMs = Math.max(longestMs, took);
    if (took > BOUND_MS + SLACK_MS) broken.push(`call ${n} took ${Math.round(took)} ms (${plan.fault})`);
    const text = (answer.result?.content as { text: string }[] | undefined)?.[0]?.text ?? "";
    const file = /^file: (.*)$/m.exec(text)?.[1];
    if (file !== undefined) {
      successes++;
      if (readFileSync(file, "utf8") !== plan.file) broken.push(`call ${n}: another file than what was sent`);
      return;
    }
    failures++;
    const reason = answer.error?.message ?? (answer.result?.isError === true ? text : "");
    if (!/cave_[a-z_]+|refused by the tool/.test(reason))
      broken.push(`call ${n} failed without a reason (${plan.fault})`);
  };
  const worker = async (): Promise<void> => {
    while (next < calls) await one(next++);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));

  const left = (readdirSync(proxy.dataDir, { recursive: true }) as string[]).filter((name) =>
    name.endsWith(".tmp"),
  );
  if (left.length > 0) broken.push(`${left.length} temporary files are left`);
  const lines = proxy.ledger().length;
  if (lines !== calls) broken.push(`${lines} ledger lines for ${calls} calls`);
  await proxy.close();
  await upstream.stop();
  return { successes, failures, faults, longestMs, boundMs: BOUND_MS, broken };
}
