/** The host over a scripted offload: what counts as served, what becomes a tool error, what is told meanwhile. */
import { describe, expect, test } from "bun:test";
import type { CallContext, ToolResult } from "../../src/mcp/contract.ts";
import { CaveError } from "../../src/text/errors.ts";
import { createToolHost, type HostParts } from "../../src/tools/host.ts";
import type { JobKind } from "../../src/tools/offload/jobs.ts";
import { JobOverran } from "../../src/tools/offload/task.ts";
import type { Offload } from "../../src/tools/tool.ts";

const HANDLE = `ccr_${"a".repeat(32)}`;

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(
    `"content":[{"type":"text","text":${JSON.stringify(text)}}],"isError":false`,
  );
}

function read(result: ToolResult): { texts: string[]; isError: boolean } {
  const plain =
    "encoded" in result
      ? (JSON.parse(`{${new TextDecoder().decode(result.encoded)}}`) as Exclude<
          ToolResult,
          { encoded: unknown }
        >)
      : result;
  return { texts: plain.content.map((c) => (c.type === "text" ? c.text : "")), isError: plain.isError };
}

type Script = (kind: JobKind, request: never) => unknown;

function hostWith(script: Script, parts: HostParts = {}, health: Offload["storeHealth"] = "ok") {
  const asked: { kind: JobKind; request: Record<string, unknown> }[] = [];
  const offload: Offload = {
    storeHealth: health,
    saturated: false,
    async run(kind, request) {
      asked.push({ kind, request: request as unknown as Record<string, unknown> });
      return script(kind, request as never) as never;
    },
  };
  const host = createToolHost(offload, parts);
  const context: CallContext = {
    revision: "2025-11-25",
    signal: new AbortController().signal,
    progress: () => {},
  };
  const call = async (name: string, value: unknown, more: Partial<CallContext> = {}) =>
    read(await host.call(name, { kind: "parsed", value }, { ...context, ...more }));
  return { host, call, asked };
}

const served = (note?: unknown) => ({
  encoded: encoded(`bytes ${String(note ?? "")}`),
  whole: null,
  inline: true,
});

describe("retrieve and the ledger", () => {
  test("a second time points above, a third time sends the bytes", async () => {
    const { call, asked } = hostWith(() => served());
    const ask = () => call("caveman_retrieve", { recovery_handle: HANDLE, query: " x " });
    expect((await ask()).texts[0]).toContain("bytes");
    expect((await ask()).texts[0]).toContain("once more");
    expect((await ask()).texts[0]).toContain("bytes");
    expect(asked).toHaveLength(2);
  });

  test("handles compare normalised, queries trimmed", async () => {
    const { call } = hostWith(() => served());
    await call("caveman_retrieve", { recovery_handle: HANDLE, query: "x" });
    const again = await call("caveman_retrieve", { recovery_handle: `\`<<ccr:${HANDLE}>>\``, query: "x\n" });
    expect(again.texts[0]).toContain("Already sent");
  });

  test("errors and originals in files do not count as served", async () => {
    const answers = [
      () => {
        throw new CaveError("cave_unknown_handle", "no");
      },
      () => ({ encoded: encoded("in a file"), whole: "d", inline: false }),
      () => served(),
    ];
    const { call } = hostWith(() => answers.shift()?.());
    const ask = () => call("caveman_retrieve", { recovery_handle: HANDLE });
    expect(await ask()).toMatchObject({ isError: true });
    expect((await ask()).texts[0]).toBe("in a file");
    expect((await ask()).texts[0]).toContain("bytes");
    expect((await ask()).texts[0]).toContain("Already sent");
  });

  test("the sixth query gets the whole original with a note behind it", async () => {
    const { call, asked } = hostWith((_kind, request: { note?: string }) => served(request.note));
    for (let i = 0; i < 5; i++) await call("caveman_retrieve", { recovery_handle: HANDLE, query: `q${i}` });
    const sixth = await call("caveman_retrieve", { recovery_handle: HANDLE, query: "q5" });
    expect(asked[5]?.request.query).toBe("");
    expect(sixth.texts[0]).toContain("whole original");
    const seventh = await call("caveman_retrieve", { recovery_handle: HANDLE, query: "q6" });
    expect(seventh.texts[0]).toContain("Already sent");
  });

  test("without a ledger both rules are off", async () => {
    const { call, asked } = hostWith(() => served(), { ledger: null });
    for (let i = 0; i < 9; i++)
      await call("caveman_retrieve", { recovery_handle: HANDLE, query: `q${i % 7}` });
    expect(asked.map((a) => a.request.query)).toEqual(["q0", "q1", "q2", "q3", "q4", "q5", "q6", "q0", "q1"]);
  });

  test("what cannot be a handle is unknown, and nobody is asked", async () => {
    const { call, asked } = hostWith(() => served());
    const answer = await call("caveman_retrieve", { recovery_handle: "../../etc/passwd" });
    expect(JSON.parse(answer.texts[0] ?? "")).toMatchObject({ error: "cave_unknown_handle" });
    expect(answer.texts[0]).not.toContain("passwd");
    expect(asked).toHaveLength(0);
  });

  test("a whole original is named to the next compress", async () => {
    const { call, asked } = hostWith((kind) =>
      kind === "retrieve"
        ? { encoded: encoded("x"), whole: "digest", inline: true }
        : { encoded: encoded("{}"), tokensBefore: 1, tokensAfter: 1 },
    );
    await call("caveman_retrieve", { recovery_handle: HANDLE });
    await call("caveman_compress", { input: "x" });
    expect(asked[1]?.request.retrieved).toEqual(["digest"]);
  });
});

describe("stats", () => {
  test("are the totals of this process's compress calls", async () => {
    const { call } = hostWith(() => ({ encoded: encoded("{}"), tokensBefore: 100, tokensAfter: 25 }));
    await call("caveman_compress", { input: "x" });
    await call("caveman_compress", { input: "x" });
    expect((await call("caveman_stats", undefined)).texts[0]).toBe(
      '{"tokens_before":200,"tokens_after":50,"requests":2,"ratio":0.75,"basis":"inferred","scope":"session","store":"ok"}',
    );
  });

  test("ask for the store's health where no call has seen it yet", async () => {
    const { call, asked } = hostWith(() => "unavailable", {}, null);
    expect((await call("caveman_stats", {})).texts[0]).toContain('"store":"unavailable"');
    expect(asked[0]?.kind).toBe("health");
  });

  test("are said to be unavailable where there are none", async () => {
    const { call } = hostWith(() => null, { stats: null });
    const answer = await call("caveman_stats", {});
    expect(answer.isError).toBe(true);
    expect(answer.texts[0]).toContain("cave_stats_unavailable");
  });
});

describe("work that never ends", () => {
  const overran = () => {
    throw new JobOverran("too long");
  };

  test("a compress is tried once more, only to count; then it fails without loss", async () => {
    const { call, asked } = hostWith(overran);
    const answer = await call("caveman_compress", { input: "x" });
    expect(JSON.parse(answer.texts[0] ?? "")).toMatchObject({ error: "cave_compress_failed" });
    expect(asked.map((a) => a.request.passThrough)).toEqual([undefined, true]);
  });

  test("a query is answered by the whole original", async () => {
    const { call } = hostWith((_kind, { query }: { query: string }) => (query === "" ? served() : overran()));
    const answer = await call("caveman_retrieve", { recovery_handle: HANDLE, query: "x" });
    expect(answer.texts[0]).toContain("bytes");
  });
});

describe("errors", () => {
  test("an unknown tool is told which ones there are, and not repeated", async () => {
    const { call } = hostWith(() => null);
    const answer = await call("caveman_Compress", {});
    expect(JSON.parse(answer.texts[0] ?? "")).toMatchObject({ error: "cave_unknown_tool" });
    expect(answer.texts[0]).not.toContain("caveman_Compress");
  });

  test("an error with a code becomes a tool error of two members", async () => {
    const { call } = hostWith(() => {
      throw new CaveError("cave_invalid_toon", "line 3");
    });
    const answer = await call("caveman_toon_decode", { input: "x" });
    expect(answer).toEqual({ isError: true, texts: ['{"error":"cave_invalid_toon","message":"line 3"}'] });
  });

  test("any other error is the protocol's to answer", async () => {
    const { host } = hostWith(() => {
      throw new TypeError("bug");
    });
    const context: CallContext = {
      revision: "2025-11-25",
      signal: new AbortController().signal,
      progress: () => {},
    };
    const args = { kind: "parsed", value: { input: "x" } } as const;
    const error = await host.call("caveman_compress", args, context).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(TypeError);
  });
});

test("a running call reports progress that grows, and none after it", async () => {
  const reports: number[] = [];
  const twice = Promise.withResolvers<void>();
  const { call } = hostWith(
    () => twice.promise.then(() => ({ encoded: encoded("{}"), tokensBefore: 1, tokensAfter: 1 })),
    {
      progressMs: 1,
    },
  );
  await call(
    "caveman_compress",
    { input: "x" },
    {
      progress: (n) => {
        reports.push(n);
        if (n === 2) twice.resolve();
      },
    },
  );
  const told = reports.length;
  await Bun.sleep(5);
  expect(reports.slice(0, 2)).toEqual([1, 2]);
  expect(reports).toHaveLength(told);
});

test("a list is the same object for the same revision", () => {
  const { host } = hostWith(() => null);
  expect(host.list("2025-06-18")).toBe(host.list("2025-06-18"));
});
