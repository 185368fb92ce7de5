/**
 * What kind of JSON-RPC message an envelope is: request, notification, something to ignore, or invalid.
 */
import type { Envelope, Params } from "./contract.ts";
import { caveError, INVALID_REQUEST, type RpcError } from "./errors.ts";
import { type Id, idOf } from "./ids.ts";
import { MAX_LITERAL_BYTES } from "./limits.ts";
import { TOO_LONG } from "./peek.ts";

export type Message =
  | { readonly kind: "request"; readonly id: Id; readonly method: string; readonly params?: Params }
  | { readonly kind: "notification"; readonly method: string; readonly params?: Params }
  /** A response: we never send requests, so nothing waits for it. */
  | { readonly kind: "ignored" }
  | { readonly kind: "invalid"; readonly id: Id | null; readonly error: RpcError };

export function messageOf(envelope: Envelope): Message {
  const { message, result, error, params } = envelope;
  if (message !== "{") return invalid(null, "a message must be an object");
  if (envelope.method === undefined && (result !== undefined || error !== undefined)) {
    return { kind: "ignored" };
  }
  const found = idOf(envelope.id);
  if (found === "invalid") return invalid(null, "an id must be a string or a number");
  if (found === "too-long") {
    const limit = MAX_LITERAL_BYTES;
    const text = `an id may have ${limit} bytes; this one is longer`;
    const tooLarge = caveError(INVALID_REQUEST, "cave_payload_too_large", text, { limit });
    return { kind: "invalid", id: null, error: tooLarge };
  }
  const id = found === "none" ? null : found;
  const method = envelope.method === TOO_LONG ? TOO_LONG : stringOf(envelope.method);
  if (method === undefined) return invalid(id, "a message needs a method, which must be a string");
  const rest = params === undefined ? { method } : { method, params };
  if (id === null) return { kind: "notification", ...rest };
  if (stringOf(envelope.jsonrpc) !== "2.0") return invalid(id, 'a request needs "jsonrpc":"2.0"');
  return { kind: "request", id, ...rest };
}

/** The string that a JSON literal of Envelope stands for, undefined for anything else. */
export function stringOf(literal: string | undefined): string | undefined {
  return literal?.startsWith('"') ? String(JSON.parse(literal)) : undefined;
}

function invalid(id: Id | null, message: string): Message {
  return { kind: "invalid", id, error: caveError(INVALID_REQUEST, "cave_invalid_request", message) };
}
