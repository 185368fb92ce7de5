/**
 * `npm start [-- FILE]`: builds the executable, talks to it over stdio as a host would, and shows one real
 * tool output compressed, a question answered from the view, and the original recovered byte for byte. `--quiet` prints
 * only what went wrong.
 * Everything it stores goes to a temporary folder.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { createInterface } from "node:readline";
import { bun, ensureInstalled, ROOT } from "./bun.mjs";

/** What a package manager printed: JSON lines, one per installed package. */
const DEFAULT_FILE = join(ROOT, "test", "fixtures", "start", "packages.ndjson");

/** Larger files go by path: one line of a request may have 16 MiB, escapes included. */
const MAX_INPUT_BYTES = 6 * 1024 * 1024;

/** Of a long view, this much is shown from either end. */
const SHOWN_LINES = 30;
const SHOWN_COLUMNS = Math.min(process.stdout.columns ?? 160, 240) - 4;

/** A server in a process of its own, and the answers to what it is asked. */
function startServer(executable, env) {
  const server = spawn(executable, [], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  const waiting = new Map();
  let nextId = 0;
  createInterface({ input: server.stdout }).on("line", (line) => {
    const answer = JSON.parse(line);
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  server.on("close", () => {
    for (const settle of waiting.values()) settle({ error: { message: "the server ended" } });
  });
  const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  return {
    notify: (method) => send({ method }),
    async request(method, params) {
      const id = nextId++;
      const answer = await new Promise((settle) => {
        waiting.set(id, settle);
        send({ id, method, params });
      });
      if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
      return answer.result;
    },
    end: () =>
      new Promise((settle) => {
        server.on("close", settle);
        server.stdin.end();
      }),
  };
}

async function callTool(server, name, args) {
  const { content, isError } = await server.request("tools/call", { name, arguments: args });
  if (isError) throw new Error(`${name}: ${content[0].text}`);
  return content[0];
}

/** Bytes of a retrieved original: text, or a blob where it is no text. */
function bytesOf(item) {
  return item.type === "resource" ? Buffer.from(item.resource.blob, "base64") : Buffer.from(item.text);
}

/** A view for the terminal: control characters escaped, long lines and the middle of long views left out. */
function shown(view) {
  const lines = view.replace(/\n$/, "").split("\n");
  const cut = (line) => {
    const plain = line.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "·");
    // Markers are the point of the picture: they wrap.
    return plain.length > SHOWN_COLUMNS && !plain.startsWith("…")
      ? `${plain.slice(0, SHOWN_COLUMNS)}⋯`
      : plain;
  };
  if (lines.length <= 2 * SHOWN_LINES) return lines.map(cut);
  const left = lines.length - 2 * SHOWN_LINES;
  return [
    ...lines.slice(0, SHOWN_LINES).map(cut),
    `⋯ ${left} more lines of the view`,
    ...lines.slice(-SHOWN_LINES).map(cut),
  ];
}

/** A question about the default file that only all of its 495 records answer: from the view, and from the original. */
function sumTwice(view, original) {
  const fromView = Number(/ sum installed_kb=(\d+)/.exec(view)?.[1]);
  const records = original.trimEnd().split("\n");
  const counted = records.reduce((sum, line) => sum + JSON.parse(line).installed_kb, 0);
  if (fromView !== counted) throw new Error(`the view says ${fromView}, the original ${counted}`);
  return { counted, records: records.length };
}

const number = (n) => n.toLocaleString("en-US");

async function main() {
  const words = process.argv.slice(2);
  const quiet = words.includes("--quiet");
  const named = words.find((word) => !word.startsWith("--"));
  if (words.some((word) => word.startsWith("-") && word !== "--quiet") || words.length > (quiet ? 2 : 1))
    throw new Error("it takes one FILE, or nothing: npm start -- FILE");
  if (named !== undefined && !statSync(resolve(named), { throwIfNoEntry: false })?.isFile())
    throw new Error(`${named} is no file; name a log, a JSON, a CSV, a source file …`);
  const say = quiet ? () => {} : (line = "") => console.log(line);

  ensureInstalled();
  bun(["build/compile.ts"], quiet ? { stdio: ["ignore", "ignore", "inherit"] } : {});
  const file = realpathSync(named === undefined ? DEFAULT_FILE : resolve(named));
  const bytes = readFileSync(file);
  const text = bytes.toString();
  const byPath = bytes.length > MAX_INPUT_BYTES || !Buffer.from(text).equals(bytes);

  const home = mkdtempSync(join(tmpdir(), "caveman-start-"));
  const exe = process.platform === "win32" ? ".exe" : "";
  const server = startServer(join(ROOT, "dist", `caveman-mcp${exe}`), {
    CAVEMAN_HOME: home,
    CAVEMAN_CCR_DB: "",
    CAVEMAN_MCP_EPHEMERAL: "",
    CAVEMAN_MCP_INLINE_LIMIT_BYTES: "0",
    CAVEMAN_MCP_READ_ROOTS: dirname(file),
  });
  try {
    const { serverInfo, protocolVersion } = await server.request("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "npm-start", version: "1" },
    });
    server.notify("notifications/initialized");
    const { tools } = await server.request("tools/list", {});
    say(
      `\n${serverInfo.name} ${serverInfo.version} over stdio, MCP ${protocolVersion}, ${tools.length} tools`,
    );

    const started = performance.now();
    const result = JSON.parse(
      (await callTool(server, "caveman_compress", byPath ? { path: file } : { input: text })).text,
    );
    const ms = performance.now() - started;
    say(`\n${relative(process.cwd(), file)}: ${number(bytes.length)} bytes, ${result.content_type}\n`);
    for (const line of shown(result.compressed)) say(`  ${line}`);
    say();

    const { recovery_handle: handle, tokens_before: before, tokens_after: after } = result;
    if (handle === null) {
      say(`${number(before)} tokens, unchanged: nothing in it can be left out, or said shorter, for certain`);
      if (named === undefined) throw new Error("the fixture was not compressed");
      return;
    }
    say(
      `tokens     ${number(before)} → ${number(after)} (${(result.ratio * 100).toFixed(1)} % fewer), in ${ms.toFixed(0)} ms`,
    );
    say(`handle     ${handle}`);
    if (named === undefined) {
      const { counted, records } = sumTwice(result.compressed, text);
      say(
        `question   how many kB do all ${records} packages take? The view says ${number(counted)}; the original adds up to the same`,
      );
    }
    const original = bytesOf(await callTool(server, "caveman_retrieve", { recovery_handle: handle }));
    if (!original.equals(bytes)) throw new Error("the retrieved original differs from what was sent");
    say(`retrieved  ${number(original.length)} bytes, equal byte for byte`);
  } finally {
    await server.end();
    rmSync(home, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  console.error(`npm start: ${error.message}`);
  process.exitCode = 1;
}
