/** The program: verbs, exit codes, signals, a full disk, and a stdout that carries nothing but messages. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { certificates } from "../launcher/certificates.ts";
import { HttpUpstream, textResult } from "./support/http-upstream.ts";
import { INITIALIZE, run, start } from "./support/process.ts";

const STDIO = ["--", process.execPath, join(import.meta.dir, "support", "stdio-upstream.ts")];
const authority = certificates();
const canMount = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0;
if (!canMount) console.warn("SKIPPED: no mount namespaces (unshare -rm): a really full disk");

let upstream: HttpUpstream;
let dir: string;

beforeAll(async () => {
  upstream = await new HttpUpstream().start();
  dir = mkdtempSync(join(tmpdir(), "caveman-process-"));
});
afterEach(() => {
  upstream.intercept = () => false;
});
afterAll(async () => {
  await upstream.stop();
  rmSync(dir, { recursive: true, force: true });
});

const call = (id: number, name: string, args: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args },
});

describe("check", () => {
  test("fine: one line on stdout, the steps on stderr, exit 0", async () => {
    const http = await run(["check", "--url", upstream.url]);
    expect(http.out).toMatch(/^ok streamable-http 2025-11-25 tools=1 connect=\d+ms list=\d+ms( slow)?\n$/);
    expect(http.err).toMatch(/connecting to http:.*\n.*connected over streamable-http.*\n.*listed 1 tools/);
    expect(http.code).toBe(0);
    const stdio = await run(["check", "--json", ...STDIO]);
    expect(JSON.parse(stdio.out)).toMatchObject({
      status: "ok",
      transport: "stdio",
      tools: 8,
      slow: expect.any(Boolean),
    });
  });

  test("unreachable: exit 1 and the cause", async () => {
    const refused = await run(["check", "--connect-retries", "0", "--url", "http://127.0.0.1:1/mcp"]);
    expect(refused).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^unreachable after \d+ms: .*ECONNREFUSED/),
    });
    const missing = await run(["check", "--", "/nonexistent/command"]);
    expect(missing).toMatchObject({ code: 1, out: expect.stringContaining("ENOENT") });
    const silent = await run([
      "check",
      ...["--connect-retries", "0", "--connect-timeout-ms", "300"],
      ...["--", process.execPath, "-e", "setTimeout(() => {}, 60_000)"],
    ]);
    expect(silent).toMatchObject({ code: 1, out: expect.stringContaining("no connection within 300 ms") });
    // A first npx, or a variable that it lacks, is the usual reason.
    expect(silent.err).toContain("--env");
    expect(missing.err).not.toContain("--env");
  });

  test("wrong usage: exit 2, one line and a hint", async () => {
    const usage = await run(["check"]);
    expect(usage).toMatchObject({ code: 2, out: "" });
    expect(usage.err).toMatch(/^caveman-mcp-proxy: name the upstream.*help\)\n$/);
  });

  test("reachable but no MCP: exit 3", async () => {
    upstream.intercept = (_request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.end("<html>hello</html>");
      return true;
    };
    const html = await run(["check", "--connect-retries", "0", "--url", upstream.url]);
    expect(html).toMatchObject({ code: 3, out: expect.stringContaining("no-mcp") });
    upstream.intercept = (_request, response) => {
      response.writeHead(404);
      response.end();
      return true;
    };
    expect((await run(["check", "--connect-retries", "0", "--url", upstream.url])).code).toBe(3);
  });

  test("an endless list ends: a repeated cursor is noticed", async () => {
    upstream.methods.set("tools/list", (x) => x.result('{"tools":[{"name":"again"}],"nextCursor":"same"}'));
    const endless = await run(["check", "--url", upstream.url]);
    upstream.methods.delete("tools/list");
    expect(endless.out).toContain("tools=2");
  });
});

describe("other verbs", () => {
  test("version and help", async () => {
    expect((await run(["--version"])).out).toMatch(/^caveman-mcp-proxy \S+ \([^()]+\)\n$/);
    expect(JSON.parse((await run(["version", "--json"])).out)).toMatchObject({
      schema: "caveman.mcp.version.v1",
      build_date: expect.any(String),
    });
    const help = await run(["help"]);
    expect(help.code).toBe(0);
    expect(help.out).toContain("--call-timeout-ms");
  });
});

describe("serving", () => {
  test("initialize is answered while the upstream is down; end of input ends the process", async () => {
    const proxy = start(["--url", "http://127.0.0.1:1/mcp"], { cwd: dir });
    proxy.send(INITIALIZE);
    expect(JSON.parse(await proxy.line()).result.capabilities).toEqual({ tools: { listChanged: true } });
    proxy.child.stdin.end();
    expect(await proxy.finished).toMatchObject({ code: 0, signal: null });
  });

  test("results lie in .mcp-proxy-data of the current directory; stdout holds messages only", async () => {
    const proxy = start(["--log-level", "debug", ...STDIO], { cwd: dir });
    proxy.send(INITIALIZE);
    proxy.send(call(1, "echo"));
    proxy.send({ jsonrpc: "2.0", id: 2, method: "resources/list" });
    proxy.child.stdin.end();
    const { out, code } = await proxy.finished;
    expect(code).toBe(0);
    const messages = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(
      messages
        .map((m) => m.id)
        .filter((id) => id !== undefined)
        .sort(),
    ).toEqual([0, 1, 2]);
    expect(messages.find((m) => m.id === 2).error.code).toBe(-32601);
    const file = /file: (\S+)/.exec(messages.find((m) => m.id === 1).result.content[0].text)?.[1] ?? "";
    expect(file).toStartWith(join(dir, ".mcp-proxy-data"));
    expect(existsSync(file)).toBe(true);
  });

  test("--shown-dir replaces the prefix of what the model is told", async () => {
    const data = join(dir, "data");
    const proxy = start(["--data-dir", data, "--shown-dir", "/workspace/out", ...STDIO], { cwd: dir });
    proxy.send(call(1, "echo"));
    const { result } = JSON.parse(await proxy.line());
    expect(result.content[0].text).toMatch(
      /\nfile: \/workspace\/out\/\d{8}-\d{6}-[0-9a-f]{4}\/echo\/\d{8}-\d{6}-001\.json\n/,
    );
    proxy.child.stdin.end();
    await proxy.finished;
    expect(readdirSync(data)).toHaveLength(2);
  });

  test.each(["SIGTERM", "SIGINT"] as const)(
    "%s ends it and its child within a second or so, exit 0",
    async (signal) => {
      const pids = join(dir, `pids-${signal}`);
      const proxy = start(["--env", "PID_FILE", ...STDIO], { cwd: dir, env: { PID_FILE: pids } });
      proxy.send(call(1, "echo"));
      await proxy.line();
      proxy.send(call(2, "never"));
      proxy.child.kill(signal);
      expect(await proxy.finished).toMatchObject({ code: 0, signal: null });
      const pid = Number((await Bun.file(pids).text()).split("\n")[0]);
      expect(() => process.kill(pid, 0)).toThrow();
    },
  );

  test("a host that closes both pipes during a call does not crash it", async () => {
    const proxy = start([...["--call-timeout-ms", "1000"], ...STDIO], { cwd: dir });
    proxy.send(call(1, "sleep", { ms: 200 }));
    proxy.child.stdout.destroy();
    proxy.child.stdin.end();
    const { code, err } = await proxy.finished;
    expect({ code, err }).toEqual({ code: 0, err: "" });
  });

  test("a link in place of the data directory is refused at each call, and the ledger says nothing elsewhere", async () => {
    const target = join(dir, "target");
    mkdirSync(target);
    spawnSync("ln", ["-s", target, join(dir, "linked")]);
    const proxy = start(["--data-dir", join(dir, "linked"), ...STDIO], { cwd: dir });
    proxy.send(call(1, "echo"));
    const answer = JSON.parse(await proxy.line());
    expect(answer.error).toMatchObject({ code: -32603, message: expect.stringContaining("is a link") });
    proxy.child.stdin.end();
    await proxy.finished;
    expect(readdirSync(target)).toEqual([]);
  });

  test.skipIf(!canMount)(
    "a full disk: -32603 with the reason, nothing left, and it goes on when there is room",
    async () => {
      const data = join(dir, "small");
      mkdirSync(data);
      const script = `mount -t tmpfs -o size=256k tmpfs "${data}" && exec "$@"`;
      upstream.on.set("big", (x) => x.result(textResult("b".repeat(300_000))));
      const proxy = start(["--data-dir", data, "--url", upstream.url], {
        cwd: dir,
        before: ["unshare", "-rm", "sh", "-c", script, "sh"],
      });
      proxy.send(call(1, "big"));
      const full = JSON.parse(await proxy.line());
      expect(full.error).toMatchObject({ code: -32603, message: expect.stringContaining("ENOSPC") });
      proxy.send(call(2, "echo"));
      const fine = JSON.parse(await proxy.line());
      expect(fine.result.isError).toBe(false);
      proxy.child.stdin.end();
      expect((await proxy.finished).code).toBe(0);
    },
  );

  test.skipIf(!authority)(
    "certificates are verified, whatever NODE_TLS_REJECT_UNAUTHORIZED says",
    async () => {
      if (!authority) return;
      const server = Bun.serve({
        port: 0,
        hostname: "127.0.0.1",
        tls: { key: authority.key, cert: authority.cert },
        async fetch(request) {
          const { id, method } = (await request.json().catch(() => ({}))) as { id?: number; method?: string };
          if (id === undefined) return new Response(null, { status: 202 });
          const hello =
            '{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"x","version":"1"}}';
          const result = method === "initialize" ? hello : '{"tools":[]}';
          const headers = { "content-type": "application/json" };
          return new Response(`{"jsonrpc":"2.0","id":${id},"result":${result}}`, { headers });
        },
      });
      const args = ["check", "--connect-retries", "0", "--url", `https://127.0.0.1:${server.port}/mcp`];
      const refused = await run(args, { env: { NODE_TLS_REJECT_UNAUTHORIZED: "0" } });
      expect(refused).toMatchObject({ code: 1, out: expect.stringContaining("certificate was refused") });
      const trusted = await run(args, { env: { NODE_EXTRA_CA_CERTS: authority.caFile } });
      expect(trusted).toMatchObject({ code: 0, out: expect.stringContaining("ok streamable-http") });
      await server.stop(true);
    },
  );

  test("HTTP_PROXY is honoured", async () => {
    const seen: string[] = [];
    const through = new HttpUpstream();
    await through.start();
    through.intercept = (request) => {
      seen.push(request.url ?? "");
      return false;
    };
    const checked = await run(["check", "--url", "http://upstream.invalid/mcp"], {
      env: { HTTP_PROXY: `http://127.0.0.1:${through.port}`, http_proxy: `http://127.0.0.1:${through.port}` },
    });
    await through.stop();
    expect(checked.out).toStartWith("ok streamable-http");
    expect(seen[0]).toBe("http://upstream.invalid/mcp");
  });
});
