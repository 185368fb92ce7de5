/** HTTP answers that are no results: what each says about the request, and whether it may have been executed. */

import { JsonSyntaxError } from "../../text/json-bytes.ts";
import { type Message, MessageTooLarge, parseMessage } from "../json/message.ts";
import { UpstreamFailure } from "./failure.ts";
import { errorBody } from "./fetching.ts";
import { answers } from "./rpc.ts";

/**
 * An answer that is no 2xx: a JSON-RPC error in it is the answer, else the reason is thrown.
 * @throws UpstreamFailure, or the signal's reason
 */
export async function refused(
  response: Response,
  id: number,
  hasSession: boolean,
  signal: AbortSignal,
): Promise<Message> {
  const body = await errorBody(response, signal);
  const { status } = response;
  if (hasSession && (status === 404 || (status === 400 && mentionsSession(body)))) {
    throw sessionLost(status);
  }
  const message = jsonRpcError(body, id);
  if (message) return message;
  if (status === 401 || status === 403) {
    throw new UpstreamFailure(
      "unavailable",
      `HTTP ${status}: the upstream refused the credentials (--header)`,
      "no",
      { status, permanent: true },
    );
  }
  throw new UpstreamFailure("unavailable", `HTTP ${status}`, status < 500 ? "no" : "maybe", { status });
}

export function sessionLost(status: number): UpstreamFailure {
  return new UpstreamFailure("session-lost", `HTTP ${status}: the session is unknown to the upstream`, "no");
}

/** Some servers answer 400 where the specification asks for 404 once a session is gone. */
export function mentionsSession(body: Uint8Array): boolean {
  return /session|transport/i.test(new TextDecoder().decode(body));
}

function jsonRpcError(body: Uint8Array, id: number): Message | undefined {
  try {
    return parseMessage(body).find((message) => answers(message, id, true) && message.members.has("error"));
  } catch {
    return undefined;
  }
}

/** A failure from what reading an answer threw; anything else (the signal's reason) goes on. */
export function unreadable(error: unknown): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error;
  if (error instanceof MessageTooLarge) return tooLarge(error.limit);
  if (error instanceof JsonSyntaxError) {
    return new UpstreamFailure(
      "invalid",
      `the answer is no JSON (reading stopped at byte ${error.at})`,
      "maybe",
    );
  }
  throw error;
}

export function tooLarge(limit: number): UpstreamFailure {
  return new UpstreamFailure(
    "too-large",
    `the answer is longer than ${limit} bytes (--max-result-bytes)`,
    "maybe",
  );
}
