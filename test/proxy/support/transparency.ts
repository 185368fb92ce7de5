/** Compares what an upstream answers directly with what the proxy makes of it. */
import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Direct } from "./direct.ts";
import type { RunningProxy } from "./running-proxy.ts";

type Json = Record<string, unknown>;

/** The literal result of a response line, parsed; key order stays, so stringifying shows it. */
function resultOf(line: string): Json {
  return (JSON.parse(line) as { result: Json }).result;
}

/** The two declared deviations, and nothing else. */
function asProxied(page: Json): Json {
  const tools = (page.tools as Json[]).map((tool) => {
    const { outputSchema: _, ...rest } = tool;
    return "description" in rest ? { ...rest, description: `[proxy] ${rest.description}` } : rest;
  });
  return { ...page, tools };
}

/** Every page of the list. @returns the number of tools */
export async function compareLists(direct: Direct, proxy: RunningProxy): Promise<number> {
  let cursor: unknown;
  let count = 0;
  do {
    const params = cursor === undefined ? {} : { cursor };
    const plain = resultOf(await direct.request("tools/list", params));
    const proxied = (await proxy.request("tools/list", params)).result;
    expect(JSON.stringify(proxied)).toBe(JSON.stringify(asProxied(plain)));
    count += (plain.tools as Json[]).length;
    cursor = plain.nextCursor;
  } while (cursor !== undefined);
  return count;
}

/** The file of one call holds what the upstream says directly. */
export async function compareCall(
  direct: Direct,
  proxy: RunningProxy,
  name: string,
  args: unknown,
): Promise<void> {
  const plain = resultOf(await direct.request("tools/call", { name, arguments: args }));
  const outcome = await proxy.call(name, args);
  expect(outcome.isError).toBe(plain.isError === true);
  const file = outcome.file ?? "";
  const written = readFileSync(file, "utf8");
  const content = plain.content as Json[];
  const [only] = content;
  if (
    content.length === 1 &&
    only?.type === "text" &&
    Object.keys(only).length === 2 &&
    !plain.structuredContent
  ) {
    expect(written).toBe(only.text as string);
    return;
  }
  const envelope = JSON.parse(written, (key, value) =>
    key === "data" && typeof value === "string" && value.startsWith("blocks/")
      ? readFileSync(join(dirname(file), value)).toString("base64")
      : value,
  );
  expect(JSON.stringify(envelope)).toBe(JSON.stringify(plain));
}
