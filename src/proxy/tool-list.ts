/**
 * One page of the upstream's tools/list made into ours: every byte literal, but for the two declared
 * deviations: a prefix before each description, and no outputSchema.
 */
import { createHash } from "node:crypto";
import type { CacheHint, EncodedResult } from "../mcp/contract.ts";
import { type Extent, isArrayAt, isObjectAt, isStringAt } from "../text/json-bytes.ts";
import { decodeString, elementsOf, literalOf, type Member, membersOf } from "./json/members.ts";
import { lineOf, onOneLine, Splice, slice } from "./json/splice.ts";
import type { Era } from "./upstream/handshake.ts";

export interface ToolPage {
  readonly encoded: EncodedResult & { readonly cache?: CacheHint };
  readonly tools: readonly ListedTool[];
  /** SHA-256 of the literal `tools`. */
  readonly digest: string;
  readonly nextCursor: string | null;
}

/** What the proxy itself must know of a tool. */
export interface ListedTool {
  readonly name: string;
  /** Its annotations say that calling it twice does no harm. */
  readonly replayable: boolean;
  /** Literal of `inputSchema`, where it may name headers (2026-07-28). */
  readonly headerSchema: string | null;
}

/** For 2026-07-28 hosts of an upstream that says nothing: its list may change, and depend on the credentials. */
const UNKNOWN_LIFE: CacheHint = { ttlMs: 60_000, cacheScope: "private" };

/** Members of a 2026-07-28 result that the downstream side writes itself. */
const MODERN_MEMBERS = new Set(["resultType", "ttlMs", "cacheScope"]);

/**
 * @param result literal of the result
 * @throws JsonSyntaxError
 */
export function toolPage(result: Uint8Array, prefix: string, era: Era): ToolPage {
  const members = [...membersOf(result, 0)];
  const tools: ListedTool[] = [];
  const page = new Splice();
  let meta: string | undefined;
  let digest = "";
  let nextCursor: string | null = null;
  for (const member of members) {
    const { key, value } = member;
    if (era === "modern" && MODERN_MEMBERS.has(key)) continue;
    if (key === "_meta" && isObjectAt(result, value.start)) {
      meta = withoutServerInfo(result, value);
      continue;
    }
    if (key === "nextCursor" && isStringAt(result, value.start)) nextCursor = decodeString(result, value);
    if (key === "tools" && isArrayAt(result, value.start)) {
      digest = createHash("sha256").update(slice(result, value)).digest("hex");
      page.addMember(result, member, rewriteTools(result, value, prefix, tools));
    } else page.addMember(result, member);
  }
  const cache = (era === "modern" ? cacheHint(result, members) : null) ?? UNKNOWN_LIFE;
  return {
    encoded: {
      encoded: onOneLine(page.join()),
      ...(meta === undefined ? {} : { meta }),
      cache,
    },
    tools,
    digest,
    nextCursor,
  };
}

function rewriteTools(bytes: Uint8Array, list: Extent, prefix: string, tools: ListedTool[]): Uint8Array {
  const rewritten = new Splice();
  for (const element of elementsOf(bytes, list.start)) {
    if (!isObjectAt(bytes, element.start)) {
      rewritten.add(slice(bytes, element));
      continue;
    }
    const members = [...membersOf(bytes, element.start)];
    const tool = listed(bytes, members);
    if (tool) tools.push(tool);
    rewritten.add(rewriteTool(bytes, members, prefix));
  }
  return rewritten.join("[", "]");
}

function rewriteTool(bytes: Uint8Array, members: readonly Member[], prefix: string): Uint8Array {
  const tool = new Splice();
  for (const member of members) {
    const { key, value } = member;
    if (key === "outputSchema") continue;
    if (key === "description" && isStringAt(bytes, value.start)) {
      const opening = Buffer.from(JSON.stringify(prefix).slice(0, -1));
      tool.addMember(bytes, member, opening, bytes.subarray(value.start + 1, value.end));
    } else tool.addMember(bytes, member);
  }
  return tool.join("{", "}");
}

function listed(bytes: Uint8Array, members: readonly Member[]): ListedTool | null {
  const last = (key: string) => members.findLast((member) => member.key === key)?.value;
  const name = last("name");
  if (!name || !isStringAt(bytes, name.start)) return null;
  const annotations = last("annotations");
  const schema = last("inputSchema");
  const schemaText = schema && literalOf(bytes, schema);
  return {
    name: decodeString(bytes, name),
    replayable: annotations !== undefined && saysHarmless(bytes, annotations),
    headerSchema: schemaText?.includes("x-mcp-header") ? schemaText : null,
  };
}

function saysHarmless(bytes: Uint8Array, annotations: Extent): boolean {
  if (!isObjectAt(bytes, annotations.start)) return false;
  return [...membersOf(bytes, annotations.start)].some(
    ({ key, value }) =>
      (key === "readOnlyHint" || key === "idempotentHint") && literalOf(bytes, value) === "true",
  );
}

function withoutServerInfo(bytes: Uint8Array, meta: Extent): string | undefined {
  const kept = [...membersOf(bytes, meta.start)].filter(
    ({ key }) => key !== "io.modelcontextprotocol/serverInfo",
  );
  if (kept.length === 0) return undefined;
  const members = kept.map(({ keyExtent, value }) => `${lineOf(bytes, keyExtent)}:${lineOf(bytes, value)}`);
  return `{${members.join(",")}}`;
}

function cacheHint(bytes: Uint8Array, members: readonly Member[]): CacheHint | null {
  const value = (key: string): unknown => {
    const found = members.findLast((member) => member.key === key);
    return found && JSON.parse(literalOf(bytes, found.value));
  };
  const ttlMs = value("ttlMs");
  const cacheScope = value("cacheScope");
  if (typeof ttlMs !== "number" || (cacheScope !== "public" && cacheScope !== "private")) return null;
  return { ttlMs, cacheScope };
}
