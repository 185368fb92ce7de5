/** Each revision is served honestly, message by message. */
import { describe, expect, test } from "bun:test";
import type { ListRequest, ListResult, Revision, ToolHost } from "../../src/mcp/contract.ts";
import { RpcError } from "../../src/mcp/errors.ts";
import { Connection, INFO, initialize, modern, PREFIX, StubHost } from "./harness.ts";

const connect = (host: ToolHost = new StubHost()) => new Connection({ host });
const LEGACY = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

describe("initialize", () => {
  const negotiated = async (asked: unknown) =>
    (await connect().send(initialize(asked)).finish())[0]?.result?.protocolVersion;

  test("echoes every listed version", async () => {
    for (const version of LEGACY) expect(await negotiated(version)).toBe(version);
  });

  test("never fails over a version", async () => {
    for (const newer of [
      "2026-07-28",
      "2030-01-01",
      "2025-05-05",
      "banana",
      "",
      "2024",
      7,
      null,
      {},
      undefined,
    ]) {
      expect(await negotiated(newer)).toBe("2025-11-25");
    }
    for (const older of ["2024-10-07", "1999-01-01"]) expect(await negotiated(older)).toBe("2024-11-05");
  });

  test("answers capabilities, who we are and instructions; a title only from 2025-06-18 on", async () => {
    const [answer] = await connect().send(initialize("2025-03-26")).finish();
    expect(answer).toEqual({
      jsonrpc: "2.0",
      id: "init",
      result: {
        protocolVersion: "2025-03-26",
        capabilities: { tools: {} },
        serverInfo: { name: "stub", version: "1.2.3" },
        instructions: "Use echo.",
      },
    } as object);
    for (const version of ["2025-06-18", "2025-11-25"]) {
      const [titled] = await connect().send(initialize(version)).finish();
      expect(titled?.result?.serverInfo).toEqual(INFO);
    }
  });

  test("works without params, and again", async () => {
    const [bare, second] = await connect()
      .send({ jsonrpc: "2.0", id: 1, method: "initialize" }, initialize("2024-11-05"))
      .finish();
    expect(bare?.result?.protocolVersion).toBe("2025-11-25");
    expect(second?.result?.protocolVersion).toBe("2024-11-05");
  });
});

describe("before initialize and without _meta", () => {
  test("ping, tools/list and tools/call work, as for 2024-11-05", async () => {
    const all = await connect()
      .request(1, "ping")
      .request(2, "tools/list")
      .call(3, "echo", { a: 1 })
      .finish();
    const by = (id: number) => all.find((m) => m.id === id)?.result;
    expect(by(1)).toEqual({});
    expect(Object.keys(by(2) ?? {})).toEqual(["tools"]);
    expect(by(3)).toEqual({ content: [{ type: "text", text: '{"a":1}' }], isError: false });
  });

  test("unknown methods are -32601, unknown notifications ignored", async () => {
    const all = await connect()
      .request(1, "resources/list")
      .notify("notifications/whatever", { a: 1 })
      .request(2, "secret-method-name")
      .finish();
    expect(all.map((m) => [m.id, m.error?.code])).toEqual([
      [1, -32601],
      [2, -32601],
    ]);
    expect(JSON.stringify(all)).not.toContain("secret");
  });
});

describe("batches", () => {
  const PING = { jsonrpc: "2.0", id: 1, method: "ping" };

  test("are served member by member where the revision has them or none was negotiated", async () => {
    for (const before of [[], [initialize("2024-11-05")], [initialize("2025-03-26")]]) {
      const connection = connect().send(...before);
      connection.send([PING, { jsonrpc: "2.0", method: "notifications/x" }, 5, { ...PING, id: "b" }]);
      const all = await connection.finish();
      expect(all.length).toBe(before.length + 1);
      expect(all.at(-1)).toMatchObject([
        { id: 1, result: {} },
        { id: null, error: { code: -32600 } },
        { id: "b", result: {} },
      ]);
    }
  });

  test("wait for calls and keep the order of their members", async () => {
    const host = new StubHost();
    const call = (id: number) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "hold" } });
    const connection = connect(host).send([call(1), call(2), PING]);
    (await host.open(1)).finish();
    connection.request("between", "ping");
    await connection.answer("between");
    expect(connection.lines.length).toBe(1);
    (await host.open(0)).finish();
    const [, array] = await connection.finish();
    expect((array as unknown as { id: number }[]).map((m) => m.id)).toEqual([1, 2, 1]);
  });

  test("of notifications only get nothing back", async () => {
    const note = { jsonrpc: "2.0", method: "notifications/x" };
    expect(await connect().send([note, note]).finish()).toEqual([]);
    expect(
      await connect()
        .send([{ jsonrpc: "2.0", id: 1, result: {} }])
        .finish(),
    ).toEqual([]);
  });

  test("without members, or of too many, are one -32600 with id null", async () => {
    const many = Array.from({ length: 101 }, (_, id) => ({ ...PING, id }));
    const all = await connect().send([], many, many.slice(1)).finish();
    expect(all.slice(0, 2)).toMatchObject([
      { id: null, error: { code: -32600 } },
      { id: null, error: { code: -32600, data: { error: "cave_payload_too_large", limit: 100 } } },
    ]);
    expect(all[2]).toBeArrayOfSize(100);
  });

  test("refuse initialize, which then negotiates nothing", async () => {
    const all = await connect()
      .send([initialize("2025-11-25"), PING], [PING])
      .finish();
    expect(all).toMatchObject([
      [
        { id: "init", error: { code: -32600 } },
        { id: 1, result: {} },
      ],
      [{ id: 1, result: {} }],
    ]);
  });

  test("are one -32600 with id null from 2025-06-18 on", async () => {
    for (const version of ["2025-06-18", "2025-11-25"]) {
      const all = await connect().send(initialize(version), [PING, PING], []).finish();
      expect(all.slice(1)).toMatchObject([
        { id: null, error: { code: -32600 } },
        { id: null, error: { code: -32600 } },
      ]);
    }
  });

  test("cancelled as a whole get nothing back", async () => {
    const host = new StubHost();
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "hold" } };
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
    const connection = connect(host).send([call, cancel]);
    expect((await host.open()).context.signal.aborted).toBe(true);
    expect(await connection.finish()).toEqual([]);
  });

  test("whose answers grow too large get errors for the rest", async () => {
    const host = new StubHost();
    const call = (id: number) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "hold" } });
    const connection = connect(host).send([call(1), call(2)]);
    const encoded = Buffer.from(
      `"content":[{"type":"text","text":"${"x".repeat(40 << 20)}"}],"isError":false`,
    );
    (await host.open(0)).finish({ encoded });
    (await host.open(1)).finish({ encoded });
    const [array] = (await connection.finish()) as unknown as { id: number; error?: { code: number } }[][];
    expect(array?.map((m) => [m.id, m.error?.code])).toEqual([
      [1, undefined],
      [2, -32603],
    ]);
  });
});

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

describe("tools/list", () => {
  test("is byte-stable", async () => {
    const connection = connect().send(initialize("2025-11-25"));
    for (let i = 0; i < 3; i++) connection.request(1, "tools/list");
    await connection.finish();
    expect(new Set(connection.lines.slice(1)).size).toBe(1);
  });

  test("refuses a cursor that was never given, and one that is no string", async () => {
    for (const params of [{ cursor: "x" }, { cursor: "" }, { cursor: 5 }, { cursor: {}, _meta: modern() }]) {
      const [answer] = await connect().request(1, "tools/list", params).finish();
      expect(answer).toMatchObject({ id: 1, error: { code: -32602 } });
    }
    for (const params of [{}, { cursor: null }, undefined]) {
      const [answer] = await connect().request(1, "tools/list", params).finish();
      expect(answer?.result?.tools).toBeArrayOfSize(1);
    }
  });
});

describe("a host that stands in for others", () => {
  class Upstream extends StubHost {
    readonly paged = true;
    changed: () => void = () => {};
    onListChanged(listener: () => void): () => void {
      this.changed = listener;
      return () => {
        this.changed = () => {};
      };
    }
    override async list(revision: Revision, request?: ListRequest): Promise<ListResult> {
      if (request?.cursor === "bad") throw new RpcError(-32099, "upstream says no", '{"n":1.0}');
      const raw = request?.params?.kind === "text" ? request.params.text : "";
      const tools = JSON.stringify([[revision, request?.cursor, raw]]);
      return {
        encoded: Buffer.from(`"tools":${tools},"nextCursor":"n"`),
        meta: '{"up":12345678901234567890}',
        cache: { ttlMs: 5, cacheScope: "private" },
      };
    }
  }

  test("gives pages and errors as they are", async () => {
    const connection = connect(new Upstream());
    connection.send('{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"c","n":1.0}}');
    connection.request(2, "tools/list", { cursor: "bad" });
    connection.request(3, "tools/list", { _meta: modern() });
    await connection.finish();
    const line = (id: number) => connection.lines.find((l) => l.includes(`"id":${id},`)) ?? "";
    expect(line(1)).toBe(
      `{"jsonrpc":"2.0","id":1,"result":{"tools":[["2024-11-05","c",${JSON.stringify('{"cursor":"c","n":1.0}')}]],"nextCursor":"n","_meta":{"up":12345678901234567890}}}`,
    );
    expect(line(2)).toBe(
      '{"jsonrpc":"2.0","id":2,"error":{"code":-32099,"message":"upstream says no","data":{"n":1.0}}}',
    );
    expect(line(3)).toContain('"ttlMs":5,"cacheScope":"private"');
    expect(line(3)).toEndWith(',"up":12345678901234567890}}}');
  });

  test("tells of a changed list whom it concerns", async () => {
    const host = new Upstream();
    const connection = connect(host).send(initialize("2025-11-25"));
    expect((await connection.answer("init")).result?.capabilities).toEqual({ tools: { listChanged: true } });
    host.changed();
    connection.notify("notifications/initialized");
    connection.request("s", "subscriptions/listen", {
      _meta: modern(),
      notifications: { toolsListChanged: true },
    });
    connection.request("t", "subscriptions/listen", { _meta: modern(), notifications: {} });
    const acknowledged = (await connection.take(3)).slice(1);
    expect(acknowledged.map((m) => m.params?.notifications)).toEqual([{ toolsListChanged: true }, {}]);
    host.changed();
    const changes = (await connection.take(5)).slice(3);
    expect(changes.map((m) => [m.method, m.params])).toEqual([
      ["notifications/tools/list_changed", { _meta: { [`${PREFIX}subscriptionId`]: "s" } }],
      ["notifications/tools/list_changed", undefined],
    ]);
    const ends = (await connection.finish()).slice(5);
    expect(ends.map((m) => m.id)).toEqual(["s", "t"]);
  });

  test("relays protocol errors of calls, and results with members of its own", async () => {
    const host = new Upstream();
    const connection = connect(host).call(1, "hold").call(2, "hold", {}, modern());
    (await host.open(0)).fail(new RpcError(-32001, "gone", "null"));
    (await host.open(1)).finish({
      encoded: Buffer.from('"inputRequests":{},"requestState":"s"'),
      meta: '{"a": 1}',
      resultType: "input_required",
    });
    await connection.finish();
    expect(connection.lines.sort()).toEqual([
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"gone","data":null}}',
      `{"jsonrpc":"2.0","id":2,"result":{"resultType":"input_required","inputRequests":{},"requestState":"s","_meta":{"${PREFIX}serverInfo":${JSON.stringify(INFO)},"a": 1}}}`,
    ]);
  });

  test("may hand over JSON with line breaks: it goes on one line", async () => {
    const host = new StubHost();
    const connection = connect(host).call(1, "hold").call(2, "hold");
    (await host.open(0)).fail(new RpcError(-32001, "a\nb", '{\r\n"n": 1.0\n}'));
    (await host.open(1)).finish({ encoded: Buffer.from('"a":\n[\r\n"é\\n"]'), meta: '\n{"b":\n1}\n' });
    await connection.finish();
    expect(connection.lines.sort()).toEqual([
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"a\\nb","data":{ "n": 1.0 }}}',
      '{"jsonrpc":"2.0","id":2,"result":{"a": [  "é\\n"],"_meta":{"b": 1}}}',
    ]);
  });
});
