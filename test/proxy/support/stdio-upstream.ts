/**
 * An MCP upstream over stdio for tests, run as a child. Its arguments say what is wrong with it; tools are
 * named after what they do. Writes literal JSON.
 */
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const flags = new Set(process.argv.slice(2));
const write = (line: string) => process.stdout.write(`${line}\n`);
const result = (id: unknown, literal: string) => write(`{"jsonrpc":"2.0","id":${id},"result":${literal}}`);
const text = (value: string) => JSON.stringify({ content: [{ type: "text", text: value }] });

if (flags.has("--exit-at-once")) process.exit(1);
if (flags.has("--banner")) write("Welcome to the test server\nlistening on stdio {not json}");
if (flags.has("--stderr-flood")) process.stderr.write("x".repeat(1024 * 1024));
if (flags.has("--ignore-sigterm")) {
  process.on("SIGTERM", () => {});
  setInterval(() => {}, 1000);
}
const pidFile = process.env.PID_FILE;
if (pidFile) appendFileSync(pidFile, `${process.pid}\n`);

const TOOLS = ["echo", "die", "die-after-answer", "big", "sleep", "env", "progress", "never"];
const list = TOOLS.map((name) => ({
  name,
  description: name,
  inputSchema: { type: "object" },
  ...(name === "sleep" ? { annotations: { idempotentHint: true } } : {}),
}));

function call(id: unknown, name: string, args: Record<string, unknown>, token: unknown, line: string): void {
  switch (name) {
    case "die":
      process.exit(3);
      break;
    case "die-after-answer":
      process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":${text("last words")}}\n`, () =>
        process.exit(0),
      );
      break;
    case "big":
      result(id, text("y".repeat(Number(args.bytes))));
      break;
    case "sleep":
      setTimeout(() => result(id, text("slept")), Number(args.ms));
      break;
    case "env":
      result(id, text(JSON.stringify(process.env)));
      break;
    case "progress":
      if (token !== undefined) {
        write(
          `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${JSON.stringify(token)},"progress":1,"total":2,"message":"half"}}`,
        );
      }
      result(id, text(`token ${JSON.stringify(token)}`));
      break;
    case "never":
      break;
    default:
      result(id, text(line));
  }
}

createInterface({ input: process.stdin })
  .on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (method === "notifications/cancelled" && pidFile)
      appendFileSync(pidFile, `cancelled ${params.requestId}\n`);
    if (id === undefined) return;
    if (method === "initialize") {
      if (flags.has("--exit-in-initialize")) process.exit(1);
      if (flags.has("--silent-in-initialize")) return;
      const version = JSON.stringify(params.protocolVersion);
      return result(
        id,
        `{"protocolVersion":${version},"capabilities":{"tools":{}},"serverInfo":{"name":"stdio","version":"1"}}`,
      );
    }
    if (method === "tools/list") return result(id, JSON.stringify({ tools: list }));
    if (method === "tools/call")
      return call(id, params.name, params.arguments ?? {}, params._meta?.progressToken, line);
    write(`{"jsonrpc":"2.0","id":${id},"error":{"code":-32601,"message":"Method not found"}}`);
  })
  .on("close", () => {
    if (!flags.has("--ignore-sigterm")) process.exit(0);
  });
