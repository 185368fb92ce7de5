/** Whatever comes on a line, the server goes on with the next one. */
import { describe, expect, test } from "bun:test";
import type { ServeOptions } from "../../src/mcp/serve.ts";
import { Connection, firstText, initialize, type Message, StubHost } from "./harness.ts";

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
