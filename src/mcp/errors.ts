/**
 * JSON-RPC errors: the codes we use, and the one class whose instances reach the client as they are.
 * Texts carry codes, sizes and positions, never anything the client sent.
 */

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** 2026-07-28: the request names a protocol version that we do not serve. */
export const UNSUPPORTED_VERSION = -32022;

/** An error answer. Throw it from a ToolHost to answer exactly this. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  /**
   * @param code    JSON-RPC error code
   * @param message for people
   * @param data    JSON text of the error's `data`, spliced as it is (line breaks become blanks)
   */
  constructor(
    readonly code: number,
    message: string,
    readonly data?: string,
  ) {
    super(message);
  }
}

/** An error of ours with a `cave_…` code, which stands in front of the message and in `data.error`. */
export function caveError(
  code: number,
  cave: `cave_${string}`,
  message: string,
  facts: Record<string, number | string> = {},
): RpcError {
  return new RpcError(code, `${cave}: ${message}`, JSON.stringify({ error: cave, ...facts }));
}

/** Something of ours broke; the log says what. */
export function internalError(): RpcError {
  const text = "the server failed at this message and goes on; its log says where";
  return caveError(INTERNAL_ERROR, "cave_internal_error", text);
}

export function unknownMethod(): RpcError {
  return caveError(METHOD_NOT_FOUND, "cave_method_not_found", "this server has no such method");
}

export function unbatchable(what: string): RpcError {
  return caveError(INVALID_REQUEST, "cave_invalid_request", `${what} cannot be part of a batch`);
}
