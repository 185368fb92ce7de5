/** What the worker does with one call, over scripted recovery: payloads, time limits, line limits. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { CompressOutcome, Recovery, RetrieveOutcome } from "../../src/recovery/contract.ts";
import { CaveError } from "../../src/text/errors.ts";
import { digestOf } from "../../src/tools/digest.ts";
import { compress } from "../../src/tools/jobs/compress.ts";
import { retrieve } from "../../src/tools/jobs/retrieve.ts";
import { toonDecode, toonEncode } from "../../src/tools/jobs/toon.ts";
import { encodeTexts } from "../../src/tools/offload/encode.ts";
import { DeadlinePassed, type World } from "../../src/tools/offload/world.ts";

interface Item {
  readonly type: string;
  readonly text?: string;
  readonly resource?: { readonly uri: string; readonly blob: string };
}

function items(encoded: Uint8Array): Item[] {
  return (JSON.parse(`{${new TextDecoder("utf-8", { fatal: true }).decode(encoded)}}`) as { content: Item[] })
    .content;
}

function textOf(encoded: Uint8Array): string {
  return items(encoded)[0]?.text ?? "";
}

function passed(input: string | Uint8Array): CompressOutcome {
  return {
    output: typeof input === "string" ? input : "",
    ratio: 0,
    tokens_before: 7,
    tokens_after: 7,
    basis: "inferred",
    content_type: "text",
    method: "passthrough",
    recovery_handle: null,
  };
}

function world(recovery: Partial<Recovery>, more: Partial<World> = {}): World {
  return {
    recovery: { prepare: async () => {}, ...recovery } as Recovery,
    store: {
      put: () => ({ kind: "full" }),
      get: () => ({ kind: "unknown" }),
      info: () => ({ path: null, rows: 0, bytes: 0, budget: 0, health: "ok" }),
      close: () => {},
    },
    settings: { inlineLimitBytes: 100_000 },
    writeRecovered: () => null,
    commit: (work) => work(),
    checkpoint: () => {},
    ...more,
  };
}

const request = (input: string) => ({
  args: { kind: "ready", value: { source: { input } } } as const,
  retrieved: [] as string[],
});

async function codeOf(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof CaveError) return error.code;
    throw error;
  }
  return "none";
}

describe("compress", () => {
  test("members that do not apply are not there", async () => {
    const { encoded } = await compress(request("x"), world({ compress: passed }));
    expect(textOf(encoded)).toBe(
      '{"compressed":"x","ratio":0,"tokens_before":7,"tokens_after":7,"basis":"inferred","content_type":"text","recovery_handle":null,"method":"passthrough"}',
    );
  });

  test("all members in their order", async () => {
    const outcome: CompressOutcome = {
      ...passed(""),
      output: "view",
      recovery_handle: "ccr_x",
      lossless_to_model: false,
      tokens_estimated: true,
      foreign_markers: 2,
      withheld: "full",
      over_budget: true,
    };
    const { encoded } = await compress(request("x"), world({ compress: () => outcome }));
    expect(Object.keys(JSON.parse(textOf(encoded)) as object).slice(6)).toEqual([
      "recovery_handle",
      "method",
      "lossless_to_model",
      "tokens_estimated",
      "foreign_markers",
    ]);
  });

  test("passes through when time is over, and says what that costs", async () => {
    const modes: (string | undefined)[] = [];
    const { encoded, tokensBefore } = await compress(
      request("x"),
      world({
        compress(input, options) {
          modes.push(options?.mode);
          if (options?.mode === undefined) throw new DeadlinePassed("over");
          return passed(input);
        },
      }),
    );
    expect(modes).toEqual([undefined, "record"]);
    expect(JSON.parse(textOf(encoded))).toMatchObject({ compressed: "x", recovery_handle: null });
    expect(tokensBefore).toBe(7);
  });

  test("leaves an original that was handed out alone", async () => {
    const modes: (string | undefined)[] = [];
    const recovery: Partial<Recovery> = {
      compress(input, options) {
        modes.push(options?.mode);
        return passed(input);
      },
    };
    await compress({ ...request("x"), retrieved: [digestOf("y")] }, world(recovery));
    await compress({ ...request("x"), retrieved: [digestOf("y"), digestOf("x")] }, world(recovery));
    expect(modes).toEqual([undefined, "record"]);
  });

  test("an answer too long for one line is an error, which names the handle where there is one", async () => {
    const long = "x".repeat(100_001);
    expect(await codeOf(() => compress(request(long), world({ compress: passed })))).toBe(
      "cave_payload_too_large",
    );
    const stored = world({ compress: () => ({ ...passed(long), recovery_handle: "ccr_long" }) });
    const error = await compress(request("y"), stored).catch((e: unknown) => e);
    expect(error).toMatchObject({ code: "cave_payload_too_large" });
    expect((error as CaveError).message).toContain("ccr_long");
  });
});

describe("retrieve", () => {
  const bytes = new TextEncoder().encode("line 1\nline 2\n");
  const original: RetrieveOutcome = { kind: "original", bytes, contentType: "text" };
  const asked = { handle: "ccr_a", query: "" };

  test("the original is whole and named by its digest", () => {
    const result = retrieve(asked, world({ retrieve: () => original }));
    expect(items(result.encoded)).toEqual([{ type: "text", text: "line 1\nline 2\n" }]);
    expect(result).toMatchObject({ whole: digestOf(bytes), inline: true });
  });

  test("a selection is not whole", () => {
    const result = retrieve(
      { ...asked, query: "1" },
      world({ retrieve: () => ({ kind: "selection", text: "line 1", contentType: "text" }) }),
    );
    expect(result).toMatchObject({ whole: null, inline: true });
  });

  test("bytes that are no text travel as a blob", () => {
    const odd = new Uint8Array([0xff, 0xfe, 0x00]);
    const result = retrieve(
      { ...asked, note: "note" },
      world({ retrieve: () => ({ kind: "original", bytes: odd, contentType: "binary" }) }),
    );
    const [blob, note] = items(result.encoded);
    expect(blob?.resource?.uri).toBe("ccr://ccr_a");
    expect(new Uint8Array(Buffer.from(blob?.resource?.blob ?? "", "base64"))).toEqual(odd);
    expect(note?.text).toBe("note");
  });

  test.each([
    [{ kind: "unknown" }, "cave_unknown_handle"],
    [{ kind: "corrupt", reason: "r" }, "cave_corrupt_original"],
    [{ kind: "unavailable", reason: "r" }, "cave_store_unavailable"],
  ] as [RetrieveOutcome, string][])("%p is an error", async (outcome, code) => {
    expect(await codeOf(() => retrieve(asked, world({ retrieve: () => outcome })))).toBe(code);
  });

  test("the whole original where ranking takes too long", () => {
    const result = retrieve(
      { ...asked, query: "x" },
      world({
        retrieve(_handle, query) {
          if (query === "x") throw new DeadlinePassed("over");
          return original;
        },
      }),
    );
    expect(result.whole).toBe(digestOf(bytes));
  });

  describe("beyond one line", () => {
    const big = new TextEncoder().encode(
      Array.from({ length: 20_000 }, (_, i) => (i === 3 ? "😀".repeat(300) : `line ${i}`)).join("\n"),
    );
    const found = {
      retrieve: (): RetrieveOutcome => ({ kind: "original", bytes: big, contentType: "text" }),
    };

    test("goes to a file, inside a commit, and shows both ends", () => {
      let committed = 0;
      const result = retrieve(
        asked,
        world(found, {
          writeRecovered: (handle, written) => ({ path: `/p/${handle}`, bytes: written.length, sha256: "s" }),
          commit: (work) => {
            committed++;
            return work();
          },
        }),
      );
      expect(committed).toBe(1);
      expect(result).toMatchObject({ inline: false, whole: digestOf(big) });
      const told = JSON.parse(textOf(result.encoded)) as Record<string, string[]>;
      expect(Object.keys(told)).toEqual([
        "recovered_to",
        "bytes",
        "sha256",
        "first_lines",
        "last_lines",
        "note",
      ]);
      expect(told.first_lines?.map((line) => line.slice(0, 6))).toEqual([
        "line 0",
        "line 1",
        "line 2",
        "😀😀😀",
        "line 4",
      ]);
      expect(told.first_lines?.[3]).toHaveLength(201);
      expect(told.last_lines?.at(-1)).toBe("line 19999");
    });

    test("goes inline where no file can be written", () => {
      const result = retrieve(asked, world(found));
      expect(result.inline).toBe(true);
      expect(textOf(result.encoded)).toBe(new TextDecoder().decode(big));
    });

    test("a selection that is too long itself gives way to the file", () => {
      const result = retrieve(
        { ...asked, query: "x" },
        world(
          {
            retrieve: (_handle, query) =>
              query === "x"
                ? { kind: "selection", text: "y".repeat(200_000), contentType: "text" }
                : found.retrieve(),
          },
          { writeRecovered: () => ({ path: "/p", bytes: 1, sha256: "s" }) },
        ),
      );
      expect(result.inline).toBe(false);
    });
  });
});

describe("TOON", () => {
  test("bytes are counted as UTF-8", () => {
    const input = '[{"a":"é"},{"a":"日本"}]';
    const { encoded } = toonEncode({ args: { kind: "ready", value: input } }, world({}));
    expect(JSON.parse(textOf(encoded))).toMatchObject({
      encoded: true,
      input_bytes: Buffer.byteLength(input),
    });
  });

  test("both directions obey the line limit", async () => {
    const small = world({}, { settings: { inlineLimitBytes: 10 } });
    const args = { kind: "ready", value: '{"a":1}' } as const;
    expect(await codeOf(() => toonEncode({ args }, small))).toBe("cave_payload_too_large");
    expect(await codeOf(() => toonDecode({ args: { kind: "ready", value: "a: 1" } }, small))).toBe(
      "cave_payload_too_large",
    );
  });
});

test("every text survives encoding, on one line", () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.string({ unit: "binary", maxLength: 4 }),
      fc.constantFrom("\ud800", "\udfff", "\n", "\r", "\u2028", '"', "\\", "\u0000"),
    ),
  });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 3 }), (texts) => {
      const encoded = encodeTexts(texts);
      expect(encoded.includes(0x0a) || encoded.includes(0x0d)).toBe(false);
      expect(items(encoded).map((item) => item.text as string)).toEqual(texts);
    }),
  );
});
