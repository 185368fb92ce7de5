/** Small parts of the offload: settings, the shared phase, the count memo, the clock. */
import { describe, expect, test } from "bun:test";
import { Control, Stopped } from "../../src/tools/offload/control.ts";
import { CountMemo } from "../../src/tools/offload/count-memo.ts";
import { DeadlinePassed, guardStore, startClock } from "../../src/tools/offload/world.ts";
import { INLINE_LIMIT_BYTES, readToolSettings } from "../../src/tools/settings.ts";

describe("CAVEMAN_MCP_INLINE_LIMIT_BYTES", () => {
  const read = (value: string | undefined) => {
    const lines: string[] = [];
    const { inlineLimitBytes } = readToolSettings({ CAVEMAN_MCP_INLINE_LIMIT_BYTES: value }, (l) =>
      lines.push(l),
    );
    return { inlineLimitBytes, lines: lines.length };
  };

  test("unset or empty: the default; 0: no limit; a number: that", () => {
    expect(read(undefined)).toEqual({ inlineLimitBytes: INLINE_LIMIT_BYTES, lines: 0 });
    expect(read("")).toEqual({ inlineLimitBytes: INLINE_LIMIT_BYTES, lines: 0 });
    expect(read("0")).toEqual({ inlineLimitBytes: Number.POSITIVE_INFINITY, lines: 0 });
    expect(read("1000")).toEqual({ inlineLimitBytes: 1000, lines: 0 });
  });

  test.each(["-1", "1e6", "10 MiB", "99999999999999999999"])("%s: the default, and one line", (value) => {
    expect(read(value)).toEqual({ inlineLimitBytes: INLINE_LIMIT_BYTES, lines: 1 });
  });
});

test("relative folders in CAVEMAN_MCP_READ_ROOTS are told of once", () => {
  const lines: string[] = [];
  readToolSettings({ CAVEMAN_MCP_READ_ROOTS: "a:/b:./c" }, (line) => lines.push(line));
  readToolSettings({ CAVEMAN_MCP_READ_ROOTS: "/b" }, (line) => lines.push(line));
  readToolSettings({ CAVEMAN_MCP_READ_ROOTS: "None" }, (line) => lines.push(line));
  expect(lines).toHaveLength(1);
});

describe("the phase", () => {
  test("a computing thread can be claimed once, one in the store or idle cannot", () => {
    const control = new Control();
    expect(control.claim()).toBe(false);
    control.reset();
    control.commit(() => expect(control.claim()).toBe(false));
    expect(control.claim()).toBe(true);
    expect(control.claim()).toBe(false);
  });

  test("leaving the store by an error makes it claimable again", () => {
    const control = new Control();
    control.reset();
    expect(() =>
      control.commit(() => {
        throw new Error("disk");
      }),
    ).toThrow("disk");
    expect(control.claim()).toBe(true);
  });

  test("a finished job cannot be claimed", () => {
    const control = new Control();
    control.reset();
    control.finish();
    expect(control.claim()).toBe(false);
  });

  test("both sides see one memory", () => {
    const main = new Control();
    const worker = new Control(main.buffer);
    main.reset();
    main.requestStop();
    expect(worker.stopRequested).toBe(true);
    main.reset();
    expect(worker.stopRequested).toBe(false);
  });
});

describe("the clock of a job", () => {
  test("stops a job that nobody waits for, and one whose time is over", () => {
    const control = new Control();
    control.reset();
    expect(startClock(control)).not.toThrow();
    expect(startClock(control, -1)).toThrow(DeadlinePassed);
    control.requestStop();
    expect(startClock(control)).toThrow(Stopped);
  });
});

test("a stopped job does not enter the store any more", () => {
  const control = new Control();
  control.reset();
  control.requestStop();
  let entered = false;
  const store = guardStore(
    {
      put: () => {
        entered = true;
        return { kind: "full" };
      },
      get: () => ({ kind: "unknown" }),
      info: () => ({ path: null, rows: 0, bytes: 0, budget: 0, health: "ok" }),
      close: () => {},
    },
    control,
    () => {},
  );
  const meta = { contentType: "", compressor: "", tokensBefore: 0, tokensAfter: 0 };
  expect(() => store.put(new Uint8Array(), meta)).toThrow(Stopped);
  expect(entered).toBe(false);
});

describe("the count memo", () => {
  test("counts the longest text once until it is told to forget", () => {
    const counted: string[] = [];
    const memo = new CountMemo((text) => {
      counted.push(text);
      return { tokens: text.length, estimated: false };
    });
    for (const text of ["long text", "view", "long text", "view", "long text"]) {
      expect(memo.count(text).tokens).toBe(text.length);
    }
    expect(counted).toEqual(["long text", "view", "view"]);
    memo.forget();
    memo.count("long text");
    expect(counted).toHaveLength(4);
  });
});
