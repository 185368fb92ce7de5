/** The proxy stands in for its upstream: lists equal field by field, files hold what was sent. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { directHttp, directStdio } from "./support/direct.ts";
import { HttpUpstream } from "./support/http-upstream.ts";
import { RunningProxy } from "./support/running-proxy.ts";
import { compareCall, compareLists } from "./support/transparency.ts";

const ROOT = join(import.meta.dir, "..", "..");
const SHARED = process.env.CAVEMAN_SHARED ?? join(ROOT, "..", "shared");
const HOSTILE = join(SHARED, "tools", "hostile-upstream.mjs");
const hasHostile = existsSync(HOSTILE);
const hasNamespaces = spawnSync("unshare", ["-rn", "ip", "link", "set", "lo", "up"]).status === 0;
const packaged = (path: string) => createRequire(import.meta.url).resolve(`@modelcontextprotocol/${path}`);

if (!hasHostile) console.warn("SKIPPED: no tools/hostile-upstream.mjs in the shared folder (CAVEMAN_SHARED)");
if (!hasNamespaces)
  console.warn("SKIPPED: no network namespaces (unshare -rn, ip): server-everything over HTTP and SSE");

const folder = mkdtempSync(join(tmpdir(), "caveman-transparency-"));
writeFileSync(join(folder, "a.txt"), "one\ntwo\n");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function compared(
  args: readonly string[],
  calls: readonly (readonly [name: string, args: unknown])[],
): Promise<number> {
  const direct = await directStdio("node", args);
  const proxy = new RunningProxy(["--", "node", ...args]);
  try {
    await proxy.initialize();
    const count = await compareLists(direct, proxy);
    for (const [name, given] of calls) await compareCall(direct, proxy, name, given);
    return count;
  } finally {
    await proxy.close();
    await direct.close();
  }
}

describe("reference servers", () => {
  test("server-everything over stdio", async () => {
    const calls = [
      ["echo", { message: "hello" }],
      ["get-sum", { a: 1, b: 2 }],
      ["get-structured-content", { location: "New York" }],
      ["get-annotated-message", { messageType: "error", includeImage: true }],
      ["get-tiny-image", {}],
      ["get-resource-links", { count: 3 }],
      ["no-such-tool", {}],
    ] as const;
    expect(await compared([packaged("server-everything/dist/index.js"), "stdio"], calls)).toBeGreaterThan(9);
  });

  test("server-filesystem", async () => {
    const calls = [
      ["read_text_file", { path: join(folder, "a.txt") }],
      ["list_directory", { path: folder }],
      ["read_text_file", { path: "/etc/passwd" }],
    ] as const;
    expect(await compared([packaged("server-filesystem/dist/index.js"), folder], calls)).toBeGreaterThan(9);
  });

  test("server-memory", async () => {
    process.env.MEMORY_FILE_PATH = join(folder, "memory.json");
    expect(await compared([packaged("server-memory/dist/index.js")], [["read_graph", {}]])).toBe(9);
  });

  for (const [kind, wire] of [
    ["streamableHttp", "streamable-http"],
    ["sse", "http+sse"],
  ] as const) {
    test.skipIf(!hasNamespaces)(`server-everything over ${kind}`, async () => {
      const script = join(import.meta.dir, "support", "everything.ts");
      const inside = `ip link set lo up && exec "${process.execPath}" "${script}" ${kind}`;
      const child = spawn("unshare", ["-rn", "sh", "-c", inside], { stdio: ["ignore", "pipe", "pipe"] });
      let [out, err] = ["", ""];
      child.stdout.on("data", (piece) => (out += piece));
      child.stderr.on("data", (piece) => (err += piece));
      const code = await new Promise((resolve) => child.once("close", resolve));
      expect({ code, err: code === 0 ? "" : err }).toEqual({ code: 0, err: "" });
      expect(out).toMatch(
        new RegExp(`^same \\d\\d tools over ${wire.replace("+", "\\+")}, progress \\[0,0\\]`),
      );
    });
  }
});

describe("hostile upstreams", () => {
  test.skipIf(!hasHostile).each(["", "arr", "noschema"])("hostile-upstream.mjs %s", async (mode) => {
    const port = await freePort();
    const child = spawn("node", [HOSTILE, String(port), mode], { stdio: "ignore" });
    const url = `http://127.0.0.1:${port}/mcp`;
    const proxy = new RunningProxy(["--url", url, "--connect-retries", "8"]);
    try {
      await proxy.initialize();
      await proxy.request("tools/list");
      const direct = await directHttp(url);
      expect(await compareLists(direct, proxy)).toBeGreaterThan(1);
      for (const name of ["weird", "bad_output", "newtype", "badb64", "nocontent", "toolresult", "arrsc"]) {
        const outcome = await proxy.call(name);
        expect(outcome.isError).toBe(false);
      }
      const refused = await proxy.request("tools/call", { name: "customerr", arguments: {} });
      expect(refused.error).toEqual({ code: -32050, message: "custom msg", data: { x: 1 } });
    } finally {
      await proxy.close();
      child.kill("SIGKILL");
    }
  });

  let upstream: HttpUpstream;
  beforeAll(async () => {
    upstream = await new HttpUpstream().start();
  });
  afterAll(() => upstream.stop());

  test("odd tools, unknown fields, literal numbers and pages pass as they are", async () => {
    const pages = [
      '{"tools":[{"name":"a","description":"A","inputSchema":{"type":"object","x":1.0,"y":12345678901234567890},"x-vendor":{"k":1e400}},{"name":"b","outputSchema":{"type":"array"}}],"nextCursor":"p2","x-page":1}',
      '{ "tools" :\n [ 1, null, {"name":"c","description":null}, {"outputSchema":{},"name":"d","description":"D\\u0000"} ],\n "nextCursor":"p3"}',
      '{"tools":[],"_meta":{"a/b":1.50}}',
    ];
    upstream.methods.set("tools/list", (x) => {
      const at = { p2: 1, p3: 2 }[String(x.message.params.cursor)] ?? 0;
      x.result(pages[at] ?? "{}");
    });
    const direct = await directHttp(upstream.url);
    const proxy = new RunningProxy(["--url", upstream.url]);
    await proxy.initialize();
    expect(await literalPages(proxy)).toEqual([
      '"tools":[{"name":"a","description":"[proxy] A","inputSchema":{"type":"object","x":1.0,"y":12345678901234567890},"x-vendor":{"k":1e400}},{"name":"b"}],"nextCursor":"p2","x-page":1',
      '"tools":[1,null,{"name":"c","description":null},{"name":"d","description":"[proxy] D\\u0000"}],"nextCursor":"p3"',
      '"tools":[],"_meta":{"a/b":1.50}',
    ]);
    await proxy.close();
    await direct.close();
    upstream.methods.delete("tools/list");
  });

  test("ten thousand tools", async () => {
    upstream.tools = Array.from(
      { length: 10_000 },
      (_, i) => `{"name":"t${i}","description":"d${i}","inputSchema":{}}`,
    );
    const direct = await directHttp(upstream.url);
    const proxy = new RunningProxy(["--url", upstream.url]);
    await proxy.initialize();
    expect(await compareLists(direct, proxy)).toBe(10_000);
    await proxy.close();
  });
});

/** A port of loopback that nobody listens on just now. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

/** The literal members of each page's result. */
async function literalPages(proxy: RunningProxy): Promise<string[]> {
  const literals: string[] = [];
  for (const cursor of [undefined, "p2", "p3"]) {
    const { line } = await proxy.request("tools/list", cursor === undefined ? {} : { cursor });
    literals.push(/"result":\{(.*)\}\}$/.exec(line)?.[1] ?? line);
  }
  return literals;
}
