/** A full session of every revision with the compiled executable: handshake, list, each tool, end of input. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Answer, ToolAnswer } from "../support/client.ts";
import { records } from "../support/payloads.ts";
import { Sandbox } from "../support/sandbox.ts";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = new Sandbox();
});
afterEach(() => sandbox.remove());

const TEXT = records(20_000);
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
};

type Call = (method: string, params?: Record<string, unknown>) => Promise<Answer>;

/** Every tool once; each answer is what server.md says. */
async function everyTool(call: Call): Promise<void> {
  const tool = async (name: string, args: Record<string, unknown>): Promise<ToolAnswer> =>
    (await call("tools/call", { name, arguments: args })).result as unknown as ToolAnswer;
  const json = (answer: ToolAnswer) => JSON.parse(answer.content[0]?.text ?? "") as Record<string, unknown>;

  const shortened = json(await tool("caveman_compress", { input: TEXT }));
  expect(Object.keys(shortened)).toEqual([
    "compressed",
    "ratio",
    "tokens_before",
    "tokens_after",
    "basis",
    "content_type",
    "recovery_handle",
    "method",
    "lossless_to_model",
  ]);
  expect(shortened).toMatchObject({ basis: "inferred", content_type: "json" });
  expect(shortened.recovery_handle).toMatch(/^ccr_[0-9a-f]{32}$/);
  expect(shortened.tokens_after as number).toBeLessThan(shortened.tokens_before as number);

  const { recovery_handle } = shortened;
  const whole = await tool("caveman_retrieve", { recovery_handle });
  expect(whole).toMatchObject({ content: [{ type: "text", text: TEXT }], isError: false });
  const found = await tool("caveman_retrieve", { recovery_handle, query: "job-42" });
  expect(found.content[0]?.text).toContain('"id":"job-42"');
  expect(found.content[0]?.text.length).toBeLessThan(TEXT.length / 4);

  const stats = json(await tool("caveman_stats", {}));
  expect(Object.keys(stats)).toEqual([
    "tokens_before",
    "tokens_after",
    "requests",
    "ratio",
    "basis",
    "scope",
    "store",
  ]);
  expect(stats).toMatchObject({
    tokens_before: shortened.tokens_before,
    tokens_after: shortened.tokens_after,
    requests: 1,
    ratio: shortened.ratio,
    basis: "inferred",
    scope: "session",
    store: "ok",
  });

  const source = '[{"a":1,"b":"x"},{"a":2,"b":"y"}]';
  const toon = json(await tool("caveman_toon_encode", { input: source }));
  expect(Object.keys(toon)).toEqual(["output", "encoded", "input_bytes", "output_bytes"]);
  expect(toon).toMatchObject({ encoded: true, input_bytes: source.length });
  const back = await tool("caveman_toon_decode", { input: toon.output });
  expect(back.content[0]?.text).toBe(source);
}

describe.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])("revision %s", (revision) => {
  test("a full session", async () => {
    const client = sandbox.serve();
    const hello = await client.initialize(revision);
    expect(hello).toMatchObject({ protocolVersion: revision, serverInfo: { name: "caveman" } });
    expect(hello.capabilities).toEqual({ tools: {} });
    const first = JSON.stringify((await client.call("tools/list")).result);
    expect(JSON.stringify((await client.call("tools/list")).result)).toBe(first);
    expect(first.includes("annotations")).toBe(revision !== "2024-11-05");
    await everyTool((method, params) => client.call(method, params));
    expect(await client.close()).toEqual({ code: 0, stderr: "" });
  });
});

describe("revision 2026-07-28", () => {
  test("a full session without a handshake", async () => {
    const client = sandbox.serve();
    const call: Call = async (method, params) => {
      const answer = await client.call(method, { ...params, _meta: META });
      expect(answer.result?.resultType).toBe("complete");
      return answer;
    };
    const found = await call("server/discover");
    expect(found.result).toMatchObject({ supportedVersions: ["2026-07-28"], capabilities: { tools: {} } });
    expect((await call("tools/list")).result?.tools).toHaveLength(5);
    await everyTool(call);
    expect(await client.close()).toEqual({ code: 0, stderr: "" });
  });
});
