/** The stateless revision: every request says in its `_meta` who asks. */
import { describe, expect, test } from "bun:test";
import type { ToolHost } from "../../src/mcp/contract.ts";
import { Connection, INFO, initialize, modern, PREFIX, StubHost } from "./harness.ts";

const connect = (host: ToolHost = new StubHost()) => new Connection({ host });

describe("2026-07-28", () => {
  const META = { [`${PREFIX}serverInfo`]: INFO };

  test("server/discover", async () => {
    const [answer] = await connect().request(1, "server/discover", { _meta: modern() }).finish();
    expect(answer?.result).toEqual({
      resultType: "complete",
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {} },
      instructions: "Use echo.",
      ttlMs: 3600000,
      cacheScope: "public",
      _meta: META,
    });
  });

  test("every result has resultType and says who answers; lists can be kept", async () => {
    const all = await connect()
      .request(1, "tools/list", { _meta: modern() })
      .call(2, "echo", { a: 1 }, modern())
      .finish();
    expect(all.find((m) => m.id === 1)?.result).toEqual({
      resultType: "complete",
      tools: [{ name: "echo", description: "Echo.", inputSchema: { type: "object" } }],
      ttlMs: 3600000,
      cacheScope: "public",
      _meta: META,
    });
    expect(all.find((m) => m.id === 2)?.result).toEqual({
      resultType: "complete",
      content: [{ type: "text", text: '{"a":1}' }],
      isError: false,
      _meta: META,
    });
  });

  test("each request is judged by itself, whatever was negotiated", async () => {
    const all = await connect()
      .send(initialize("2024-11-05"))
      .request(1, "tools/list", { _meta: modern() })
      .request(2, "tools/list")
      .request(3, "ping")
      .request(4, "ping", { _meta: modern() })
      .request(5, "initialize", { protocolVersion: "2025-11-25", _meta: modern() })
      .request(6, "server/discover")
      .finish();
    const by = (id: number) => all.find((m) => m.id === id);
    expect(by(1)?.result?.resultType).toBe("complete");
    expect(Object.keys(by(2)?.result ?? {})).toEqual(["tools"]);
    expect(by(3)?.result).toEqual({});
    for (const id of [4, 5, 6]) expect(by(id)?.error?.code).toBe(-32601);
  });

  test("missing required _meta is -32602", async () => {
    const capabilities = { [`${PREFIX}clientCapabilities`]: {} };
    const version = { [`${PREFIX}protocolVersion`]: "2026-07-28" };
    const wrong = [
      version,
      { ...version, [`${PREFIX}clientCapabilities`]: null },
      { ...version, [`${PREFIX}clientCapabilities`]: [] },
      { ...capabilities, [`${PREFIX}protocolVersion`]: 20260728 },
      { ...capabilities, [`${PREFIX}protocolVersion`]: null },
      capabilities,
    ];
    for (const _meta of wrong) {
      const [answer] = await connect().request(1, "tools/list", { _meta }).finish();
      expect(answer).toMatchObject({ id: 1, error: { code: -32602 } });
    }
    const bare = await connect()
      .request(1, "server/discover")
      .request(2, "subscriptions/listen", {})
      .finish();
    expect(bare.map((m) => m.error?.code)).toEqual([-32602, -32602]);
  });

  test("an unsupported version is -32022 with what is supported and what was asked for", async () => {
    for (const version of ["2025-11-25", "2024-11-05", "2027-01-01", ""]) {
      const [answer] = await connect()
        .request(1, "tools/list", { _meta: modern(version) })
        .finish();
      expect(answer?.error).toMatchObject({
        code: -32022,
        data: { supported: ["2026-07-28"], requested: version },
      });
    }
    const [long] = await connect()
      .request(1, "ping", { _meta: modern("9".repeat(5_000)) })
      .finish();
    expect(long?.error?.data?.requested).toBe("9".repeat(64));
  });

  test("subscriptions/listen is acknowledged, stays open, and ends with a result", async () => {
    const connection = connect().request(7.5, "subscriptions/listen", {
      _meta: modern(),
      notifications: { toolsListChanged: true },
    });
    expect(await connection.take(1)).toEqual([
      {
        jsonrpc: "2.0",
        method: "notifications/subscriptions/acknowledged",
        params: { _meta: { [`${PREFIX}subscriptionId`]: 7.5 }, notifications: {} },
      } as object,
    ]);
    await connection.request(2, "ping").answer(2);
    expect(connection.lines.length).toBe(2);
    const [, , end] = await connection.finish();
    expect(end).toEqual({
      jsonrpc: "2.0",
      id: 7.5,
      result: { resultType: "complete", _meta: { ...META, [`${PREFIX}subscriptionId`]: 7.5 } },
    } as object);
  });

  test("a cancelled subscription is gone without an answer; ids must differ; their number is bounded", async () => {
    const listen = { _meta: modern(), notifications: {} };
    const connection = connect().request(1, "subscriptions/listen", listen);
    connection.request(1, "subscriptions/listen", listen).notify("notifications/cancelled", { requestId: 1 });
    expect((await connection.finish()).map((m) => m.error?.code ?? m.method)).toEqual([
      "notifications/subscriptions/acknowledged",
      -32600,
    ]);
    const crowd = connect();
    for (let id = 0; id < 65; id++) crowd.request(id, "subscriptions/listen", listen);
    await crowd.answer(64);
    expect(crowd.messages.at(-1)?.error?.code).toBe(-32600);
    const batched = connect().send([
      { jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params: listen },
    ]);
    expect(await batched.finish()).toMatchObject([[{ id: 1, error: { code: -32600 } }]]);
  });
});
