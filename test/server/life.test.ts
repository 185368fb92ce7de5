/** How the compiled server lives and ends: busy, cancelled, cut off, beside others, without a store. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "../support/client.ts";
import { records } from "../support/payloads.ts";
import { Sandbox } from "../support/sandbox.ts";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = new Sandbox();
});
afterEach(() => sandbox.remove());

const MiB = 1024 * 1024;
const TEXT = records(20_000);
const LONG = records(6 * MiB);

async function started(env: Record<string, string> = {}): Promise<Client> {
  const client = sandbox.serve(env);
  await client.initialize("2025-11-25");
  return client;
}

function compressRequest(
  client: Client,
  input: string,
): { id: unknown; answer: ReturnType<Client["answerTo"]> } {
  const id = client.nextId();
  const answer = client.answerTo(id);
  client.send("tools/call", { name: "caveman_compress", arguments: { input } }, id);
  return { id, answer };
}

describe("while a long line is compressed", () => {
  test("everything else is answered before it", async () => {
    const client = await started();
    const { id } = compressRequest(client, LONG);
    await client.call("ping");
    await client.call("tools/list");
    await client.tool("caveman_stats", {});
    expect(client.lines.some((line) => line.includes(`"id":${id},`))).toBe(false);
  });

  test("a second call runs beside it", async () => {
    const client = await started();
    const { id } = compressRequest(client, LONG);
    const { recovery_handle } = await client.payload("caveman_compress", { input: TEXT });
    expect(recovery_handle).toStartWith("ccr_");
    expect(client.lines.some((line) => line.includes(`"id":${id},`))).toBe(false);
  });

  test("cancelling it stops it: no answer, and the next call is served", async () => {
    const client = await started();
    const first = compressRequest(client, LONG);
    const second = compressRequest(client, `${LONG} `);
    for (const { id } of [first, second]) client.notify("notifications/cancelled", { requestId: id });
    expect(await client.payload("caveman_compress", { input: TEXT })).toMatchObject({ content_type: "json" });
    const { code } = await client.close();
    expect(code).toBe(0);
    for (const { id } of [first, second]) {
      expect(client.lines.some((line) => line.includes(`"id":${id},`))).toBe(false);
    }
  });
});

describe("the end", () => {
  test("of the input: what is owed is answered first", async () => {
    const client = await started();
    const { answer } = compressRequest(client, LONG);
    const ended = client.close();
    expect((await answer).result).toMatchObject({ isError: false });
    expect(await ended).toEqual({ code: 0, stderr: "" });
  });

  test.each(["SIGTERM", "SIGINT"] as const)(
    "by %s, idle or busy: code 0 and a sound store",
    async (signal) => {
      const client = await started();
      const { recovery_handle } = await client.payload("caveman_compress", { input: TEXT });
      compressRequest(client, LONG);
      await client.call("ping");
      client.kill(signal);
      expect((await client.exited()).code).toBe(0);
      const next = await started();
      expect((await next.tool("caveman_retrieve", { recovery_handle })).content[0]?.text).toBe(TEXT);
    },
  );

  test("before anything was said", async () => {
    expect(await sandbox.serve().close()).toEqual({ code: 0, stderr: "" });
  });
});

test("a start alone touches nothing: the store is made with the first call that needs it", async () => {
  const client = await started();
  await client.call("tools/list");
  expect(readdirSync(sandbox.home)).toEqual([]);
  await client.payload("caveman_compress", { input: TEXT });
  expect(existsSync(join(sandbox.home, ".caveman", "ccr.db"))).toBe(true);
});

test("two servers share one store", async () => {
  const [one, two] = await Promise.all([started(), started()]);
  const stored = await Promise.all([
    one.payload("caveman_compress", { input: TEXT }),
    two.payload("caveman_compress", { input: `${TEXT} ` }),
  ]);
  for (const [client, { recovery_handle }, text] of [
    [one, stored[1], `${TEXT} `],
    [two, stored[0], TEXT],
  ] as const) {
    expect((await client.tool("caveman_retrieve", { recovery_handle })).content[0]?.text).toBe(text);
  }
  expect(await two.payload("caveman_stats", {})).toMatchObject({ requests: 1 });
});

describe("in memory only", () => {
  test("originals are there for every later call, and nothing is on disk", async () => {
    const client = await started({ CAVEMAN_MCP_EPHEMERAL: "1" });
    const texts = Array.from({ length: 6 }, (_, i) => records(10_000 + i * 1_000));
    const stored = await Promise.all(texts.map((input) => client.payload("caveman_compress", { input })));
    const back = await Promise.all(
      stored.map(({ recovery_handle }) => client.tool("caveman_retrieve", { recovery_handle })),
    );
    expect(back.map((answer) => answer.content[0]?.text)).toEqual(texts);
    expect(await client.payload("caveman_stats", {})).toMatchObject({ store: "ok" });
    await client.close();
    expect(readdirSync(sandbox.home)).toEqual([]);
  });

  test("another process does not see them", async () => {
    const client = await started({ CAVEMAN_MCP_EPHEMERAL: "1" });
    const { recovery_handle } = await client.payload("caveman_compress", { input: TEXT });
    const other = await started({ CAVEMAN_MCP_EPHEMERAL: "1" });
    const answer = await other.tool("caveman_retrieve", { recovery_handle });
    expect(answer.content[0]?.text).toContain("cave_unknown_handle");
  });
});

describe("a store that cannot be used", () => {
  test("passes everything through and says so; when it works again, so do we", async () => {
    const path = join(sandbox.home, ".caveman", "ccr.db");
    mkdirSync(join(sandbox.home, ".caveman"), { mode: 0o700 });
    writeFileSync(path, "this is no database, and it is long enough to be taken for one ".repeat(40), {
      mode: 0o600,
    });
    const client = await started();
    expect(await client.payload("caveman_compress", { input: TEXT })).toMatchObject({
      compressed: TEXT,
      recovery_handle: null,
    });
    const missing = await client.tool("caveman_retrieve", { recovery_handle: `ccr_${"0".repeat(32)}` });
    expect(missing).toMatchObject({ isError: true });
    expect(missing.content[0]?.text).toContain("cave_store_unavailable");
    expect(await client.payload("caveman_stats", {})).toMatchObject({ store: "unavailable" });
    expect(readFileSync(path, "utf8")).toStartWith("this is no database");

    chmodSync(path, 0o600);
    writeFileSync(path, "");
    const { recovery_handle } = await client.payload("caveman_compress", { input: TEXT });
    expect(recovery_handle).toStartWith("ccr_");
    expect(await client.payload("caveman_stats", {})).toMatchObject({ store: "ok" });
    const { stderr } = await client.close();
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  test("because it is full", async () => {
    const client = await started({ CAVEMAN_CCR_MAX_BYTES: "1000" });
    expect(await client.payload("caveman_compress", { input: TEXT })).toMatchObject({
      recovery_handle: null,
    });
    expect(await client.payload("caveman_stats", {})).toMatchObject({ store: "full" });
  });
});

test("nothing but messages ever stands on stdout", async () => {
  const client = await started({ CAVEMAN_MCP_LOG: "debug" });
  client.write('not json\n\n{"jsonrpc":"2.0","method":"x"}\n[1,2]\n\u0000\n{"jsonrpc":"2.0","id":9}\n');
  await client.tool("caveman_compress", { input: TEXT });
  await client.tool("caveman_compress", { input: 7 });
  await client.tool("caveman_nothing");
  await client.close();
  for (const line of client.lines) {
    const message = JSON.parse(line) as unknown;
    for (const one of Array.isArray(message) ? message : [message])
      expect(one).toMatchObject({ jsonrpc: "2.0" });
  }
});
