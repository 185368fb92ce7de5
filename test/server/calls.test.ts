/** Single rules of the tools, seen from outside: the compiled executable over stdio. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Client, ToolAnswer } from "../support/client.ts";
import { distinctProse, records } from "../support/payloads.ts";
import { Sandbox } from "../support/sandbox.ts";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = new Sandbox();
});
afterEach(() => sandbox.remove());

const MiB = 1024 * 1024;
const TEXT = records(20_000);

async function started(env: Record<string, string> = {}): Promise<Client> {
  const client = sandbox.serve(env);
  await client.initialize("2025-11-25");
  return client;
}

function textOf(answer: ToolAnswer): string {
  return answer.content[0]?.text ?? "";
}

async function errorOf(answer: Promise<ToolAnswer>): Promise<Record<string, string>> {
  const { content, isError } = await answer;
  expect(isError).toBe(true);
  expect(content).toHaveLength(1);
  const error = JSON.parse(content[0]?.text ?? "") as Record<string, string>;
  expect(Object.keys(error)).toEqual(["error", "message"]);
  return error;
}

describe("caveman_compress", () => {
  test("hands back what cannot be shortened, whatever it is", async () => {
    const client = await started();
    for (const input of ["", "x", "{broken", "a\u0000b", "\ud800 alone", "\ufeff{}", "<<ccr:ccr_1>>"]) {
      const answer = await client.payload("caveman_compress", { input });
      expect(answer).toMatchObject({ compressed: input, ratio: 0, recovery_handle: null });
      expect(answer.tokens_before).toBe(answer.tokens_after);
      expect((answer.tokens_before as number) > 0).toBe(input !== "");
    }
  });

  test("leaves its own view alone and says that it saw markers", async () => {
    const client = await started();
    const { compressed } = await client.payload("caveman_compress", { input: TEXT });
    const again = await client.payload("caveman_compress", { input: compressed });
    expect(again).toMatchObject({ compressed, recovery_handle: null });
    expect(again.foreign_markers as number).toBeGreaterThan(0);
  });

  test("falls back to detection for a type that it does not know", async () => {
    const client = await started();
    expect(await client.payload("caveman_compress", { input: TEXT, type: "nonsense" })).toMatchObject({
      content_type: "json",
    });
  });

  test("takes a file, whose handle recovers its bytes as they were", async () => {
    const rows = Array.from(
      { length: 500 },
      (_, i) => `job-${i},${i % 50 === 0 ? "failed" : "ok"},${i * 7}\r\n`,
    );
    const bytes = Buffer.from(`\ufeffid,status,ms\r\n${rows.join("")}`);
    writeFileSync(join(sandbox.work, "jobs.csv"), bytes);
    const client = await started();
    const { recovery_handle } = await client.payload("caveman_compress", { path: "jobs.csv" });
    expect(recovery_handle).not.toBeNull();
    const back = await client.tool("caveman_retrieve", { recovery_handle });
    expect(Buffer.from(textOf(back)).equals(bytes)).toBe(true);
  });

  test("does not echo a file that it cannot shorten", async () => {
    writeFileSync(join(sandbox.work, "prose.txt"), distinctProse(5_000));
    writeFileSync(join(sandbox.work, "image.bin"), new Uint8Array([0xff, 0xfe, 0x00, 0x80]));
    const client = await started();
    const prose = await client.payload("caveman_compress", { path: "prose.txt" });
    const size = statSync(join(sandbox.work, "prose.txt")).size;
    expect(prose.compressed).toContain(`unchanged: ${size} bytes, text`);
    expect(prose).toMatchObject({ ratio: 0, recovery_handle: null });
    const image = await client.payload("caveman_compress", { path: join(sandbox.work, "image.bin") });
    expect(image.compressed).toContain("4 bytes, binary");
    expect(image.tokens_before as number).toBeGreaterThan(0);
  });

  test("refuses files that are not its to read", async () => {
    mkdirSync(join(sandbox.home, ".ssh"));
    writeFileSync(join(sandbox.home, ".ssh", "id_rsa"), "secret");
    writeFileSync(join(sandbox.work, "server.pem"), "secret");
    // The temporary directory is a place of its own here, since the sandbox itself lies in the real one.
    const client = await started({ TMPDIR: join(sandbox.top, "none") });
    for (const path of ["/etc/passwd", join(sandbox.home, ".ssh", "id_rsa"), "server.pem", "."]) {
      const error = await errorOf(client.tool("caveman_compress", { path }));
      expect(error.error).toBe("cave_path_refused");
      expect(error.message).not.toContain(path === "." ? "\0" : path);
    }
  });

  test("refuses an unchanged text too long for one line, and loses nothing", async () => {
    const client = await started({ CAVEMAN_MCP_INLINE_LIMIT_BYTES: String(MiB) });
    const error = await errorOf(client.tool("caveman_compress", { input: distinctProse(MiB) }));
    expect(error.error).toBe("cave_payload_too_large");
  });

  test("names wrong arguments and what was expected", async () => {
    const client = await started();
    const cases: [Record<string, unknown> | undefined, string][] = [
      [undefined, "input"],
      [{}, "input"],
      [{ input: 5 }, "input must be a string"],
      [{ input: "x", path: "y" }, "input and path"],
      [{ input: "x", query: [] }, "query must be a string"],
    ];
    for (const [args, words] of cases) {
      const error = await errorOf(client.tool("caveman_compress", args));
      expect(error).toMatchObject({ error: "cave_invalid_arguments" });
      expect(error.message).toContain(words);
    }
    expect(await client.payload("caveman_compress", { input: "x", surplus: 1 })).toMatchObject({
      compressed: "x",
    });
  });
});

describe("caveman_retrieve", () => {
  test("accepts every form of a handle, and nothing that resolves to nothing", async () => {
    const client = await started();
    const { recovery_handle: handle } = await client.payload("caveman_compress", { input: TEXT });
    for (const [n, form] of [
      `<<ccr:${handle}>>`,
      `ccr:${handle}`,
      `ccr://${handle}`,
      ` \`${handle}\`…`,
    ].entries()) {
      const answer = await client.tool("caveman_retrieve", { recovery_handle: form, query: `job-${n}` });
      expect(answer.isError).toBe(false);
      expect(textOf(answer)).toContain(`"job-${n}"`);
    }
    for (const wrong of [
      "",
      "ccr_",
      `ccr_${"0".repeat(32)}`,
      String(handle).slice(0, -1),
      String(handle).toUpperCase(),
    ]) {
      const error = await errorOf(client.tool("caveman_retrieve", { recovery_handle: wrong }));
      expect(error.error).toBe("cave_unknown_handle");
    }
    for (const wrong of [undefined, null, 5, {}]) {
      const error = await errorOf(client.tool("caveman_retrieve", { recovery_handle: wrong }));
      expect(error.error).toBe("cave_invalid_arguments");
    }
  });

  test("points above at a second time, and sends the bytes at a third", async () => {
    const client = await started();
    const { recovery_handle } = await client.payload("caveman_compress", { input: TEXT });
    const ask = async () =>
      textOf(await client.tool("caveman_retrieve", { recovery_handle, query: "job-7" }));
    const first = await ask();
    const second = await ask();
    expect(second.split("\n")).toHaveLength(1);
    expect(second).toContain("above");
    expect(await ask()).toBe(first);
  });

  test("returns the whole original after five different queries, and says so", async () => {
    const client = await started();
    const { recovery_handle } = await client.payload("caveman_compress", { input: TEXT });
    for (let i = 0; i < 5; i++) {
      const answer = await client.tool("caveman_retrieve", { recovery_handle, query: `job-${i}` });
      expect(textOf(answer).length).toBeLessThan(TEXT.length);
    }
    const sixth = await client.tool("caveman_retrieve", { recovery_handle, query: "job-5" });
    expect(sixth.content.map((item) => item.text === TEXT)).toEqual([true, false]);
    expect(sixth.content[1]?.text).toContain("whole original");
    expect(textOf(await client.tool("caveman_retrieve", { recovery_handle, query: "job-6" }))).toContain(
      "above",
    );
    expect(textOf(await client.tool("caveman_retrieve", { recovery_handle, query: "job-6" }))).toBe(TEXT);
  });

  test("an original that it sent is not compressed again", async () => {
    const client = await started();
    const { recovery_handle } = await client.payload("caveman_compress", { input: TEXT });
    await client.tool("caveman_retrieve", { recovery_handle });
    const again = await client.payload("caveman_compress", { input: TEXT });
    expect(again).toMatchObject({ compressed: TEXT, recovery_handle: null, method: "passthrough" });
  });

  describe("of an original too long for one line", () => {
    /** Room for a slow machine, in ms. */
    const BIG_MS = 60_000;
    async function stored(big: string, env: Record<string, string> = {}) {
      writeFileSync(join(sandbox.work, "big.json"), big);
      const client = await started(env);
      const { recovery_handle } = await client.payload("caveman_compress", { path: "big.json" });
      return { client, recovery_handle };
    }

    test(
      "goes to a private file, and the answer says what is in it",
      async () => {
        const big = records(11 * MiB);
        const { client, recovery_handle } = await stored(big);
        const told = await client.payload("caveman_retrieve", { recovery_handle });
        const path = join(sandbox.home, ".caveman", "recovered", String(recovery_handle));
        expect(told).toMatchObject({ recovered_to: path, bytes: big.length });
        expect(readFileSync(path, "utf8") === big).toBe(true);
        expect(statSync(path).mode & 0o777).toBe(0o600);
        expect(told.sha256).toBe(new Bun.CryptoHasher("sha256").update(big).digest("hex"));
        expect((told.first_lines as string[])[0]).toStartWith('[{"id":"job-0"');
        const found = await client.tool("caveman_retrieve", { recovery_handle, query: "job-4242" });
        expect(textOf(found)).toContain('"id":"job-4242"');
      },
      BIG_MS,
    );

    test(
      "comes inline where the limit is lifted",
      async () => {
        const big = records(20 * MiB);
        const { client, recovery_handle } = await stored(big, { CAVEMAN_MCP_INLINE_LIMIT_BYTES: "0" });
        expect(textOf(await client.tool("caveman_retrieve", { recovery_handle })) === big).toBe(true);
      },
      BIG_MS,
    );

    test(
      "comes inline where nothing may be written",
      async () => {
        const big = records(11 * MiB);
        const { client, recovery_handle } = await stored(big, { CAVEMAN_MCP_EPHEMERAL: "1" });
        expect(textOf(await client.tool("caveman_retrieve", { recovery_handle })) === big).toBe(true);
      },
      BIG_MS,
    );
  });
});

describe("TOON", () => {
  test("encode hands back what would not survive, decode never passes its input off as JSON", async () => {
    const client = await started();
    for (const input of ['{"a":1.10}', '{"a":1,"a":2}', "not json"]) {
      const answer = await client.payload("caveman_toon_encode", { input });
      expect(answer).toMatchObject({ output: input, encoded: false });
      expect(answer.note).toStartWith("not encoded: ");
    }
    const error = await errorOf(client.tool("caveman_toon_decode", { input: "a: 1\na: 2" }));
    expect(error.error).toBe("cave_invalid_toon");
    expect(error.message).toContain("line 2");
  });
});

test("an unknown tool is a tool error that names the five", async () => {
  const client = await started();
  const error = await errorOf(client.tool("caveman_expand", {}));
  expect(error.error).toBe("cave_unknown_tool");
  expect(error.message).toContain("caveman_toon_decode");
});
