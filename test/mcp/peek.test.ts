/** What a line holds, as far as the protocol needs it. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Envelope } from "../../src/mcp/contract.ts";
import { MAX_BATCH_MEMBERS, MAX_LITERAL_BYTES } from "../../src/mcp/limits.ts";
import { peek } from "../../src/mcp/peek.ts";
import { argumentsOf, textOf } from "../../src/mcp/raw.ts";

const encoder = new TextEncoder();
const look = (text: string) => peek(encoder.encode(text));

function only(text: string): Envelope {
  const found = look(text);
  if (found.kind !== "message") throw new Error(`a message was expected, not ${found.kind}`);
  return found.envelope;
}

describe("peek", () => {
  test("keeps literals as they were written", () => {
    for (const id of [
      "0",
      "-0",
      "1.0",
      "1e0",
      "9007199254740993",
      '""',
      '"\\u0061"',
      '"é"',
      "null",
      "true",
    ]) {
      expect(only(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`).id).toBe(id);
    }
    expect(only('{"id":{"a":1}}').id).toBe("{");
    expect(only('{"id":[1]}').id).toBe("[");
    expect(only("{}").id).toBeUndefined();
  });

  test("reads keys that are written with escapes, and of duplicates the last", () => {
    expect(only('{"\\u0069\\u0064":7}').id).toBe("7");
    expect(only('{"id":1,"id":2}').id).toBe("2");
    const twice = only('{"params":{"name":"a","_meta":{"progressToken":1}},"params":{"cursor":"b"}}').params;
    expect(twice?.name).toBeUndefined();
    expect(twice?.meta).toBeUndefined();
    expect(twice?.cursor).toBe('"b"');
  });

  test("finds arguments and params by position", () => {
    const text =
      '{"é":1,"params" : {"name":"x", "arguments" : {"n": 12345678901234567890, "s":"ü"} , "z":[]} }';
    const bytes = encoder.encode(text);
    const params = only(text).params;
    const at = params?.arguments ?? { start: 0, end: 0 };
    const slice = (start: number, end: number) => new TextDecoder().decode(bytes.slice(start, end));
    expect(slice(at.start, at.end)).toBe('{"n": 12345678901234567890, "s":"ü"}');
    expect(slice(params?.start ?? 0, params?.end ?? 0)).toStartWith('{"name"');
    expect(slice(params?.start ?? 0, params?.end ?? 0)).toEndWith('"z":[]}');

    const line = new SharedArrayBuffer(bytes.length);
    new Uint8Array(line).set(bytes);
    expect(textOf({ kind: "line", line, ...at })).toBe('{"n": 12345678901234567890, "s":"ü"}');
    expect(argumentsOf({ kind: "line", line, ...at })).toEqual({ n: Number("12345678901234567890"), s: "ü" });
    expect(argumentsOf({ kind: "parsed", value: 5 })).toBe(5);
  });

  test("reads what revisions and cancellation need", () => {
    const found = only(
      JSON.stringify({
        params: {
          protocolVersion: "2024-11-05",
          requestId: 4,
          notifications: { toolsListChanged: true },
          _meta: {
            progressToken: 0,
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": { name: "x" },
          },
        },
      }),
    ).params;
    expect(found).toMatchObject({
      literal: "{",
      protocolVersion: '"2024-11-05"',
      requestId: "4",
      toolsListChanged: "true",
      meta: {
        literal: "{",
        progressToken: "0",
        protocolVersion: '"2026-07-28"',
        clientCapabilities: "{",
        clientInfo: "{",
      },
    });
    expect(only('{"params":{"_meta":null,"notifications":3}}').params).toMatchObject({
      meta: { literal: "null" },
      toolsListChanged: "null",
    });
    expect(only('{"params":[1,2]}').params?.literal).toBe("[");
  });

  test("tells blank, malformed, message and batch apart", () => {
    for (const blank of ["", " ", "\r", " \t\r"]) expect(look(blank)).toEqual({ kind: "blank" });
    expect(look("{")).toEqual({ kind: "malformed", reason: "json", at: 1 });
    expect(look("\ufeff{}")).toEqual({ kind: "malformed", reason: "json", at: 0 });
    expect(look("\u0000")).toEqual({ kind: "malformed", reason: "json", at: 0 });
    expect(look("{}{}")).toEqual({ kind: "malformed", reason: "json", at: 2 });
    expect(peek(new Uint8Array([0x22, 0xff, 0x22]))).toEqual({ kind: "malformed", reason: "utf8" });
    expect(look("5")).toEqual({ kind: "message", envelope: { message: "5" } });
    expect(look("[]")).toEqual({ kind: "batch", envelopes: [] });
    expect(look('[{"id":1},[2],3]')).toEqual({
      kind: "batch",
      envelopes: [{ message: "{", id: "1" }, { message: "[" }, { message: "3" }],
    });
    const most = `[${Array(MAX_BATCH_MEMBERS).fill("1").join()}]`;
    expect(look(most).kind).toBe("batch");
    expect(look(most.replace("[", "[0,"))).toEqual({ kind: "crowded", members: MAX_BATCH_MEMBERS + 1 });
  });

  test("what it returns is bounded", () => {
    const long = JSON.stringify("x".repeat(MAX_LITERAL_BYTES));
    expect(
      only(`{"id":${long},"method":${long},"params":{"name":${long},"arguments":${long}}}`),
    ).toMatchObject({
      id: "~",
      method: "~",
      params: { name: "~" },
    });
  });

  test("never throws, and agrees with JSON.parse on what is JSON", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 40 }),
          fc.json({ maxDepth: 4 }).map((text) => encoder.encode(text)),
        ),
        (bytes) => {
          const found = peek(bytes);
          let value: unknown;
          try {
            const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
            if (/^[ \t\r\n]*$/.test(text)) return expect(found.kind).toBe("blank");
            value = JSON.parse(text);
          } catch {
            return expect(found.kind).toBe("malformed");
          }
          expect(["batch", "crowded"].includes(found.kind)).toBe(Array.isArray(value));
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
