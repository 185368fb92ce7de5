/** Faults that users of MCP proxies and clients have reported, each with the report that it comes from. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { event, HttpUpstream, openStream, textResult } from "./support/http-upstream.ts";
import { RunningProxy } from "./support/running-proxy.ts";

const STDIO = ["--", process.execPath, join(import.meta.dir, "support", "stdio-upstream.ts")];

let upstream: HttpUpstream;
let proxy: RunningProxy | undefined;

beforeEach(async () => {
  upstream = await new HttpUpstream().start();
});

afterEach(async () => {
  await proxy?.close();
  proxy = undefined;
  await upstream.stop();
});

async function http(...flags: string[]): Promise<RunningProxy> {
  proxy = new RunningProxy(["--url", upstream.url, ...flags]);
  await proxy.initialize();
  return proxy;
}

async function stdio(flags: string[], ...childFlags: string[]): Promise<RunningProxy> {
  proxy = new RunningProxy([...flags, ...STDIO, ...childFlags]);
  await proxy.initialize();
  return proxy;
}

describe("reported bugs", () => {
  test("1: the configured call time-out is the one that counts (philschmid/mcp-cli#8, promptfoo#6381)", async () => {
    let release = () => {};
    upstream.on.set("slow", async (x) => {
      await new Promise<void>((resolve) => (release = resolve));
      x.result(textResult("late"));
    });
    const px = await http("--call-timeout-ms", "250");
    const late = await px.call("slow");
    expect(late.isError).toBe(true);
    expect(late.text).toContain("cave_upstream_timeout");
    expect(late.text).toContain("250 ms");
    expect(late.text).toContain("--call-timeout-ms");
    release();
    // The default is a minute: a call that takes longer than the limit above is fine with it.
    await px.close();
    const patient = await http();
    const answer = patient.call("slow");
    setTimeout(() => release(), 400);
    expect((await answer).text).toContain("late");
  });

  test("2: tools live on after the upstream was restarted (qwen-code#9944)", async () => {
    const px = await http();
    expect((await px.call("echo")).isError).toBe(false);
    const { port } = upstream;
    await upstream.stop();
    upstream = await new HttpUpstream().start(port);
    expect((await px.call("echo")).isError).toBe(false);
    expect(upstream.initializations).toBe(1);
    // The first one was refused for its unknown session, so it was not executed twice.
    expect(upstream.calls()).toHaveLength(2);
  });

  test("3: two lost sessions within 100 ms do not end the session for good (claude-code#94273)", async () => {
    const px = await http();
    await px.call("echo");
    let lost = 0;
    upstream.intercept = (_request, response, body) => {
      if (!body.includes("tools/call") || lost >= 2) return false;
      lost++;
      upstream.forgetSessions();
      response.writeHead(404);
      response.end();
      return true;
    };
    expect((await px.call("echo")).isError).toBe(false);
    expect(lost).toBe(2);
    expect((await px.call("echo")).isError).toBe(false);
  });

  test("4: a dead upstream is an error that says its cause (sparfenyuk/mcp-proxy#75)", async () => {
    const px = await http("--connect-retries", "0");
    await px.call("echo");
    await upstream.stop();
    const answer = await px.call("echo");
    expect(answer.isError).toBe(true);
    expect(answer.text).toContain("cave_upstream_unavailable");
    expect(answer.text).toContain("ECONNREFUSED");
  });

  test("5: a host that leaves before the reply ends nothing but itself (supergateway#143, #84)", async () => {
    let release = () => {};
    upstream.on.set("slow", async (x) => {
      await new Promise<void>((resolve) => (release = resolve));
      x.result(textResult("late"));
    });
    const px = await http();
    const waiting = px.request("tools/call", { name: "slow", arguments: {} });
    while (upstream.calls().length === 0) await Bun.sleep(5);
    px.endInput();
    release();
    // The answer that was owed is still written.
    expect((await waiting).result).toBeDefined();
  });

  test("6: a child that dies in initialize fails at once, with its code (supergateway#139)", async () => {
    const px = await stdio(["--connect-retries", "0"], "--exit-in-initialize");
    const answer = await px.call("echo");
    expect(answer.isError).toBe(true);
    expect(answer.text).toContain("ended with code 1");
  });

  test("7: a command that cannot be started is told, and is not tried again (supergateway#177)", async () => {
    proxy = new RunningProxy(["--", "/nonexistent/command"]);
    await proxy.initialize();
    const answer = await proxy.call("echo");
    expect(answer.isError).toBe(true);
    expect(answer.text).toContain("ENOENT");
    expect(proxy.logged.filter((line) => line.includes("attempt"))).toHaveLength(1);
  });

  test("8: concurrent calls after a lost session share one reconnect (supergateway#153)", async () => {
    const px = await http();
    await px.call("echo");
    upstream.forgetSessions();
    const answers = await Promise.all(Array.from({ length: 20 }, () => px.call("echo")));
    expect(answers.filter((a) => a.isError)).toEqual([]);
    expect(upstream.initializations).toBe(2);
    expect(upstream.calls().length).toBeLessThanOrEqual(1 + 20 + 20);
  });

  test("9: results that miss their output schema pass (mcp-wordpress-remote#50)", async () => {
    upstream.tools = [
      '{"name":"post","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"date":{"type":"string"},"n":{"type":"number"}},"required":["date"]}}',
    ];
    upstream.on.set("post", (x) =>
      x.result('{"content":[],"structuredContent":{"date":null,"n":"not a number"}}'),
    );
    const px = await http();
    await px.request("tools/list");
    const answer = await px.call("post");
    expect(answer.isError).toBe(false);
    expect(readFileSync(answer.file ?? "", "utf8")).toBe('{"date":null,"n":"not a number"}');
  });

  test("10: the text of an upstream's tool error reaches the model (IBM/mcp-context-forge#4135)", async () => {
    upstream.on.set("bad", (x) =>
      x.result(
        '{"content":[{"type":"text","text":"quota exceeded, try after 5 pm"}],"isError":true,"structuredContent":null}',
      ),
    );
    const px = await http();
    const answer = await px.call("bad");
    expect(answer.isError).toBe(true);
    expect(answer.text).toContain("quota exceeded, try after 5 pm");
    expect(readFileSync(answer.file ?? "", "utf8")).toContain("quota exceeded");
  });

  test("11: a megabyte on a child's stderr blocks nothing (activeing123/mcptoon#19)", async () => {
    const px = await stdio([], "--stderr-flood");
    expect((await px.call("echo")).isError).toBe(false);
  });

  test("12: 64-bit integers keep every digit (claude-code#78762)", async () => {
    const literal = '{"id":12345678901234567890,"f":1.0,"e":1e400,"dup":1,"dup":2}';
    upstream.on.set("id", (x) => x.result(`{"content":[],"structuredContent":${literal}}`));
    const px = await http();
    const answer = await px.call("id");
    expect(readFileSync(answer.file ?? "", "utf8")).toBe(literal);
    expect(answer.text).toContain("12345678901234567890");
    await px.request("tools/call", '{"name":"echo","arguments":{"z":1.10,"a":12345678901234567890,"z":-0}}');
    expect(upstream.calls().at(-1)).toContain('"arguments":{"z":1.10,"a":12345678901234567890,"z":-0}');
  });

  test("13: progress carries the caller's own token, 0 included, and none is made up (sparfenyuk#189, twenty#24559)", async () => {
    const px = await stdio([]);
    const silent = await px.call("progress");
    expect(silent.text).toContain("token undefined");
    expect(px.notifications).toEqual([]);
    await px.call("progress", {}, { _meta: { progressToken: 0 } });
    await px.call("progress", {}, { _meta: { progressToken: "tok" } });
    const progress = px.notifications.map((n) => n.params);
    expect(progress).toEqual([
      { progressToken: 0, progress: 1, total: 2, message: "half" },
      { progressToken: "tok", progress: 1, total: 2, message: "half" },
    ]);
  });

  test("14: the end of a quiet stream and a 409 for the next one harm no call (marianfoo/mcp-sap-docs#75)", async () => {
    upstream.on.set("quiet", async (x) => {
      openStream(x.response);
      await Bun.sleep(150);
      x.response.write(event(`{"jsonrpc":"2.0","id":${x.message.id},"result":${textResult("after all")}}`));
      x.response.end();
    });
    let streams = 0;
    upstream.intercept = (request, response) => {
      if (request.method !== "GET") return false;
      response.writeHead(streams++ === 0 ? 200 : 409, { "content-type": "text/event-stream" });
      response.end();
      return true;
    };
    const px = await http();
    expect((await px.call("quiet")).text).toContain("after all");
    expect((await px.call("echo")).isError).toBe(false);
  });

  test("15: banner text before JSON on a child's stdout is skipped (punkpeye/mcp-proxy#55)", async () => {
    const px = await stdio([], "--banner");
    expect((await px.call("echo")).isError).toBe(false);
    expect((await px.request("tools/list")).result).toBeDefined();
  });

  test("15b: a malformed address is refused at start, and no secret is printed (punkpeye/mcp-proxy#66, nuwax)", async () => {
    expect(() => new RunningProxy(["--url", "http://user:hunter2@[::bad"])).toThrow(/--url/);
    const px = await http("--header", "Authorization: Bearer s3cret-token", "--connect-retries", "0");
    await upstream.stop();
    const answer = await px.call("echo");
    expect(answer.isError).toBe(true);
    const everything = [answer.line, ...px.logged, ...px.files(), JSON.stringify(px.ledger())].join("\n");
    expect(everything).not.toContain("s3cret-token");
    const [instance = ""] = px.instances();
    expect(readFileSync(join(px.dataDir, instance, "_instance.json"), "utf8")).not.toContain("s3cret");
  });
});
