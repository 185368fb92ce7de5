/**
 * Messages as they leave: segments of text and ready bytes that the writer puts on one line.
 * Large results are spliced, never serialised again.
 */
import type { CacheHint, EncodedResult, ListResult, Revision, ToolResult } from "./contract.ts";
import type { RpcError } from "./errors.ts";
import type { Id } from "./ids.ts";
import { STATIC_TTL_MS } from "./limits.ts";

/** One message, or a part of one, without its newline. */
export type Segments = readonly (string | Uint8Array)[];

export interface ServerInfo {
  readonly name: string;
  readonly version: string;
  /** Shown from 2025-06-18 on. */
  readonly title?: string;
}

const SPACE = 0x20;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const DEFAULT_CACHE: CacheHint = { ttlMs: STATIC_TTL_MS, cacheScope: "public" };

/** About as many bytes: UTF-16 units stand for those of text, which is good enough for a bound. */
export function sizeOf(segments: Segments): number {
  let size = 0;
  for (const segment of segments) size += segment.length;
  return size;
}

/** `id` null where the request could not be told. */
export function errorAnswer(id: Id | null, error: RpcError): Segments {
  const data = error.data === undefined ? "" : `,"data":${onOneLine(error.data)}`;
  const head = `{"jsonrpc":"2.0","id":${id?.literal ?? "null"},"error":{"code":${error.code}`;
  return [`${head},"message":${JSON.stringify(error.message)}${data}}}`];
}

/** A result given by the JSON text of its members; 2026-07-28 adds `resultType` and `_meta`. */
export function resultAnswer(id: Id, members: Segments, envelope: ResultEnvelope): Segments {
  const empty = sizeOf(members) === 0;
  const { before, after } = envelope;
  const glue = (a: string, b: boolean): string => (a !== "" && b ? "," : "");
  return [
    `{"jsonrpc":"2.0","id":${id.literal},"result":{${before}${glue(before, !empty || after !== "")}`,
    ...members,
    `${empty ? "" : glue(after, true)}${after}}}`,
  ];
}

/** Members of a result around those that the method gives: JSON text without leading or trailing comma. */
export interface ResultEnvelope {
  readonly before: string;
  readonly after: string;
}

export const BARE: ResultEnvelope = { before: "", after: "" };

/** The envelope that a revision asks for around what a host gave. */
export function envelopeFor(
  revision: Revision,
  info: ServerInfo,
  given: { readonly meta?: string; readonly resultType?: string } = {},
): ResultEnvelope {
  const meta = given.meta === undefined ? "" : innards(given.meta);
  if (revision !== "2026-07-28") return meta === "" ? BARE : { before: "", after: `"_meta":{${meta}}` };
  const serverInfo = `"io.modelcontextprotocol/serverInfo":${JSON.stringify(info)}`;
  return {
    before: `"resultType":${JSON.stringify(given.resultType ?? "complete")}`,
    after: `"_meta":{${serverInfo}${meta === "" ? "" : `,${meta}`}}`,
  };
}

/** The answer to tools/call. Throws a TypeError for a result that is none: the host's fault. */
export function callAnswer(id: Id, result: ToolResult, revision: Revision, info: ServerInfo): Segments {
  if ("encoded" in result) {
    return resultAnswer(id, [bytesOnOneLine(result.encoded)], envelopeFor(revision, info, result));
  }
  if (!Array.isArray(result.content) || typeof result.isError !== "boolean") {
    throw new TypeError("a tool result needs content and isError");
  }
  const members = `"content":${JSON.stringify(result.content)},"isError":${result.isError}`;
  return resultAnswer(id, [members], envelopeFor(revision, info));
}

/** The answer to tools/list. */
export function listAnswer(id: Id, list: ListResult, revision: Revision, info: ServerInfo): Segments {
  const given: (EncodedResult & { cache?: CacheHint }) | undefined = "encoded" in list ? list : undefined;
  const members: Segments = given ? [bytesOnOneLine(given.encoded)] : [`"tools":${JSON.stringify(list)}`];
  const cache = revision === "2026-07-28" ? `,${cacheMembers(given?.cache)}` : "";
  return resultAnswer(id, [...members, cache], envelopeFor(revision, info, given));
}

/** `ttlMs` and `cacheScope`, which 2026-07-28 wants on lists and on server/discover. */
export function cacheMembers(hint: CacheHint = DEFAULT_CACHE): string {
  return `"ttlMs":${hint.ttlMs},"cacheScope":${JSON.stringify(hint.cacheScope)}`;
}

/** A notification whose params are given as JSON text. */
export function notification(method: string, params?: string): Segments {
  return [`{"jsonrpc":"2.0","method":"${method}"${params === undefined ? "" : `,"params":${params}`}}`];
}

/** The result of a failed tool, for a model to read and go on. */
export function toolError(code: `cave_${string}`, message: string): ToolResult {
  return { content: [{ type: "text", text: JSON.stringify({ error: code, message }) }], isError: true };
}

/** Members of a JSON object's text. */
function innards(object: string): string {
  const text = onOneLine(object).trim();
  if (!text.startsWith("{") || !text.endsWith("}"))
    throw new TypeError("meta must be the JSON text of an object");
  return text.slice(1, -1).trim();
}

/** Line breaks in JSON are only ever white space between its parts, so a blank says the same. */
function onOneLine(json: string): string {
  return json.replace(/[\r\n]+/g, " ");
}

function bytesOnOneLine(json: Uint8Array): Uint8Array {
  if (!(json instanceof Uint8Array)) throw new TypeError("encoded must be bytes");
  if (!json.includes(LINE_FEED) && !json.includes(CARRIAGE_RETURN)) return json;
  return json.map((byte) => (byte === LINE_FEED || byte === CARRIAGE_RETURN ? SPACE : byte));
}
