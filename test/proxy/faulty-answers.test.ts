/** Upstreams that answer wrongly, late or not at all, and disks and children that fail: each call ends in time, with a file or with a reason. */
import { describe, expect, test } from "bun:test";
import { readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { event, openStream, textResult } from "./support/http-upstream.ts";
import { RunningProxy } from "./support/running-proxy.ts";
import { Setup, STDIO } from "./support/setup.ts";

const setup = new Setup();
const { started, http } = setup;

describe("answers that are none", () => {
  const odd: Record<string, [type: string, body: (id: number) => string, reason: RegExp]> = {
    "an error page with status 200": [
      "text/html",
      () => "<html>Bad gateway</html>",
      /content type.*text\/html/,
    ],
    "invalid JSON": [
      "application/json",
      (id) => `{"jsonrpc":"2.0","id":${id},"result":{]}`,
      /no JSON|cannot be used/,
    ],
    "a result that is no object": [
      "application/json",
      (id) => `{"jsonrpc":"2.0","id":${id},"result":7}`,
      /is no JSON object/,
    ],
    "an answer to another request": [
      "application/json",
      () => '{"jsonrpc":"2.0","id":999,"result":{}}',
      /does not belong/,
    ],
    "an empty body": ["application/json", () => "", /no JSON/],
    "neither result nor error": [
      "application/json",
      (id) => `{"jsonrpc":"2.0","id":${id}}`,
      /does not belong|neither/,
    ],
    "broken UTF-8": [
      "application/json",
      (id) => `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"BAD"}]}}`,
      /is no JSON object/,
    ],
  };

  for (const [what, [type, body, reason]] of Object.entries(odd)) {
    test(what, async () => {
      setup.upstream.on.set("odd", (x) => {
        x.response.writeHead(200, { "content-type": type });
        const bytes = Buffer.from(body(x.message.id ?? 0));
        const bad = bytes.indexOf("BAD");
        if (bad >= 0) bytes[bad] = 0xff;
        x.response.end(bytes);
      });
      const proxy = await http();
      const answer = await proxy.call("odd");
      expect(answer.isError).toBe(true);
      expect(answer.text).toContain("cave_upstream_unavailable");
      expect(answer.text).toMatch(reason);
      expect(proxy.ledger()).toHaveLength(1);
      expect(proxy.files().filter((name) => name.includes("odd"))).toEqual([]);
    });
  }

  test("HTTP errors are told with their status; a JSON-RPC error in one is the answer", async () => {
    const proxy = await http();
    setup.upstream.on.set("down", (x) => {
      x.response.writeHead(503);
      x.response.end("secret stack trace");
    });
    const down = await proxy.call("down");
    expect(down.text).toContain("HTTP 503");
    expect(down.text).not.toContain("stack trace");
    setup.upstream.on.set("refused", (x) => {
      x.response.writeHead(400, { "content-type": "application/json" });
      x.response.end(
        `{"jsonrpc":"2.0","id":${x.message.id},"error":{"code":-32602,"message":"bad arguments"}}`,
      );
    });
    const refused = await proxy.request("tools/call", { name: "refused", arguments: {} });
    expect(refused.error).toEqual({ code: -32602, message: "bad arguments" });
  });

  test("a result over --max-result-bytes is given up while it comes, on HTTP, in a stream, and from a child", async () => {
    const flags = ["--max-result-bytes", "100000"];
    const big = "z".repeat(200_000);
    setup.upstream.on.set("json", (x) => x.result(textResult(big)));
    setup.upstream.on.set("sse", (x) => {
      openStream(x.response);
      x.response.end(event(`{"jsonrpc":"2.0","id":${x.message.id},"result":${textResult(big)}}`));
    });
    const proxy = await http(...flags);
    expect((await proxy.call("json")).text).toContain("longer than 100000 bytes");
    expect((await proxy.call("sse")).text).toContain("--max-result-bytes");
    const child = await started([...flags, ...STDIO]);
    expect((await child.call("big", { bytes: 200_000 })).text).toContain("longer than 100000 bytes");
    expect((await child.call("big", { bytes: 1000 })).isError).toBe(false);
  });

  test("a result of 64 MB is filed whole and shown by its head, while pings are answered", async () => {
    const text = JSON.stringify(Array.from({ length: 640_000 }, (_, i) => ({ i, pad: "p".repeat(85) })));
    setup.upstream.on.set("huge", (x) => x.result(textResult(text)));
    const proxy = await http();
    const answer = proxy.call("huge");
    let longest = 0;
    let done = false;
    void answer.then(() => (done = true));
    while (!done) {
      const before = performance.now();
      await proxy.request("ping");
      longest = Math.max(longest, performance.now() - before);
      await Bun.sleep(5);
    }
    const { file, text: shown } = await answer;
    expect(statSync(file ?? "").size).toBe(text.length);
    expect(readFileSync(file ?? "", "utf8") === text).toBe(true);
    expect(Buffer.byteLength(shown)).toBeLessThan(2000);
    console.info(`longest ping during a 64 MB result: ${longest.toFixed(0)} ms`);
  }, 60_000);
});

describe("time", () => {
  const stalls: Record<string, (x: { response: import("node:http").ServerResponse }) => void> = {
    "headers that never come": () => {},
    "a body that stalls": ({ response }) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"jsonrpc":');
    },
    "a stream that stays quiet": ({ response }) => openStream(response),
  };
  for (const [what, stall] of Object.entries(stalls)) {
    test(`${what}: the call ends at its limit and the upstream is told`, async () => {
      setup.upstream.on.set("stall", stall);
      const proxy = await http("--call-timeout-ms", "200");
      const before = performance.now();
      const answer = await proxy.call("stall");
      expect(performance.now() - before).toBeGreaterThan(190);
      expect(answer.text).toContain("cave_upstream_timeout");
      while (!setup.upstream.seen.some(({ body }) => body.includes("notifications/cancelled")))
        await Bun.sleep(5);
    });
  }

  test("progress resets nothing", async () => {
    setup.upstream.on.set("busy", (x) => {
      openStream(x.response);
      const token = (x.message.params._meta as { progressToken: number }).progressToken;
      let n = 0;
      const timer = setInterval(() => {
        x.response.write(
          event(
            `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${token},"progress":${++n}}}`,
          ),
        );
      }, 20);
      x.response.on("close", () => clearInterval(timer));
    });
    const proxy = await http("--call-timeout-ms", "200");
    const answer = await proxy.call("busy", {}, { _meta: { progressToken: "p" } });
    expect(answer.text).toContain("cave_upstream_timeout");
    expect(proxy.notifications.filter((n) => n.method === "notifications/progress").length).toBeGreaterThan(
      2,
    );
  });

  test("a cancelled call gets no answer, and the cancellation reaches the upstream under its own id", async () => {
    let id: number | undefined;
    setup.upstream.on.set("slow", (x) => {
      id = x.message.id;
    });
    const proxy = await http();
    void proxy.request("tools/call", { name: "slow", arguments: {} }, "mine");
    while (id === undefined) await Bun.sleep(5);
    proxy.send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"mine"}}');
    const told = () => setup.upstream.seen.find(({ body }) => body.includes("notifications/cancelled"))?.body;
    while (told() === undefined) await Bun.sleep(5);
    expect(JSON.parse(told() ?? "").params.requestId).toBe(id);
    while (proxy.ledger().length === 0) await Bun.sleep(5);
    expect(proxy.ledger()[0]).toMatchObject({ tool: "slow", isError: true, error: "cancelled", file: null });
  });

  test("fifty calls at once take about as long as one", async () => {
    const proxy = await started(STDIO);
    await proxy.call("echo");
    const answers = await Promise.all(Array.from({ length: 50 }, () => proxy.call("sleep", { ms: 150 })));
    expect(answers.every((a) => a.text.includes("slept"))).toBe(true);
    expect(new Set(answers.map((a) => a.file)).size).toBe(50);
    expect(proxy.ledger()).toHaveLength(51);
  });
});

describe("the child's process", () => {
  test("one that ignores SIGTERM is gone when the proxy has ended", async () => {
    const pids = join(tmpdir(), `caveman-pids-${process.pid}-${Date.now()}`);
    const proxy = await started(["--env", "PID_FILE", ...STDIO, "--ignore-sigterm"], { PID_FILE: pids });
    await proxy.call("echo");
    const pid = Number(readFileSync(pids, "utf8").trim());
    setup.release(proxy);
    await proxy.close();
    expect(() => process.kill(pid, 0)).toThrow();
    rmSync(pids);
  });

  test("it gets a short list of variables, --env adds to it, BUN_* is refused", async () => {
    const env = { SECRET_A: "aaaa", SECRET_B: "bbbb", BUN_OPTIONS: "x" };
    const proxy = await started(["--env", "SECRET_A", ...STDIO], env);
    const { file } = await proxy.call("env");
    const seen = JSON.parse(readFileSync(file ?? "", "utf8")) as Record<string, string>;
    expect(seen.SECRET_A).toBe("aaaa");
    expect(seen.SECRET_B).toBeUndefined();
    expect(seen.BUN_OPTIONS).toBeUndefined();
    expect(seen.PATH).toBeDefined();
    expect(() => new RunningProxy(["--env", "BUN_OPTIONS", ...STDIO], env)).toThrow(/BUN_/);
  });
});

describe("the data directory", () => {
  test("one that vanishes between calls is made again", async () => {
    const proxy = await http();
    await proxy.call("echo");
    rmSync(proxy.dataDir, { recursive: true });
    const answer = await proxy.call("echo");
    expect(readFileSync(answer.file ?? "", "utf8")).toBe("done");
  });

  test("the quota is exact to the byte, and beyond it nothing is left on disk", async () => {
    setup.upstream.on.set("hundred", (x) => x.result(textResult("h".repeat(100))));
    const proxy = await http("--max-data-bytes", "200");
    await proxy.call("hundred");
    await proxy.call("hundred");
    const before = proxy.files();
    const answer = await proxy.request("tools/call", { name: "hundred", arguments: {} });
    expect(answer.error?.code).toBe(-32603);
    expect(answer.error?.message).toContain("--max-data-bytes 200");
    expect(proxy.files()).toEqual(before);
    expect(proxy.ledger()).toHaveLength(3);
    expect(proxy.ledger()[2]).toMatchObject({ file: null, isError: true, error: "cave_result_not_written" });
  });
});
