/** JSON-RPC messages of the upstream side, built from and read as literal JSON. */

import { literalOf } from "../json/members.ts";
import { type Message, memberText, memberValue } from "../json/message.ts";
import { UpstreamFailure } from "./failure.ts";

const ENCODER = new TextEncoder();

/** A request on one line. `params` is the literal JSON of an object. */
export function encodeRequest(id: number, method: string, params: string | Uint8Array): Uint8Array {
  const head = `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":`;
  return Buffer.concat([
    ENCODER.encode(head),
    typeof params === "string" ? ENCODER.encode(params) : params,
    BRACE,
  ]);
}

const BRACE = ENCODER.encode("}");

export function encodeNotification(method: string, params?: object): Uint8Array {
  return ENCODER.encode(JSON.stringify({ jsonrpc: "2.0", method, ...(params ? { params } : {}) }));
}

/** The answer to a request that we do not serve (sampling, roots, elicitation): -32601; ping is answered. */
export function answerTo(message: Message): Uint8Array | null {
  const id = memberText(message, "id");
  if (id === undefined || id === "null") return null;
  if (memberValue(message, "method") === "ping")
    return ENCODER.encode(`{"jsonrpc":"2.0","id":${id},"result":{}}`);
  return ENCODER.encode(
    `{"jsonrpc":"2.0","id":${id},"error":{"code":-32601,"message":"caveman-mcp-proxy passes on tools only"}}`,
  );
}

export function isResponse(message: Message): boolean {
  return !message.members.has("method") && (message.members.has("result") || message.members.has("error"));
}

/** Whether a response is to request `id`; an error without an id (id null) counts where only one can be meant. */
export function answers(message: Message, id: number, only: boolean): boolean {
  if (!isResponse(message)) return false;
  const text = memberText(message, "id");
  if (text === undefined || text === "null") return only && message.members.has("error");
  return text === String(id) || Number(text) === id;
}

export interface RpcErrorObject {
  readonly code: number;
  readonly message: string;
  /** Literal JSON of `data`, on one line. */
  readonly data?: string;
}

/** The error of a response, or null where it has a result. */
export function errorOf(message: Message): RpcErrorObject | null {
  if (message.members.has("result")) return null;
  const value = memberValue(message, "error");
  if (typeof value !== "object" || value === null) {
    throw new UpstreamFailure("invalid", "the answer has neither a result nor an error", "maybe");
  }
  const { code, message: text, data } = value as { code?: unknown; message?: unknown; data?: unknown };
  return {
    code: typeof code === "number" && Number.isInteger(code) ? code : -32603,
    message: typeof text === "string" ? text : "the upstream gave no message",
    ...(data === undefined ? {} : { data: JSON.stringify(data) }),
  };
}

/** The literal of a response's result as text; for answers that are known to be small. */
export function resultText(message: Message): string {
  const extent = message.members.get("result");
  if (extent === undefined) throw new UpstreamFailure("invalid", "the answer has no result", "maybe");
  return literalOf(message.bytes, extent);
}
