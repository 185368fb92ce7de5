/**
 * Streamable HTTP (2025-03-26 and later): each request is a POST whose answer is JSON or an event stream;
 * a stream that ends early is resumed by its last event id. A GET stream carries what belongs to no request.
 */

import { JsonSyntaxError } from "../../text/json-bytes.ts";
import { type Message, MessageBuilder } from "../json/message.ts";
import { UpstreamFailure } from "./failure.ts";
import { discard, type HttpTarget, mediaType, readBody, send } from "./fetching.ts";
import { refused, unreadable } from "./http-answers.ts";
import { answers } from "./rpc.ts";
import { sleep } from "./sleep.ts";
import { MessageStream } from "./stream-messages.ts";
import type { Outgoing, Wire, WireEvents } from "./wire.ts";

/** Before resuming a stream whose server named no time; the value of the common SDKs. */
const RESUME_DELAY_MS = 1000;
/** Longest pause that a server may ask for; a call's own limit ends it earlier. */
const MAX_RESUME_DELAY_MS = 60_000;
/** Answers to the GET that will not change while this session lives. Others (409, 429, 5xx) are tried again. */
const NO_STREAM_STATUSES = new Set([400, 401, 403, 404, 405, 406, 501]);
/** How long closing waits for the server to forget the session. */
const CLOSE_MS = 500;

export interface HttpWireOptions {
  readonly target: HttpTarget;
  /** Bytes of one message after decompression. */
  readonly maxBytes: number;
  readonly events: WireEvents;
}

export class StreamableHttpWire implements Wire {
  readonly kind = "streamable-http";
  #session: string | undefined;
  #revision: string | undefined;
  /** The server said that it does not know the session. */
  #sessionLost = false;
  /** Id of the last event on the stream of `listen`. */
  #lastListened: string | undefined;
  #closing = new AbortController();

  constructor(readonly options: HttpWireOptions) {}

  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  async exchange(request: Outgoing, signal: AbortSignal): Promise<Message> {
    const response = await send(this.options.target, {
      method: "POST",
      headers: {
        ...this.#headers(),
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...request.headers,
      },
      body: request.body,
      signal,
    });
    if (!response.ok) return this.#refused(response, request, signal);
    if (request.method === "initialize") this.#session = response.headers.get("mcp-session-id") ?? undefined;
    switch (mediaType(response)) {
      case "text/event-stream":
        return this.#streamed(response, request, signal);
      case "application/json":
        return this.#json(response, request, signal);
      default:
        await discard(response);
        throw new UpstreamFailure(
          "invalid",
          `HTTP ${response.status} with content type ${quoted(response.headers.get("content-type"))} instead of JSON or an event stream`,
          "maybe",
          { status: response.status },
        );
    }
  }

  async #refused(response: Response, request: Outgoing, signal: AbortSignal): Promise<Message> {
    try {
      return await refused(response, request.id, this.#session !== undefined, signal);
    } catch (error) {
      if (error instanceof UpstreamFailure && error.kind === "session-lost") this.#sessionLost = true;
      throw error;
    }
  }

  async post(body: Uint8Array, signal: AbortSignal): Promise<void> {
    const response = await send(this.options.target, {
      method: "POST",
      headers: {
        ...this.#headers(),
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body,
      signal,
    });
    await discard(response);
  }

  established(revision: string): void {
    this.#revision = revision;
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort(new UpstreamFailure("dropped", "the proxy closed the connection", "maybe"));
    if (this.#session === undefined || this.#sessionLost) return;
    try {
      const signal = AbortSignal.timeout(CLOSE_MS);
      await discard(await send(this.options.target, { method: "DELETE", headers: this.#headers(), signal }));
    } catch {
      // The server ends a session that nobody uses by itself.
    }
  }

  #headers(): Record<string, string> {
    return {
      ...(this.#session === undefined ? {} : { "mcp-session-id": this.#session }),
      ...(this.#revision === undefined ? {} : { "mcp-protocol-version": this.#revision }),
    };
  }

  async #json(response: Response, request: Outgoing, signal: AbortSignal): Promise<Message> {
    const builder = new MessageBuilder(this.options.maxBytes);
    try {
      await readBody(response, signal, (piece) => {
        builder.push(piece);
        return true;
      });
      for (const message of builder.finish()) {
        if (answers(message, request.id, true)) return message;
        this.options.events.incoming(message);
      }
    } catch (error) {
      throw unreadable(error);
    }
    throw new UpstreamFailure("invalid", "the answer does not belong to the request", "maybe");
  }

  async #streamed(first: Response, request: Outgoing, signal: AbortSignal): Promise<Message> {
    let response = first;
    let lastId: string | undefined;
    let retryMs: number | undefined;
    for (;;) {
      const answer: { message?: Message } = {};
      const stream = this.#stream((message) => {
        if (!answers(message, request.id, true)) return this.options.events.incoming(message);
        answer.message = message;
      });
      let failure: UpstreamFailure | undefined;
      try {
        await readBody(response, signal, (piece) => {
          stream.push(piece);
          return answer.message === undefined;
        });
      } catch (error) {
        failure = unreadable(error);
        if (failure.kind !== "dropped") throw failure;
      }
      if (answer.message) return answer.message;
      lastId = stream.lastId ?? lastId;
      retryMs = stream.retryMs ?? retryMs;
      if (lastId === undefined) {
        throw failure ?? new UpstreamFailure("dropped", "the event stream ended before the answer", "maybe");
      }
      await sleep(Math.min(retryMs ?? RESUME_DELAY_MS, MAX_RESUME_DELAY_MS), signal);
      response = await this.#resume(lastId, signal);
    }
  }

  async #resume(lastId: string, signal: AbortSignal): Promise<Response> {
    let response: Response;
    try {
      response = await this.#get(signal, lastId);
    } catch (error) {
      signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : "the connection failed";
      throw new UpstreamFailure(
        "dropped",
        `the event stream broke off and cannot be resumed: ${reason}`,
        "maybe",
      );
    }
    if (response.ok && mediaType(response) === "text/event-stream") return response;
    await discard(response);
    throw new UpstreamFailure(
      "dropped",
      `the event stream broke off and cannot be resumed: HTTP ${response.status}`,
      "maybe",
    );
  }

  #get(signal: AbortSignal, lastId?: string): Promise<Response> {
    return send(this.options.target, {
      method: "GET",
      headers: {
        ...this.#headers(),
        accept: "text/event-stream",
        ...(lastId === undefined ? {} : { "last-event-id": lastId }),
      },
      signal,
    });
  }

  #stream(take: (message: Message) => void): MessageStream {
    return new MessageStream(this.options.maxBytes, {
      message: take,
      other: () => {},
      broken: (at) => {
        throw new JsonSyntaxError(at);
      },
    });
  }

  /**
   * Opens the stream for messages that belong to no request and reads it to its end.
   * @returns false where the server has no such stream
   */
  async listen(): Promise<boolean> {
    const { signal } = this.#closing;
    const response = await this.#get(signal, this.#lastListened);
    if (NO_STREAM_STATUSES.has(response.status)) {
      await discard(response);
      return false;
    }
    if (!response.ok || mediaType(response) !== "text/event-stream") {
      await discard(response);
      return true;
    }
    const stream = this.#stream((message) => this.options.events.incoming(message));
    await readBody(response, signal, (piece) => {
      stream.push(piece);
      this.#lastListened = stream.lastId ?? this.#lastListened;
      return true;
    });
    return true;
  }
}

function quoted(type: string | null): string {
  return JSON.stringify((type ?? "").slice(0, 80));
}
