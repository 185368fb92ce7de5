/** Upstreams that are not there or break: each call ends in time, with a file or with a reason. */
import { describe, expect, test } from "bun:test";
import { event, HttpUpstream, openStream, textResult } from "./support/http-upstream.ts";
import { Setup, STDIO } from "./support/setup.ts";

const setup = new Setup();
const { started, http } = setup;

describe("an upstream that is not there", () => {
  test("initialize is answered, the list says what failed, and list_changed follows when it comes", async () => {
    const { port, url } = setup.upstream;
    await setup.upstream.stop();
    const proxy = await started(["--url", url, "--connect-retries", "1"]);
    const list = await proxy.request("tools/list");
    expect(list.error?.message).toContain("cave_upstream_unavailable");
    expect(list.error?.message).toContain("ECONNREFUSED");
    setup.upstream = await new HttpUpstream().start(port);
    expect((await proxy.call("echo")).isError).toBe(false);
    await proxy.notification("notifications/tools/list_changed");
    expect((await proxy.request("tools/list")).result?.tools).toHaveLength(1);
  });

  test("a retry within the bound is enough", async () => {
    const { port, url } = setup.upstream;
    await setup.upstream.stop();
    const proxy = await started(["--url", url, "--connect-backoff-ms", "150"]);
    const answer = proxy.call("echo");
    await Bun.sleep(50);
    setup.upstream = await new HttpUpstream().start(port);
    expect((await answer).isError).toBe(false);
  });

  test("an HTTP+SSE upstream whose headers never come is given up too", async () => {
    setup.upstream.intercept = (request, response) => {
      if (request.method === "GET") return true;
      response.writeHead(405);
      response.end();
      return true;
    };
    const proxy = await http("--connect-timeout-ms", "100", "--connect-retries", "0");
    const answer = await proxy.call("echo");
    expect(answer.text).toContain("no connection within 100 ms");
  });

  test("one that never answers initialize is given up after --connect-timeout-ms", async () => {
    const proxy = await started([
      "--connect-timeout-ms",
      "100",
      "--connect-retries",
      "1",
      ...STDIO,
      "--silent-in-initialize",
    ]);
    const answer = await proxy.call("echo");
    expect(answer.isError).toBe(true);
    expect(answer.text).toContain("no connection within 100 ms");
  });
});

describe("a connection that breaks", () => {
  const cut: Record<string, (x: Parameters<Parameters<HttpUpstream["on"]["set"]>[1]>[0]) => void> = {
    "before the response": (x) => x.request.socket.destroy(),
    "in the middle of JSON": (x) => {
      x.response.writeHead(200, { "content-type": "application/json" });
      x.response.write(`{"jsonrpc":"2.0","id":${x.message.id},"result":{"content":[{"type":"text","te`);
      setTimeout(() => x.request.socket.destroy(), 20);
    },
    "in the middle of an event stream": (x) => {
      openStream(x.response);
      x.response.write('event: message\ndata: {"jsonrpc":"2.0","meth');
      setTimeout(() => x.request.socket.destroy(), 20);
    },
    "at the end of an event stream without an answer": (x) => {
      openStream(x.response);
      x.response.end();
    },
  };

  for (const [when, breakIt] of Object.entries(cut)) {
    test(`${when}: a harmless call goes again, another says that it may have been executed`, async () => {
      const proxy = await http();
      await proxy.request("tools/list");
      let broken = 0;
      const once = (x: Parameters<typeof breakIt>[0]) => {
        if (broken++ === 0) breakIt(x);
        else x.result(textResult("second try"));
      };
      setup.upstream.on.set("safe", once);
      expect((await proxy.call("safe")).text).toContain("second try");
      broken = 0;
      setup.upstream.on.set("unsafe", once);
      const answer = await proxy.call("unsafe");
      expect(answer.isError).toBe(true);
      expect(answer.text).toContain("cave_upstream_unavailable");
      expect(answer.text).toContain("may have been executed");
      expect(broken).toBe(1);
    });
  }

  test("--retry always goes again whatever the tool says, --retry never does not", async () => {
    for (const [retry, isError] of [
      ["always", false],
      ["never", true],
    ] as const) {
      let broken = 0;
      setup.upstream.on.set("*", (x) => {
        if (broken++ === 0) x.request.socket.destroy();
        else x.result(textResult("fine"));
      });
      const proxy = await http("--retry", retry);
      await proxy.request("tools/list");
      expect((await proxy.call(isError ? "safe" : "unsafe")).isError).toBe(isError);
    }
  });

  test("one broken connection ends no other call of the session", async () => {
    let release = () => {};
    setup.upstream.on.set("slow", async (x) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      x.result(textResult("still here"));
    });
    setup.upstream.on.set("cut", (x) => {
      x.request.socket.destroy();
    });
    const proxy = await http();
    const slow = proxy.call("slow");
    while (setup.upstream.calls().length === 0) await Bun.sleep(5);
    expect((await proxy.call("cut")).isError).toBe(true);
    release();
    expect((await slow).text).toContain("still here");
    expect(setup.upstream.initializations).toBe(1);
    expect(setup.upstream.seen.some(({ method }) => method === "DELETE")).toBe(false);
  });

  test("an event stream is resumed where it broke off, after the time that the server asks for", async () => {
    setup.upstream.on.set("long", (x) => {
      openStream(x.response);
      x.response.write("id: e1\nretry: 30\ndata: \n\n");
      x.response.end();
    });
    setup.upstream.intercept = (request, response) => {
      if (request.headers["last-event-id"] !== "e1") return false;
      openStream(response);
      response.end(event(`{"jsonrpc":"2.0","id":${callId()},"result":${textResult("resumed")}}`, "e2"));
      return true;
    };
    const callId = () => (JSON.parse(setup.upstream.calls().at(-1) ?? "{}") as { id: number }).id;
    const proxy = await http();
    expect((await proxy.call("long")).text).toContain("resumed");
    expect(setup.upstream.calls()).toHaveLength(1);
  });

  test("a child that dies is started again for the next call", async () => {
    const proxy = await started(STDIO);
    const died = await proxy.call("die");
    expect(died.isError).toBe(true);
    expect(died.text).toContain("ended with code 3");
    expect(died.text).toContain("may have been executed");
    expect((await proxy.call("echo")).isError).toBe(false);
    expect((await proxy.call("die-after-answer")).text).toContain("last words");
    while (proxy.assembly.upstream.current) await Bun.sleep(5);
    expect((await proxy.call("echo")).isError).toBe(false);
  });

  test("a reconnect that shows another list is told", async () => {
    const proxy = await http();
    await proxy.request("tools/list");
    setup.upstream.tools = ['{"name":"new"}'];
    setup.upstream.forgetSessions();
    await proxy.call("echo");
    await proxy.notification("notifications/tools/list_changed");
  });
});
