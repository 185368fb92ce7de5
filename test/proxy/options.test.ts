/** What flags change: raw results, images, recovery, prefix, retention; and a worker that dies. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openStore } from "../../src/store/open-store.ts";
import { event, HttpUpstream, openStream, textResult } from "./support/http-upstream.ts";
import { RunningProxy } from "./support/running-proxy.ts";

let upstream: HttpUpstream;
const proxies: RunningProxy[] = [];

beforeEach(async () => {
  upstream = await new HttpUpstream().start();
});

afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.close();
  await upstream.stop();
});

async function started(...flags: string[]): Promise<RunningProxy> {
  const proxy = new RunningProxy(["--url", upstream.url, ...flags]);
  proxies.push(proxy);
  await proxy.initialize();
  return proxy;
}

const RECORDS = JSON.stringify(
  Array.from({ length: 300 }, (_, i) => ({ id: i, state: "done", note: "all is well here" })),
);

describe("--raw", () => {
  test("passes the result as it was written and files it all the same", async () => {
    const literal =
      '{ "content":[{"type":"text","text":"x","y":1.0}],\n"z":12345678901234567890,"_meta":{"k/v":1.50} }';
    upstream.on.set("odd", (x) => x.result(literal));
    const proxy = await started("--raw");
    const { line } = await proxy.request("tools/call", { name: "odd", arguments: {} });
    expect(line).toContain(
      '"result":{"content":[{"type":"text","text":"x","y":1.0}],"z":12345678901234567890,"_meta":{"k/v":1.50}}',
    );
    const [entry] = proxy.ledger();
    const file = join(proxy.dataDir, proxy.instances()[0] ?? "", String(entry?.file));
    expect(readFileSync(file, "utf8")).toBe(literal);
  });
});

describe("images", () => {
  const data = Buffer.from("a small picture").toString("base64");
  const literal = JSON.stringify({
    content: [
      { type: "text", text: "here" },
      { type: "image", mimeType: "image/png", data },
    ],
  });

  test("are listed with type, size and path, and passed on only when asked for", async () => {
    upstream.on.set("picture", (x) => x.result(literal));
    const proxy = await started();
    const plain = await proxy.call("picture");
    expect(plain.content).toHaveLength(1);
    const [, size, path] = /^image: image\/png, (\d+) bytes, (.*)$/m.exec(plain.text) ?? [];
    expect(size).toBe("15");
    expect(readFileSync(path ?? "", "utf8")).toBe("a small picture");
    expect(path).toStartWith(dirname(plain.file ?? ""));
    const inline = await started("--inline-images");
    expect((await inline.call("picture")).content[1]).toEqual({
      type: "image",
      data,
      mimeType: "image/png",
    } as never);
  });
});

describe("recovery", () => {
  test("a handle is shown where recovery is known, and the store gives the original back", async () => {
    upstream.on.set("many", (x) => x.result(textResult(RECORDS)));
    const silent = await started();
    const without = (await silent.call("many")).text;
    expect(without).not.toContain("recover:");
    expect(without).not.toContain("caveman_retrieve");
    const proxy = await started("--recovery");
    const { text } = await proxy.call("many");
    const handle = /^recover: (ccr_[0-9a-f]{32})$/m.exec(text)?.[1] ?? "";
    const store = openStore(process.env, () => {});
    const found = store.get(handle);
    store.close();
    expect(found.kind).toBe("found");
    if (found.kind === "found") expect(new TextDecoder().decode(found.bytes)).toBe(RECORDS);
    expect((await proxy.call("echo")).text).not.toContain("recover:");
  });
});

describe("descriptions", () => {
  test("the prefix is a flag and may be empty", async () => {
    const tool = async (prefix: string) => {
      const proxy = await started("--description-prefix", prefix);
      return (await proxy.request("tools/list")).line;
    };
    expect(await tool("")).toContain('"description":"Says it again."');
    expect(await tool('via "file": ')).toContain('"description":"via \\"file\\": Says it again."');
  });
});

describe("list_changed", () => {
  test("comes through from the upstream", async () => {
    const proxy = await started();
    await proxy.call("echo");
    while (upstream.openStreams === 0) await Bun.sleep(5);
    upstream.notify('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}');
    await proxy.notification("notifications/tools/list_changed");
    // The other way: one that comes within the stream of a call.
    upstream.on.set("changes", (x) => {
      openStream(x.response);
      x.response.write(event('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'));
      x.response.end(event(`{"jsonrpc":"2.0","id":${x.message.id},"result":${textResult("ok")}}`));
    });
    const before = proxy.notifications.length;
    await proxy.call("changes");
    expect(proxy.notifications.length).toBe(before + 1);
  });
});

describe("retention", () => {
  test("old instances go when something is written", async () => {
    const proxy = await started("--retain-days", "5");
    const old = join(proxy.dataDir, "20200101-000000-abcd");
    mkdirSync(old);
    writeFileSync(join(old, "_instance.json"), '{"pid":999999999,"startedAt":"2020-01-01T00:00:00.000Z"}');
    for (const path of [join(old, "_instance.json"), old]) utimesSync(path, new Date(0), new Date(0));
    await proxy.call("echo");
    expect(existsSync(old)).toBe(false);
  });
});

describe("the worker", () => {
  test("one that dies fails its calls with a reason and is replaced", async () => {
    const proxy = await started();
    const { offload } = proxy.assembly;
    const broken = { tool: "x", sequence: 1, argumentsJson: null, durationMs: 1, at: "no date" as never };
    const failed = await offload
      .record(broken, new TextEncoder().encode("{}"))
      .catch((error: Error) => error.message);
    expect(failed).toContain("worker thread");
    expect((await proxy.call("echo")).isError).toBe(false);
  });
});
