/** Revisions towards the upstream: what is offered, what is agreed, and 2026-07-28 without sessions. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { event, HttpUpstream, openStream, textResult } from "./support/http-upstream.ts";
import { RunningProxy } from "./support/running-proxy.ts";

const STDIO = ["--", process.execPath, join(import.meta.dir, "support", "stdio-upstream.ts")];
const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";

let upstream: HttpUpstream;
const proxies: RunningProxy[] = [];

beforeEach(async () => {
  upstream = await new HttpUpstream().start();
});

afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.close();
  await upstream.stop();
});

async function started(...flags: string[]): Promise<RunningProxy> {
  const proxy = new RunningProxy(flags);
  proxies.push(proxy);
  await proxy.initialize();
  return proxy;
}

describe("legacy revisions", () => {
  test.each(["2024-10-07", "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])(
    "%s",
    async (revision) => {
      upstream.methods.set("initialize", (x) =>
        x.result(
          `{"protocolVersion":"${revision}","capabilities":{},"serverInfo":{"name":"x","version":"1"}}`,
        ),
      );
      const proxy = await started("--url", upstream.url);
      expect((await proxy.call("echo")).isError).toBe(false);
      const call = upstream.seen.find(({ body }) => body.includes("tools/call"));
      expect(call?.headers["mcp-protocol-version"]).toBe(revision);
      expect(upstream.seen[0]?.body).toContain('"protocolVersion":"2025-11-25"');
    },
  );

  test("an upstream that shares none fails at connect, with both lists, at once", async () => {
    upstream.methods.set("initialize", (x) => x.result('{"protocolVersion":"2031-01-01","capabilities":{}}'));
    const proxy = await started("--url", upstream.url);
    const answer = await proxy.call("echo");
    expect(answer.text).toContain("2031-01-01");
    expect(answer.text).toContain("2025-11-25");
    expect(answer.text).toContain("2024-10-07");
    expect(upstream.initializations).toBe(1);
  });

  test("sampling, roots and elicitation are refused, ping is answered", async () => {
    upstream.on.set("asks", async (x) => {
      openStream(x.response);
      for (const [id, method] of [
        [901, "sampling/createMessage"],
        [902, "roots/list"],
        [903, "ping"],
      ]) {
        x.response.write(event(`{"jsonrpc":"2.0","id":${id},"method":"${method}","params":{}}`));
      }
      const answers = () => upstream.seen.filter(({ body }) => /"id":90\d/.test(body)).length;
      while (answers() < 3) await Bun.sleep(5);
      x.response.end(event(`{"jsonrpc":"2.0","id":${x.message.id},"result":${textResult("fine")}}`));
    });
    const proxy = await started("--url", upstream.url);
    expect((await proxy.call("asks")).isError).toBe(false);
    const answer = (id: number) =>
      JSON.parse(upstream.seen.find(({ body }) => body.includes(`"id":${id}`))?.body ?? "");
    expect(answer(901).error.code).toBe(-32601);
    expect(answer(902).error.code).toBe(-32601);
    expect(answer(903).result).toEqual({});
  });
});

describe("2026-07-28", () => {
  beforeEach(() => {
    upstream.sessions = false;
    upstream.methods.set("server/discover", (x) =>
      x.result(
        '{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true}},"ttlMs":1,"cacheScope":"public"}',
      ),
    );
    upstream.tools = [
      '{"name":"héad","inputSchema":{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"},"n":{"type":"integer","x-mcp-header":"N"}}}}',
      '{"name":"bad","inputSchema":{"type":"object","properties":{"a":{"type":"string","x-mcp-header":"A B"}}}}',
    ];
  });

  test("discover, no initialize, _meta and headers on every request", async () => {
    const proxy = await started("--url", upstream.url, "--protocol", "2026-07-28");
    expect((await proxy.call("héad", { region: "Zürich", n: 7 })).isError).toBe(false);
    expect(upstream.initializations).toBe(0);
    const call = upstream.seen.find(({ body }) => body.includes("tools/call"));
    const params = JSON.parse(call?.body ?? "").params;
    expect(params._meta[VERSION_KEY]).toBe("2026-07-28");
    expect(params._meta["io.modelcontextprotocol/clientCapabilities"]).toEqual({});
    expect(call?.headers).toMatchObject({
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": `=?base64?${Buffer.from("héad").toString("base64")}?=`,
      "mcp-param-region": `=?base64?${Buffer.from("Zürich").toString("base64")}?=`,
      "mcp-param-n": "7",
    });
  });

  test("a tool whose header declaration is invalid is not called", async () => {
    const proxy = await started("--url", upstream.url, "--protocol", "2026-07-28");
    const answer = await proxy.call("bad", { a: "x" });
    expect(answer.isError).toBe(true);
    expect(answer.text).toContain("definition of this tool is invalid");
    expect(upstream.calls()).toEqual([]);
  });

  test("what belongs to one hop is replaced, other _meta passes", async () => {
    const proxy = await started("--url", upstream.url, "--protocol", "2026-07-28");
    const meta = {
      [VERSION_KEY]: "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": { sampling: {} },
      traceparent: "00-abc",
      progressToken: "mine",
    };
    await proxy.request("tools/call", { name: "héad", arguments: {}, _meta: meta });
    const sent = JSON.parse(upstream.calls()[0] ?? "").params._meta;
    expect(sent.traceparent).toBe("00-abc");
    expect(sent["io.modelcontextprotocol/clientCapabilities"]).toEqual({});
    expect(sent.progressToken).toBeNumber();
  });

  test("a changed list comes by subscription and goes on to the host", async () => {
    let send: ((literal: string) => void) | undefined;
    upstream.methods.set("subscriptions/listen", (x) => {
      openStream(x.response);
      send = (literal) => x.response.write(event(literal));
    });
    const proxy = await started("--url", upstream.url, "--protocol", "2026-07-28");
    await proxy.call("héad");
    while (!send) await Bun.sleep(5);
    send('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}');
    await proxy.notification("notifications/tools/list_changed");
  });

  test("auto falls back to initialize where discover is unknown, over HTTP and stdio", async () => {
    upstream.methods.delete("server/discover");
    upstream.sessions = true;
    const proxy = await started("--url", upstream.url, "--protocol", "auto");
    expect((await proxy.call("echo")).isError).toBe(false);
    expect(upstream.initializations).toBe(1);
    const child = await started("--protocol", "auto", ...STDIO);
    expect((await child.call("echo")).isError).toBe(false);
  });

  test("auto uses discover where it is known", async () => {
    const proxy = await started("--url", upstream.url, "--protocol", "auto");
    await proxy.call("héad");
    expect(upstream.initializations).toBe(0);
  });

  test("a cancelled call ends its request", async () => {
    let ended = false;
    upstream.on.set("héad", (x) => {
      x.response.on("close", () => {
        ended = true;
      });
    });
    const proxy = await started("--url", upstream.url, "--protocol", "2026-07-28");
    void proxy.request("tools/call", { name: "héad", arguments: {} }, "c");
    while (upstream.calls().length === 0) await Bun.sleep(5);
    proxy.send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"c"}}');
    while (!ended) await Bun.sleep(5);
    expect(upstream.seen.some(({ body }) => body.includes("notifications/cancelled"))).toBe(false);
  });

  test("a 2026-07-28 host over a legacy upstream gets complete results and cache hints", async () => {
    upstream.sessions = true;
    upstream.methods.delete("server/discover");
    const proxy = new RunningProxy(["--url", upstream.url]);
    proxies.push(proxy);
    const _meta = { [VERSION_KEY]: "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {} };
    const list = await proxy.request("tools/list", { _meta });
    expect(list.result).toMatchObject({ resultType: "complete", ttlMs: 60_000, cacheScope: "private" });
    const call = await proxy.request("tools/call", { name: "echo", arguments: {}, _meta });
    expect(call.result).toMatchObject({ resultType: "complete", isError: false });
    expect(upstream.calls()[0]).not.toContain(VERSION_KEY);
  });
});
