/** Lines too long for the main thread, and the end of input and output. */
import { describe, expect, test } from "bun:test";
import { peek } from "../../src/mcp/peek.ts";
import type { ServeOptions } from "../../src/mcp/serve.ts";
import { Connection, firstText, StubHost, StubParser } from "./harness.ts";

const connect = (options: Partial<ServeOptions> = {}) => new Connection({ host: new StubHost(), ...options });
const LONG = "x".repeat(70_000);

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
