/**
 * Run inside a network namespace of its own (the reference server listens on all interfaces): starts
 * server-everything over one transport and compares it with and without the proxy. Prints `same N tools`.
 */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { type Direct, directHttp, directSse } from "./direct.ts";
import { RunningProxy } from "./running-proxy.ts";
import { compareCall, compareLists } from "./transparency.ts";

const PORT = 18231;
const kind = process.argv[2] as "streamableHttp" | "sse";
const main = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/dist/index.js");

async function listens(port: number): Promise<void> {
  for (;;) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => {
        socket.destroy();
        resolve(true);
      });
      socket.once("error", () => resolve(false));
    });
    if (open) return;
    await Bun.sleep(50);
  }
}

const server = spawn("node", [main, kind], { env: { ...process.env, PORT: String(PORT) }, stdio: "ignore" });
try {
  await listens(PORT);
  const url = `http://127.0.0.1:${PORT}/${kind === "sse" ? "sse" : "mcp"}`;
  const direct: Direct = kind === "sse" ? await directSse(url) : await directHttp(url);
  const proxy = new RunningProxy(["--url", url]);
  await proxy.initialize();
  const count = await compareLists(direct, proxy);
  await compareCall(direct, proxy, "echo", { message: "hello" });
  await compareCall(direct, proxy, "get-structured-content", { location: "New York" });
  await compareCall(direct, proxy, "get-tiny-image", {});
  const seen: unknown[] = [];
  const long = { name: "trigger-long-running-operation", arguments: { duration: 0.4, steps: 2 } };
  await proxy.request("tools/call", { ...long, _meta: { progressToken: 0 } });
  for (const { method, params } of proxy.notifications)
    if (method.endsWith("progress")) seen.push(params?.progressToken);
  const { kind: wire } = (await proxy.assembly.upstream.session()).wire;
  await proxy.close();
  await direct.close();
  console.log(`same ${count} tools over ${wire}, progress ${JSON.stringify(seen)}`);
} finally {
  server.kill("SIGKILL");
}
process.exit(0);
