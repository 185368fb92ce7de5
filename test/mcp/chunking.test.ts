/** However the bytes are cut, the same messages are answered with the same answers. */
import { expect, test } from "bun:test";
import { argumentsOf } from "../../src/mcp/raw.ts";
import { type FuzzLine, fuzzLines, rechunk } from "../soak/lines.ts";
import { Connection, StubHost, text } from "./harness.ts";

const LIMIT = 300_000;

/** Answers every call with what it was given. */
class Echo extends StubHost {
  override async call(...[name, args]: Parameters<StubHost["call"]>): ReturnType<StubHost["call"]> {
    if (name === "throw") throw new Error("as asked");
    return text(JSON.stringify([name, argumentsOf(args)]));
  }
}

test("any chunking of a stream gets the same answers", async () => {
  const lines: FuzzLine[] = [];
  for (const line of fuzzLines({ seed: 3, tools: ["echo", "throw"], maxLineBytes: LIMIT })) {
    if (line.bytes.length < 2 * LIMIT && line.atMostOnce.length === 0) lines.push(line);
    if (lines.length === 1_500) break;
  }
  const answers = async (seed: number): Promise<string[]> => {
    const connection = new Connection({ host: new Echo(), maxLineBytes: LIMIT });
    for (const chunk of rechunk(
      lines.map((line) => line.bytes),
      seed,
    )) {
      connection.input.push(chunk.slice());
    }
    await connection.finish();
    return connection.lines.sort();
  };
  const [first, ...others] = await Promise.all([1, 2, 3].map(answers));
  expect(first?.length).toBeGreaterThan(1_000);
  for (const other of others) expect(other).toEqual(first as string[]);
});
