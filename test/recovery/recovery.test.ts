/** The promises of compress and retrieve, with an engine that does what each test needs and the real stores. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { CompressOptions, Engine, Transform } from "../../src/engine/contract.ts";
import { createRecovery } from "../../src/recovery/recovery.ts";
import type { PutResult, RecoveryStore } from "../../src/store/contract.ts";
import { handleOf } from "../../src/store/handle.ts";
import { MemoryStore } from "../../src/store/memory.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const count = (text: string) => ({ tokens: text.length, estimated: false });

function view(input: string, changes: Partial<Transform> = {}): Transform {
  return {
    output: input.slice(0, 1),
    contentType: "log",
    method: "log",
    tokensBefore: input.length,
    tokensAfter: 1,
    tokensEstimated: false,
    passThrough: false,
    losslessToModel: false,
    foreignMarkers: 0,
    ...changes,
  };
}

function pass(input: string, changes: Partial<Transform> = {}): Transform {
  const { losslessToModel: _, ...rest } = view(input);
  return {
    ...rest,
    output: input,
    method: "passthrough",
    tokensAfter: input.length,
    passThrough: true,
    ...changes,
  };
}

function engineOf(parts: Partial<Engine>): Engine {
  return {
    compress: (input) => view(input),
    select: (original) => original,
    detect: () => "log",
    languages: () => [],
    ...parts,
  };
}

function recoveryOf(engine: Partial<Engine> = {}, store: RecoveryStore = new MemoryStore(1_000_000)) {
  return { store, recovery: createRecovery({ engine: engineOf(engine), store, countTokens: count }) };
}

/** A memory store whose `put` answers something else. */
function storeThatAnswers(answer: PutResult): RecoveryStore {
  const store = new MemoryStore(0);
  return {
    put: () => answer,
    get: (h) => store.get(h),
    info: () => store.info(),
    close: () => store.close(),
  };
}

const INPUT = "twenty characters ..";

describe("compress", () => {
  test("a shorter form comes with a handle that recovers the input", () => {
    const { recovery } = recoveryOf();
    const outcome = recovery.compress(INPUT);
    expect(outcome).toEqual({
      output: "t",
      ratio: 0.95,
      tokens_before: 20,
      tokens_after: 1,
      basis: "inferred",
      content_type: "log",
      method: "log",
      recovery_handle: handleOf(utf8(INPUT)),
      lossless_to_model: false,
    });
    expect(recovery.retrieve(outcome.recovery_handle ?? "")).toEqual({
      kind: "original",
      bytes: utf8(INPUT),
      contentType: "log",
    });
  });

  test("emitted means recoverable: every handle gives back exactly its input", () => {
    const { recovery } = recoveryOf();
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" })), (text) => {
        const outcome = recovery.compress(`${text}..`);
        const got = recovery.retrieve(outcome.recovery_handle ?? "");
        if (outcome.recovery_handle === null) expect(outcome.output).toBe(`${text}..`);
        else expect(got).toMatchObject({ kind: "original", bytes: utf8(`${text}..`) });
      }),
    );
  });

  test("what cannot be stored is not shortened", () => {
    for (const answer of [{ kind: "full" }, { kind: "unavailable", reason: "busy" }] as const) {
      const { recovery } = recoveryOf({}, storeThatAnswers(answer));
      expect(recovery.compress(INPUT)).toEqual({
        output: INPUT,
        ratio: 0,
        tokens_before: 20,
        tokens_after: 20,
        basis: "inferred",
        content_type: "log",
        method: "passthrough",
        recovery_handle: null,
        withheld: answer.kind,
      });
    }
  });

  test("a pass-through stores nothing and keeps the count of foreign markers", () => {
    const { recovery, store } = recoveryOf({ compress: (input) => pass(input, { foreignMarkers: 3 }) });
    const outcome = recovery.compress(INPUT);
    expect(outcome).toMatchObject({ output: INPUT, ratio: 0, recovery_handle: null, foreign_markers: 3 });
    expect(outcome).not.toHaveProperty("lossless_to_model");
    expect(store.info().rows).toBe(0);
  });

  test("an engine that throws is a pass-through with an honest count", () => {
    const { recovery } = recoveryOf({
      compress: () => {
        throw new RangeError("Maximum call stack size exceeded");
      },
    });
    expect(recovery.compress(INPUT)).toMatchObject({
      output: INPUT,
      tokens_before: 20,
      recovery_handle: null,
    });
  });

  test("a cancelled call throws what its checkpoint threw", () => {
    const cancelled = new Error("cancelled");
    const compress = (_: string, options?: CompressOptions): Transform => {
      options?.checkpoint?.();
      return view(INPUT);
    };
    const { recovery } = recoveryOf({ compress });
    const checkpoint = () => {
      throw cancelled;
    };
    expect(() => recovery.compress(INPUT, { checkpoint })).toThrow(cancelled);
  });

  test("a call that takes more than 15 s passes through", () => {
    let time = 0;
    const engine = engineOf({
      compress: (input, options) => {
        for (let step = 0; step < 16; step++) {
          time += 1_000;
          options?.checkpoint?.();
        }
        return view(input);
      },
    });
    const store = new MemoryStore(1_000);
    const recovery = createRecovery({ engine, store, countTokens: count, clock: () => time });
    expect(recovery.compress(INPUT)).toMatchObject({ output: INPUT, recovery_handle: null });
    expect(store.info().rows).toBe(0);
  });

  test("accounting that cannot be true is refused loudly", () => {
    const lies: Transform[] = [
      pass(INPUT, { tokensBefore: 0, tokensAfter: 0 }),
      pass(INPUT, { tokensAfter: 0 }),
      pass(INPUT, { output: "shorter" }),
      view(INPUT, { tokensAfter: 20 }),
      view(INPUT, { tokensBefore: Number.NaN }),
      view(INPUT, { tokensAfter: -1 }),
    ];
    for (const lie of lies) {
      const { recovery, store } = recoveryOf({ compress: () => lie });
      expect(() => recovery.compress(INPUT)).toThrow(
        expect.objectContaining({ code: "cave_compress_failed" }),
      );
      expect(store.info().rows).toBe(0);
    }
  });

  test("an empty input may cost nothing", () => {
    const { recovery } = recoveryOf({ compress: (input) => pass(input) });
    expect(recovery.compress("")).toMatchObject({ output: "", ratio: 0, tokens_before: 0 });
  });

  test("a string with lone surrogates has no bytes and is never shortened", () => {
    const { recovery, store } = recoveryOf();
    expect(recovery.compress("\ud800 and more text")).toMatchObject({
      output: "\ud800 and more text",
      recovery_handle: null,
    });
    expect(store.info().rows).toBe(0);
  });

  test("bytes of a file are recovered as they are, byte order mark included", () => {
    const { recovery } = recoveryOf();
    const file = new Uint8Array([0xef, 0xbb, 0xbf, ...utf8("a file\r\n\0")]);
    const outcome = recovery.compress(file);
    expect(outcome.recovery_handle).toBe(handleOf(file));
    expect(recovery.retrieve(outcome.recovery_handle ?? "")).toMatchObject({ bytes: file });
  });

  test("bytes that are no UTF-8 pass through, at an estimated cost", () => {
    const { recovery, store } = recoveryOf();
    expect(recovery.compress(new Uint8Array([0xff, 0xfe, 1, 2, 3]))).toMatchObject({
      ratio: 0,
      tokens_before: 2,
      tokens_after: 2,
      tokens_estimated: true,
      content_type: "binary",
      recovery_handle: null,
    });
    expect(store.info().rows).toBe(0);
  });

  test("the ratio has at most four decimals", () => {
    const { recovery } = recoveryOf({ compress: (i) => view(i, { tokensBefore: 30_000, tokensAfter: 1 }) });
    expect(recovery.compress(INPUT).ratio).toBe(1);
    const third = recoveryOf({ compress: (i) => view(i, { tokensBefore: 3, tokensAfter: 1 }) });
    expect(third.recovery.compress(INPUT).ratio).toBe(0.6667);
  });

  test("simulate says the same and stores nothing", () => {
    const { recovery, store } = recoveryOf();
    const simulated = recovery.simulate(INPUT);
    expect(store.info().rows).toBe(0);
    expect(recovery.compress(INPUT)).toEqual({ ...simulated, recovery_handle: handleOf(utf8(INPUT)) });
  });
});

describe("retrieve", () => {
  const select = (original: string, query: string): string =>
    query === "none" ? original : original.slice(2, 6);

  test("a blank query is the whole original, any other goes to the engine trimmed", () => {
    const { recovery } = recoveryOf({ select });
    const handle = recovery.compress(INPUT).recovery_handle ?? "";
    for (const query of ["", "  \n"]) expect(recovery.retrieve(handle, query).kind).toBe("original");
    expect(recovery.retrieve(handle, " x ")).toEqual({ kind: "selection", text: "enty", contentType: "log" });
    expect(recovery.retrieve(handle, " none ").kind).toBe("original");
  });

  test("a query that the engine fails on gives the whole original", () => {
    const { recovery } = recoveryOf({
      select: () => {
        throw new Error("broken");
      },
    });
    const handle = recovery.compress(INPUT).recovery_handle ?? "";
    expect(recovery.retrieve(handle, "x")).toMatchObject({ kind: "original", bytes: utf8(INPUT) });
  });

  test("an original that is no UTF-8 is whole whatever the query", () => {
    const { recovery, store } = recoveryOf({ select });
    const original = new Uint8Array([0xff, 0xfe]);
    const put = store.put(original, {
      contentType: "text",
      compressor: "x",
      tokensBefore: 2,
      tokensAfter: 1,
    });
    if (put.kind !== "stored") throw new Error("not stored");
    expect(recovery.retrieve(put.handle, "x")).toMatchObject({ kind: "original", bytes: original });
  });

  test("what the store says is passed on", () => {
    const { recovery, store } = recoveryOf();
    expect(recovery.retrieve("ccr_00000000000000000000000000000000")).toEqual({ kind: "unknown" });
    store.close();
    expect(recovery.retrieve("ccr_00000000000000000000000000000000").kind).toBe("unavailable");
  });
});
