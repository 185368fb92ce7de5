/** What reaches calls that run, and what they say meanwhile: other requests, cancellation, progress. */
import { describe, expect, test } from "bun:test";
import type { ServeOptions } from "../../src/mcp/serve.ts";
import { Connection, initialize, modern, StubHost } from "./harness.ts";

const connect = (options: Partial<ServeOptions> = {}) => new Connection({ host: new StubHost(), ...options });

describe("while calls run", () => {
  test("ping, tools/list and other calls are answered; each id once", async () => {
    const host = new StubHost();
    const connection = connect({ host }).call("slow", "hold").request(1, "ping").request(2, "tools/list");
    connection.call(3, "echo", 5);
    await connection.take(3);
    (await host.open()).finish();
    const ids = (await connection.finish()).map((m) => m.id);
    expect(ids.at(-1)).toBe("slow");
    expect(ids.sort()).toEqual([1, 2, 3, "slow"]);
  });

  test("only so many at once, in the order they came", async () => {
    const host = new StubHost();
    host.concurrency = 2;
    const connection = connect({ host });
    for (let id = 0; id < 5; id++) connection.call(id, "hold", id);
    connection.notify("notifications/cancelled", { requestId: 3 });
    await connection.request("all read", "ping").answer("all read");
    expect(host.calls.map((c) => c.args)).toEqual([0, 1]);
    (await host.open(1)).finish();
    (await host.open(2)).finish();
    expect((await host.open(3)).args).toBe(4);
    (await host.open(0)).finish();
    (await host.open(3)).finish();
    expect((await connection.finish()).map((m) => m.id)).toEqual(["all read", 1, 2, 0, 4]);
  });

  test("a call gets its arguments and params as they were written", async () => {
    const host = new StubHost();
    const connection = connect({ host });
    const params = '{"_meta":{"a":1.0},"name":"hold","arguments":{"n":1.0,"n":2}}';
    connection.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params": ${params} }`);
    const { args, context } = await host.open();
    expect(args).toEqual({ n: 2 });
    expect(context.params).toEqual({ kind: "text", text: params });
    connection.call(2, "hold");
    expect((await host.open(1)).args).toBeUndefined();
    for (const call of host.calls) call.finish();
    await connection.finish();
  });
});

describe("cancellation", () => {
  test("stops the work and sends no answer; what comes too late or names nothing is ignored", async () => {
    const host = new StubHost();
    const connection = connect({ host }).call(1.5, "hold").call("1.5", "hold");
    for (const requestId of [99, null, {}, undefined, "15e-1"]) {
      connection.notify("notifications/cancelled", { requestId });
    }
    connection.notify("notifications/cancelled").notify("notifications/cancelled", []);
    connection.send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":15e-1}}');
    await connection.request("all read", "ping").answer("all read");
    const [cancelled, running] = [await host.open(0), await host.open(1)];
    expect([cancelled.context.signal.aborted, running.context.signal.aborted]).toEqual([true, false]);
    cancelled.finish();
    running.finish();
    await connection.answer("1.5");
    connection.notify("notifications/cancelled", { requestId: "1.5" });
    expect((await connection.finish()).map((m) => m.id)).toEqual(["all read", "1.5"]);
  });

  test("a handler that rejects when it is stopped is no panic", async () => {
    const host = new StubHost();
    const connection = connect({ host }).call(1, "hold");
    const call = await host.open();
    call.context.signal.addEventListener("abort", () => call.fail(new Error("stopped")));
    connection.notify("notifications/cancelled", { requestId: 1 });
    expect(await connection.finish()).toEqual([]);
    expect(connection.logged).toEqual([]);
  });
});

describe("progress", () => {
  test("goes only to a caller that gave a token, literally, rising, and never after the answer", async () => {
    const host = new StubHost();
    const connection = connect({ host });
    const call = (id: number, meta: string) =>
      connection.send(`{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"hold"${meta}}}`);
    const tokens = ["0", "1.0", '""', '"t"', "null", "{}", "true"];
    tokens.forEach((token, id) => {
      call(id, `,"_meta":{"progressToken":${token}}`);
    });
    call(tokens.length, "");
    for (let id = 0; id <= tokens.length; id++) {
      const { context, finish } = await host.open(id);
      for (const progress of [1, 1, 0, Number.NaN, 2]) context.progress(progress, 10, "m");
      finish();
      await connection.answer(id);
      context.progress(3);
    }
    await connection.finish();
    const sent = connection.lines.filter((line) => line.includes("notifications/progress"));
    expect(sent).toEqual(
      tokens
        .slice(0, 4)
        .flatMap((token) =>
          [1, 2].map(
            (n) =>
              `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${token},"progress":${n},"total":10}}`,
          ),
        ),
    );
  });

  test("has a message from 2025-03-26 on", async () => {
    for (const [meta, before] of [
      [{ progressToken: 0 }, [initialize("2025-03-26")]],
      [modern("2026-07-28", { progressToken: 0 }), []],
    ] as const) {
      const host = new StubHost();
      const connection = connect({ host })
        .send(...before)
        .call(1, "hold", {}, meta);
      const { context, finish } = await host.open();
      context.progress(0.5, undefined, "half");
      finish();
      const all = await connection.finish();
      expect(all.find((m) => m.method)?.params).toEqual({ progressToken: 0, progress: 0.5, message: "half" });
    }
  });
});
