import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  type Message,
  MessageBuilder,
  MessageTooLarge,
  memberText,
} from "../../../src/proxy/json/message.ts";

/** Feeds bytes in pieces of the given sizes, over and over. */
function inPieces(bytes: Uint8Array, sizes: readonly number[]): Message[] {
  const builder = new MessageBuilder(bytes.length);
  for (let at = 0, k = 0; at < bytes.length; k++) {
    const size = sizes[k % sizes.length] ?? 1;
    builder.push(bytes.subarray(at, at + size));
    at += size;
  }
  return builder.finish();
}

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });

describe("message builder", () => {
  test("finds the members however the bytes are cut", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer(), sizes, fc.boolean(), (value, id, cut, pretty) => {
        const message = { result: value, jsonrpc: "2.0", id };
        const text = JSON.stringify(message, null, pretty ? 2 : 0);
        const [found] = inPieces(new TextEncoder().encode(text), cut);
        if (!found) throw new Error("no message");
        expect(JSON.parse(memberText(found, "result") ?? "")).toEqual(JSON.parse(JSON.stringify(value)));
        expect(memberText(found, "id")).toBe(String(id));
      }),
    );
  });

  test("reads batches member by member", () => {
    const [first, second] = inPieces(
      new TextEncoder().encode(' [ {"id":1,"result":{}} ,\n{"method":"x"}] '),
      [3],
    );
    expect(first && memberText(first, "id")).toBe("1");
    expect(second && memberText(second, "method")).toBe('"x"');
  });

  test.each(["", "{", '{"a"}', '{"a":1,}', '{"a":1}x', "nonsense", '{"a":}', '{"a" 1}', "{,}", '{"a":1 2}'])(
    "refuses %p",
    (text) => {
      const reading = () => {
        const messages = inPieces(new TextEncoder().encode(text), [2]);
        // What is not looked into here is found by whoever reads the member.
        for (const message of messages)
          for (const key of message.members.keys()) JSON.parse(memberText(message, key) ?? "");
      };
      expect(reading).toThrow();
    },
  );

  test("keeps nothing beyond its limit", () => {
    const builder = new MessageBuilder(10);
    builder.push(new Uint8Array(10));
    expect(() => builder.push(new Uint8Array(1))).toThrow(MessageTooLarge);
  });
});
