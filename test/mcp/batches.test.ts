/** Batches: one answer for all members, and only where the revision has them. */
import { describe, expect, test } from "bun:test";
import type { ToolHost } from "../../src/mcp/contract.ts";
import { Connection, initialize, StubHost } from "./harness.ts";

const connect = (host: ToolHost = new StubHost()) => new Connection({ host });

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
