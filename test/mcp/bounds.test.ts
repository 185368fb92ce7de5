/** What a peer can make grow has a bound: a slow reader, unanswered requests, pieces of any size. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { ToolResult } from "../../src/mcp/contract.ts";
import { MAX_HELD_REQUESTS, MAX_QUEUED_BYTES } from "../../src/mcp/limits.ts";
import { Writer } from "../../src/mcp/writer.ts";
import { Connection, StubHost } from "./harness.ts";

/** Lets everything happen that can happen without new input. */
async function settle(): Promise<void> {
  for (let i = 0; i < 50; i++) await new Promise((resolve) => setImmediate(resolve));
}

describe("bounds", () => {
  test("a slow reader stops calls from being started and lines from being read, and loses nothing", async () => {
    const MiB = 1 << 20;
    const encoded = Buffer.from(`"content":[{"type":"text","text":"${"x".repeat(MiB)}"}],"isError":false`);
    let started = 0;
    class Generous extends StubHost {
      override async call(): Promise<ToolResult> {
        started++;
        return { encoded };
      }
    }
    const host = new Generous();
    const connection = new Connection({ host });
    connection.output.pause();
    for (let id = 0; id < 200; id++) connection.call(id, "any");
    await settle();
    expect(started).toBeLessThanOrEqual(MAX_QUEUED_BYTES / MiB + host.concurrency);
    expect(connection.input.unread).toBeGreaterThan(0);
    connection.output.resume();
    const ids = (await connection.finish()).map((m) => m.id);
    expect(new Set(ids).size).toBe(200);
    expect(ids.length).toBe(200);
  });

  test("progress is dropped while the reader is slow", async () => {
    const host = new StubHost();
    const connection = new Connection({ host }).call(1, "hold", {}, { progressToken: 1 }).call(2, "hold");
    const call = await host.open();
    connection.output.pause();
    (await host.open(1)).finish({ encoded: Buffer.from(`"a":"${"x".repeat(MAX_QUEUED_BYTES)}"`) });
    await settle();
    call.context.progress(1);
    connection.output.resume();
    await connection.answer(2);
    call.context.progress(2);
    call.finish();
    const progress = (await connection.finish()).filter((m) => m.method).map((m) => m.params?.progress);
    expect(progress).toEqual([2]);
  });

  test("so many unanswered requests stop the reading until some are answered", async () => {
    const host = new StubHost();
    const connection = new Connection({ host });
    const more = 50;
    for (let id = 0; id < MAX_HELD_REQUESTS + more; id++) connection.call(id, "hold");
    await settle();
    expect(connection.input.unread).toBeGreaterThan(0);
    expect(connection.input.unread).toBeLessThanOrEqual(more);
    for (let n = 0; n < MAX_HELD_REQUESTS + more; n++) (await host.open(n)).finish();
    expect((await connection.finish()).length).toBe(MAX_HELD_REQUESTS + more);
  });
});

describe("writer", () => {
  test("whatever the reader takes at once, the bytes come whole and in order", async () => {
    const segment = fc.oneof(fc.string({ unit: "grapheme" }), fc.uint8Array({ maxLength: 20 }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(segment, { maxLength: 4 }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 9 }),
        async (messages, atOnce) => {
          const got: Uint8Array[] = [];
          const writer = new Writer({
            async write(bytes) {
              await Promise.resolve();
              got.push(bytes.slice(0, atOnce));
              return Math.min(bytes.length, atOnce);
            },
          });
          for (const message of messages) writer.send(message);
          expect(await writer.flush(10_000)).toBe(true);
          const wanted = messages.flatMap((message) => [
            ...message.map((part) => Buffer.from(part)),
            Buffer.from("\n"),
          ]);
          expect(Buffer.concat(got)).toEqual(Buffer.concat(wanted));
        },
      ),
    );
  });

  test("large pieces are written in slices, small ones together", async () => {
    const sizes: number[] = [];
    const writer = new Writer({
      async write(bytes) {
        sizes.push(bytes.length);
        await new Promise((resolve) => setImmediate(resolve));
        return bytes.length;
      },
    });
    writer.send(["first"]);
    for (let i = 0; i < 1_000; i++) writer.send(["0123456789"]);
    writer.send([new Uint8Array(1_000_000)]);
    await writer.flush(10_000);
    expect(sizes.length).toBeLessThan(8);
    expect(Math.max(...sizes)).toBe(256 * 1024);
  });

  test("gives up on a reader that takes nothing, and on one that is gone", async () => {
    const stuck = new Writer({ write: () => new Promise(() => {}) });
    stuck.send(["x"]);
    expect(await stuck.flush(1)).toBe(false);

    const lost = new Writer({ write: () => Promise.reject(new Error("EPIPE")) }, 1);
    lost.send(["x"]);
    await lost.broken;
    expect([await lost.flush(10_000), lost.crowded]).toEqual([false, false]);
    lost.send(["y"]);
    await lost.room(true);
  });
});
