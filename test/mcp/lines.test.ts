/** Any chunking of a byte stream gives the same lines, and memory is bounded by the limit. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { SHORT_LINE_BYTES } from "../../src/mcp/limits.ts";
import { type Line, LineSplitter } from "../../src/mcp/lines.ts";

const LIMIT = 40;

function show(line: Line): string {
  if (line.kind === "oversized") return `oversized ${line.length}`;
  const bytes = line.kind === "short" ? line.bytes : new Uint8Array(line.line);
  return `${line.kind} ${Buffer.from(bytes).toString("latin1")}`;
}

function split(chunks: Uint8Array[], limit = LIMIT): string[] {
  const splitter = new LineSplitter(limit);
  const out: string[] = [];
  for (const chunk of chunks) for (const line of splitter.push(chunk)) out.push(show(line));
  for (const line of splitter.end()) out.push(show(line));
  return out;
}

/** What is right, said simply. */
function expected(bytes: Uint8Array): string[] {
  const lines = Buffer.from(bytes).toString("latin1").split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line) => (line.length > LIMIT ? `oversized ${line.length}` : `short ${line}`));
}

describe("lines", () => {
  test("any chunking gives the same lines", () => {
    const byte = fc.oneof(
      { weight: 1, arbitrary: fc.constant(10) },
      { weight: 12, arbitrary: fc.nat({ max: 255 }) },
    );
    fc.assert(
      fc.property(
        fc.array(byte, { maxLength: 300 }),
        fc.array(fc.nat({ max: 90 }), { maxLength: 20 }),
        (data, sizes) => {
          const bytes = Uint8Array.from(data);
          const chunks: Uint8Array[] = [];
          let at = 0;
          for (const size of sizes) {
            chunks.push(bytes.slice(at, at + size));
            at += size;
          }
          chunks.push(bytes.slice(at));
          expect(split(chunks)).toEqual(expected(bytes));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test("the limit is the longest line that is served", () => {
    const line = (n: number) => Buffer.from(`${"x".repeat(n)}\n{}\n`);
    expect(split([line(LIMIT)])).toEqual([`short ${"x".repeat(LIMIT)}`, "short {}"]);
    expect(split([line(LIMIT + 1)])).toEqual([`oversized ${LIMIT + 1}`, "short {}"]);
  });

  test("long lines come in shared memory, however they were cut", () => {
    const long = Buffer.from(`${"é".repeat(SHORT_LINE_BYTES / 2)}x\n`);
    const whole = split([long], 1 << 20);
    expect(whole[0]).toStartWith("long ");
    for (const size of [1_000, 65_536, long.length - 1]) {
      const chunks: Uint8Array[] = [];
      for (let at = 0; at < long.length; at += size) chunks.push(long.subarray(at, at + size));
      expect(split(chunks, 1 << 20)).toEqual(whole);
    }
    expect(split([long.subarray(1)], 1 << 20)[0]).toStartWith("short ");
  });

  test("bytes trickling in cost no more than their line", () => {
    const splitter = new LineSplitter(1 << 20);
    const one = new Uint8Array(1).fill(0x78);
    for (let i = 0; i < 200_000; i++) for (const _ of splitter.push(one)) throw new Error("no newline came");
    const [line] = [...splitter.push(Buffer.from("\n"))];
    expect(line?.kind === "long" && line.line.byteLength).toBe(200_000);
  });
});
