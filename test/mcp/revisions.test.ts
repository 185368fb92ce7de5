/** Each revision is served honestly: the opening, what comes before it, and tools/list. */
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
