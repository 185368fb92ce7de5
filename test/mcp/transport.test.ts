/** Only EOF can end it: whatever comes on a line, it goes on with the next one. */
import { describe, expect, test } from "bun:test";
import { peek } from "../../src/mcp/peek.ts";
import type { ServeOptions } from "../../src/mcp/serve.ts";
import { Connection, firstText, initialize, type Message, modern, StubHost, StubParser } from "./harness.ts";

const connect = (options: Partial<ServeOptions> = {}) => new Connection({ host: new StubHost(), ...options });
const codes = (all: Message[]) => all.map((m) => [m.id, m.error?.code]);
const LONG = "x".repeat(70_000);

describe("lines that are no message", () => {
  test("are answered -32700 or -32600 with id null where the protocol has an answer, and on it goes", async () => {
    const cases: [line: string | Uint8Array, code: number | null][] = [
      ["{", -32700],
      ["not json", -32700],
      ['{"jsonrpc":"2.0","id":1,"method":"ping"', -32700],
      ['{"jsonrpc":"2.0","id":1,"method":"ping"}}', -32700],
      ["{'jsonrpc':'2.0'}", -32700],
      ['{"jsonrpc":"2.0","id":1,"method":"ping"}{"jsonrpc":"2.0","id":2,"method":"ping"}', -32700],
      ['\ufeff{"jsonrpc":"2.0","id":1,"method":"ping"}', -32700],
      ['{"jsonrpc":"2.0","id":1,\u0000"method":"ping"}', -32700],
      ["\u0000", -32700],
      [new Uint8Array([0xff, 0xfe]), -32700],
      [Buffer.from('{"jsonrpc":"2.0","id":"\xe9","method":"ping"}', "latin1"), -32700],
      ['{"id":NaN}', -32700],
      ["5", -32600],
      ['"ping"', -32600],
      ["null", -32600],
      ["true", -32600],
      ["{}", -32600],
      ['{"jsonrpc":"2.0","method":5}', -32600],
      ['{"jsonrpc":"2.0","params":{}}', -32600],
      ["", null],
      ["   \t", null],
      ["\r", null],
    ];
    for (const [line, code] of cases) {
      const all = await connect().send(line).request("next", "ping").finish();
      expect(codes(all)).toEqual([...(code === null ? [] : [[null, code]]), ["next", undefined]] as never);
    }
  });

  test("CRLF and padding do no harm", async () => {
    const all = await connect().send('  {"jsonrpc":"2.0","id":1,"method":"ping"} \r').finish();
    expect(all).toMatchObject([{ id: 1, result: {} }]);
  });

  test("a message cut at EOF is -32700; a whole one without newline is served", async () => {
    const cut = connect();
    cut.input.push(Buffer.from('{"jsonrpc":"2.0","id":1,"meth'));
    expect(codes(await cut.finish())).toEqual([[null, -32700]]);
    const whole = connect();
    whole.input.push(Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping"}'));
    expect(codes(await whole.finish())).toEqual([[1, undefined]]);
  });

  test("say where, and never what", async () => {
    const connection = connect().request(1, "ping").send('{"secret":payload}');
    const [, error] = await connection.finish();
    expect(error?.error?.data).toEqual({ error: "cave_parse_error", line: 2, bytes: 18, at: 10 });
    expect(connection.output.text + connection.logged).not.toMatch(/secret|payload/);
  });

  test("over the limit are drained and answered with their size; the next line is served", async () => {
    const connection = connect({ maxLineBytes: 100 });
    const ping = (length: number) =>
      JSON.stringify({ jsonrpc: "2.0", id: length, method: "ping" }).padEnd(length);
    connection.send(ping(101), ping(100));
    for (let i = 0; i < 50; i++) connection.input.push(Buffer.alloc(70, 0x7b));
    connection.send("").request("next", "ping");
    const all = await connection.finish();
    expect(codes(all)).toEqual([
      [null, -32600],
      [100, undefined],
      [null, -32600],
      ["next", undefined],
    ]);
    expect(all[0]?.error?.data).toEqual({ error: "cave_payload_too_large", line: 1, bytes: 101, limit: 100 });
    expect(all[2]?.error?.message).toContain("cave_payload_too_large");
  });
});

describe("ids", () => {
  test("are echoed as they came, at any length of line", async () => {
    for (const pad of ["", LONG]) {
      for (const id of ["0", "-0", "1.0", "1e2", "9007199254740993", '""', '"\\u0061"', '"é"', '"\\ud800"']) {
        const connection = connect();
        connection.send(`{"jsonrpc":"2.0","id":${id},"method":"ping","params":{"pad":"${pad}"}}`);
        await connection.finish();
        expect(connection.lines).toEqual([`{"jsonrpc":"2.0","id":${id},"result":{}}`]);
      }
    }
  });

  test("absent or null make a notification, never answered", async () => {
    const connection = connect();
    for (const method of ["ping", "tools/list", "tools/call", "initialize", "nonsense"]) {
      connection.send({ jsonrpc: "2.0", method }, { jsonrpc: "2.0", id: null, method });
    }
    expect(await connection.finish()).toEqual([]);
  });

  test("of any other kind are -32600 with id null", async () => {
    for (const id of [{}, [], true, false, { a: 1 }]) {
      expect(codes(await connect().request(id, "ping").finish())).toEqual([[null, -32600]]);
    }
    const [long] = await connect().request(LONG, "ping").finish();
    expect(long).toMatchObject({
      id: null,
      error: { code: -32600, data: { error: "cave_payload_too_large" } },
    });
  });

  test("are used where only the rest is wrong", async () => {
    const connection = connect().send({ id: 1, method: "ping" }, { jsonrpc: "1.0", id: 2, method: "ping" });
    connection.send({ jsonrpc: "2.0", id: 3 }, { jsonrpc: "2.0", id: 4, method: {} });
    connection.request(5, "tools/call", [1]).request(6, "tools/call", { name: 7 }).request(7, "tools/call");
    expect(codes(await connection.finish())).toEqual([
      [1, -32600],
      [2, -32600],
      [3, -32600],
      [4, -32600],
      [5, -32602],
      [6, -32602],
      [7, -32602],
    ]);
  });

  test("responses are ignored, whatever their id", async () => {
    const connection = connect().send(
      { jsonrpc: "2.0", id: 1, result: {} },
      { jsonrpc: "2.0", id: {}, error: {} },
    );
    expect(await connection.finish()).toEqual([]);
  });
});

describe("tool handlers that fail", () => {
  test("become the tool error cave_tool_panicked, and nothing they said gets out", async () => {
    const connection = connect();
    for (const name of ["throw", "reject", "overflow"]) connection.call(name, name);
    for (const answer of await connection.finish()) {
      expect(answer.result?.isError).toBe(true);
      expect(JSON.parse(firstText(answer))).toMatchObject({ error: "cave_tool_panicked" });
    }
    expect(connection.logged.filter((line) => line.includes("cave_tool_panicked"))).toBeArrayOfSize(3);
    expect(connection.output.text + connection.logged).not.toMatch(/secret|payload/);
  });

  test("and so do results that are none", async () => {
    const host = new StubHost();
    const connection = connect({ host });
    const broken = [null, {}, { content: 5, isError: false }, { encoded: "text" }];
    for (const [id, result] of broken.entries()) {
      connection.call(id, "hold");
      (await host.open(id)).finish(result as never);
    }
    for (const { result } of await connection.finish()) {
      expect(JSON.stringify(result)).toContain("cave_tool_panicked");
    }
  });

  test("anything thrown outside a handler is -32603 cave_internal_error", async () => {
    class Broken extends StubHost {
      override list(): never {
        throw new Error("secret");
      }
      override get instructions(): string {
        throw new Error("secret");
      }
    }
    const connection = connect({ host: new Broken() })
      .request(1, "tools/list")
      .send(initialize("2025-11-25"));
    const all = await connection.request(2, "ping").finish();
    expect(all.map((m) => [m.id, m.error?.code]).sort()).toEqual([
      [1, -32603],
      [2, undefined],
      ["init", -32603],
    ]);
    expect(connection.output.text).toContain("cave_internal_error");
    expect(connection.output.text + connection.logged).not.toContain("secret");
  });
});

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

describe("long lines", () => {
  test("are looked into elsewhere while ping is answered, and their calls get the bytes", async () => {
    const [host, parser] = [new StubHost(), new StubParser()];
    const connection = connect({ host, parser }).call(1, "hold", { input: LONG }).request(2, "ping");
    const looking = await parser.open();
    await connection.answer(2);
    expect(host.calls).toEqual([]);
    looking.answer();
    const call = await host.open();
    expect([call.kind, call.args]).toEqual(["line", { input: LONG }]);
    expect(call.context.params?.kind).toBe("line");
    call.finish();
    expect((await connection.finish()).map((m) => m.id)).toEqual([2, 1]);
  });

  test("a cancellation that overtakes its request still wins, but only over requests before it", async () => {
    const [host, parser] = [new StubHost(), new StubParser()];
    const connection = connect({ host, parser });
    connection.call(1, "hold", { input: LONG }).notify("notifications/cancelled", { requestId: 1 });
    connection.call(1, "hold", { input: LONG });
    await connection.request("all read", "ping").answer("all read");
    for (let n = 0; n < 2; n++) (await parser.open(n)).answer();
    (await host.open()).finish();
    expect((await connection.finish()).map((m) => m.id)).toEqual(["all read", 1]);
    expect(host.calls.length).toBe(1);
  });

  test("are looked into here where the parser fails or there is none", async () => {
    const parser = new StubParser();
    const failing = connect({ parser }).call(1, "echo", LONG);
    (await parser.open()).fail(new Error("secret"));
    const without = connect().call(1, "echo", LONG);
    for (const connection of [failing, without]) {
      const [answer] = await connection.finish();
      expect(firstText(answer)).toBe(JSON.stringify(LONG));
      expect(connection.logged.join()).not.toContain("secret");
    }
    expect(failing.logged).toBeArrayOfSize(1);
  });

  test("may be malformed, blank or a batch like any other", async () => {
    const connection = connect({ parser: { peek: async (line) => peekOf(line) } });
    connection.send(`${LONG}{`, " ".repeat(70_000), [
      { jsonrpc: "2.0", id: 1, method: "ping", params: { LONG } },
      { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "echo", arguments: LONG } },
    ]);
    const [error, array] = await connection.finish();
    expect(error).toMatchObject({ id: null, error: { code: -32700 } });
    expect(array).toMatchObject([{ id: 1 }, { id: 2, result: { isError: false } }]);
  });
});

describe("the end", () => {
  test("of the input comes after the answers that are owed", async () => {
    const [host, parser] = [new StubHost(), new StubParser()];
    const connection = connect({ host, parser }).call(1, "hold").call(2, "hold", { input: LONG });
    connection.input.push(null);
    (await parser.open()).answer();
    (await host.open(1)).finish();
    (await host.open(0)).finish();
    expect(await connection.ended).toBe("input-ended");
    expect(connection.messages.map((m) => m.id)).toEqual([2, 1]);
  });

  test("of the input waits only so long: the rest is stopped and told so", async () => {
    const host = new StubHost();
    const connection = connect({ host, eofGraceMs: 1 }).call(1, "hold");
    const call = await host.open();
    const [answer] = await connection.finish();
    expect(answer).toMatchObject({ id: 1, error: { code: -32603, data: { error: "cave_shutting_down" } } });
    expect(call.context.signal.aborted).toBe(true);
  });

  test("of the input by a read error is an end like any other", async () => {
    // biome-ignore lint/correctness/useYield: it fails before it gives anything
    const input = (async function* (): AsyncGenerator<Uint8Array> {
      throw new Error("secret");
    })();
    const connection = connect({ input });
    expect(await connection.ended).toBe("input-ended");
    expect(connection.logged).toBeArrayOfSize(1);
    expect(connection.logged.join()).not.toContain("secret");
  });

  test("on a signal finishes what is being written and answers no more", async () => {
    const host = new StubHost();
    const connection = connect({ host }).call(1, "hold").request(2, "ping");
    const call = await host.open();
    connection.output.pause();
    connection.stop.abort();
    connection.output.resume();
    expect(await connection.ended).toBe("stopped");
    expect(call.context.signal.aborted).toBe(true);
    call.finish();
    await Promise.resolve();
    expect(connection.messages.map((m) => m.id)).toEqual([2]);
  });

  test("on a signal waits for a reader that does not read only so long", async () => {
    const connection = connect();
    connection.output.pause();
    connection.request(1, "ping");
    connection.stop.abort();
    expect(await connection.ended).toBe("stopped");
    expect(connection.output.text).toBe("");
  });

  test("of the output ends it quietly, calls included", async () => {
    const host = new StubHost();
    const connection = connect({ host }).call(1, "hold");
    const call = await host.open();
    connection.output.leave();
    connection.request(2, "ping");
    expect(await connection.ended).toBe("output-lost");
    expect(call.context.signal.aborted).toBe(true);
  });
});

function peekOf(line: SharedArrayBuffer) {
  return peek(new Uint8Array(line));
}
