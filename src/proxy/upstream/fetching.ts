/**
 * One HTTP request to the upstream: redirects within the origin only, secrets only where they may go,
 * no time-out of the library's own (Bun ends quiet streams after five minutes), body as pieces.
 */
import { failureFrom, UpstreamFailure } from "./failure.ts";

/** More redirects than this are a loop. */
const MAX_REDIRECTS = 5;
/** Of an error page only this much is read, to look for a JSON-RPC error in it. */
const MAX_ERROR_BODY_BYTES = 64 * 1024;

export interface HttpTarget {
  readonly url: URL;
  /** Sent with every request to the target's origin. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface HttpRequest {
  readonly method: "GET" | "POST" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly signal: AbortSignal;
}

/**
 * The response, once its headers are there.
 * @throws UpstreamFailure, or the signal's reason
 */
export async function send(target: HttpTarget, request: HttpRequest): Promise<Response> {
  let url = target.url;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const response = await once(url, target, request);
    const location = response.headers.get("location");
    if (response.status < 300 || response.status >= 400 || response.status === 304 || location === null) {
      return response;
    }
    await discard(response);
    url = redirected(url, location, response.status, request.method);
  }
  throw new UpstreamFailure("unavailable", `more than ${MAX_REDIRECTS} redirects`, "no");
}

async function once(url: URL, target: HttpTarget, request: HttpRequest): Promise<Response> {
  // `timeout: false` is Bun's switch for its idle time-out; the type does not know it.
  const init: BunFetchRequestInit & { timeout: false } = {
    // Also where NODE_TLS_REJECT_UNAUTHORIZED says otherwise. NODE_EXTRA_CA_CERTS adds authorities.
    tls: { rejectUnauthorized: true },
    method: request.method,
    headers: { ...target.headers, ...request.headers },
    redirect: "manual",
    signal: request.signal,
    timeout: false,
    ...(request.body === undefined ? {} : { body: request.body }),
  };
  try {
    return await fetch(url, init);
  } catch (error) {
    request.signal.throwIfAborted();
    throw failureFrom(error);
  }
}

function redirected(from: URL, location: string, status: number, method: string): URL {
  let to: URL;
  try {
    to = new URL(location, from);
  } catch {
    throw new UpstreamFailure("unavailable", `HTTP ${status} redirects to no valid address`, "no");
  }
  if (to.origin !== from.origin) {
    throw new UpstreamFailure(
      "unavailable",
      `HTTP ${status} redirects to another origin (${to.origin}), which is not followed: give that address as --url`,
      "no",
    );
  }
  // 303 asks for a GET of another resource: no JSON-RPC answer can come from there.
  if (status === 303 && method === "POST") {
    throw new UpstreamFailure("invalid", "HTTP 303 in answer to a JSON-RPC request", "maybe");
  }
  return to;
}

/**
 * Reads the body piece by piece. `take` returns false to stop; the rest is then given up.
 * @throws UpstreamFailure, what `take` throws, or the signal's reason
 */
export async function readBody(
  response: Response,
  signal: AbortSignal,
  take: (piece: Uint8Array) => boolean,
): Promise<void> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await next(reader, signal);
      if (done || !take(value)) return;
    }
  } finally {
    // Also after an error: gives the socket back.
    reader.cancel().catch(() => {});
  }
}

async function next(
  reader: Pick<ReadableStreamDefaultReader<Uint8Array>, "read">,
  signal: AbortSignal,
): Promise<Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>["read"]>>> {
  try {
    const step = await reader.read();
    signal.throwIfAborted();
    return step;
  } catch (error) {
    signal.throwIfAborted();
    throw failureFrom(error);
  }
}

/** Gives up a body that nobody wants. */
export async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => {});
}

/** The first 64 KiB of an error's body, or less where the upstream stalls or breaks off. */
export async function errorBody(response: Response, signal: AbortSignal): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    await readBody(response, signal, (piece) => {
      pieces.push(piece);
      length += piece.length;
      return length < MAX_ERROR_BODY_BYTES;
    });
  } catch {
    signal.throwIfAborted();
  }
  return Buffer.concat(pieces);
}

/** `application/json` of `application/json; charset=utf-8`. */
export function mediaType(response: Response): string {
  return (response.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}
