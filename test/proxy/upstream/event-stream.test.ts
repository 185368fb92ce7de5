import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { EventStreamParser } from "../../../src/proxy/upstream/event-stream.ts";

interface Event {
  type: string;
  id: string | undefined;
  data: string | null;
}

function parse(
  text: string | Uint8Array,
  size = Number.POSITIVE_INFINITY,
): { events: Event[]; retry: number[] } {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const events: Event[] = [];
  const retry: number[] = [];
  let data: Uint8Array[] = [];
  const parser = new EventStreamParser({
    data: (piece) => data.push(piece.slice()),
    retry: (ms) => retry.push(ms),
    event: ({ type, id, hasData }) => {
      events.push({ type, id, data: hasData ? Buffer.concat(data).toString() : null });
      data = [];
    },
  });
  for (let at = 0; at < bytes.length; at += size)
    parser.push(bytes.subarray(at, Math.min(bytes.length, at + size)));
  return { events, retry };
}

describe("event stream", () => {
  test("fields, several data lines, comments, ids that stay, retry", () => {
    const { events, retry } = parse(
      ": hello\nid: 1\nevent: endpoint\ndata: /a\ndata:b\n\ndata: x\nretry: 250\n\nid\ndata\n\nid: 9\n\n",
    );
    expect(events).toEqual([
      { type: "endpoint", id: "1", data: "/a\nb" },
      { type: "message", id: "1", data: "x" },
      { type: "message", id: "", data: "" },
      { type: "message", id: "9", data: null },
    ]);
    expect(retry).toEqual([250]);
  });

  test("a byte order mark, and every kind of line end", () => {
    expect(parse("\ufeffdata: a\r\n\r\ndata: b\r\rdata: c\n\n").events.map((e) => e.data)).toEqual([
      "a",
      "b",
      "c",
    ]);
  });

  test("the data of an unfinished event is no event", () => {
    expect(parse("data: a\n").events).toEqual([]);
  });

  test("the cut between chunks is no matter", () => {
    const data = fc.string({ unit: "binary" }).filter((s) => !/[\r\n]|\p{Surrogate}/u.test(s));
    const end = fc.constantFrom("\n", "\r\n", "\r");
    fc.assert(
      fc.property(fc.array(fc.tuple(data, data)), end, fc.integer({ min: 1, max: 7 }), (pairs, eol, size) => {
        const text = pairs.map(([a, b]) => `id: 7${eol}data: ${a}${eol}data: ${b}${eol}${eol}`).join("");
        expect(parse(text, size).events.map((e) => e.data)).toEqual(pairs.map(([a, b]) => `${a}\n${b}`));
      }),
    );
  });

  test("a field of a megabyte does not stay in memory, and the next event is read", () => {
    expect(parse(`noise${"x".repeat(1_000_000)}: y\ndata: z\n\n`, 65_536).events.map((e) => e.data)).toEqual([
      "z",
    ]);
  });
});
