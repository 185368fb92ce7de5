/**
 * HTTP+SSE, the transport of 2024-10-07 and 2024-11-05: one GET stream carries every answer, requests
 * are POSTed to the address that its first event names.
 */
import { type Message, MessageTooLarge } from "../json/message.ts";
import { UpstreamFailure } from "./failure.ts";
import { discard, errorBody, type HttpTarget, mediaType, readBody, send } from "./fetching.ts";
import { mentionsSession, sessionLost, tooLarge } from "./http-answers.ts";
import { Pending } from "./pending.ts";
import { MessageStream } from "./stream-messages.ts";
import type { HttpWireOptions } from "./streamable-http.ts";
import type { Outgoing, Wire } from "./wire.ts";

export class HttpSseWire implements Wire {
  readonly kind = "http+sse";
  #pending = new Pending();
  #closing = new AbortController();
  #endpoint: HttpTarget | undefined;
  #failure: UpstreamFailure | undefined;
  #revision: string | undefined;

  constructor(readonly options: HttpWireOptions) {}

  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  /**
   * Opens the stream and waits for the address of the other direction.
   * @throws UpstreamFailure
   */
  async open(signal: AbortSignal): Promise<void> {
    const ended = AbortSignal.any([signal, this.#closing.signal]);
    const response = await send(this.options.target, {
      method: "GET",
      headers: { accept: "text/event-stream" },
      // Nothing aborts `signal` once the attempt to connect is over, so the stream may outlive it.
      signal: ended,
    });
    if (!response.ok || mediaType(response) !== "text/event-stream") {
      await discard(response);
      const executed = "no";
      if (response.ok) throw new UpstreamFailure("invalid", "no event stream at this address", executed);
      throw new UpstreamFailure("unavailable", `HTTP ${response.status}`, executed);
    }
    await new Promise<void>((resolve, reject) => {
      ended.addEventListener("abort", () => reject(ended.reason), { once: true });
      this.#read(response, resolve).then(
        () => reject(this.#failure),
        () => reject(this.#failure),
      );
    });
  }

  async #read(response: Response, opened: () => void): Promise<void> {
    const { maxBytes, events, target } = this.options;
    const stream = new MessageStream(maxBytes, {
      message: (message) => {
        if (!this.#pending.settle(message)) events.incoming(message);
      },
      other: (type, data) => {
        if (type !== "endpoint" || this.#endpoint) return;
        this.#endpoint = { url: endpointUrl(data, target.url), headers: target.headers };
        opened();
      },
      // Without an id nobody can be told; the requests run into their limit.
      broken: () => {},
    });
    let failure = new UpstreamFailure("dropped", "the event stream ended before the answer", "maybe");
    try {
      await readBody(response, this.#closing.signal, (piece) => {
        stream.push(piece);
        return true;
      });
    } catch (error) {
      if (error instanceof UpstreamFailure) failure = error;
      if (error instanceof MessageTooLarge) {
        failure = tooLarge(error.limit);
      }
    }
    this.#failure = failure;
    this.#pending.failAll(failure);
    if (!this.#closing.signal.aborted) events.lost(failure.message);
  }

  async exchange(request: Outgoing, signal: AbortSignal): Promise<Message> {
    if (this.#failure) throw new UpstreamFailure(this.#failure.kind, this.#failure.message, "no");
    const answer = this.#pending.wait(request.id, signal);
    try {
      await this.#send(request.body, signal);
    } catch (error) {
      this.#pending.reject(request.id, error);
    }
    return answer;
  }

  post(body: Uint8Array, signal: AbortSignal): Promise<void> {
    return this.#send(body, signal);
  }

  async #send(body: Uint8Array, signal: AbortSignal): Promise<void> {
    if (!this.#endpoint) throw new UpstreamFailure("unavailable", "the event stream is not open", "no");
    const headers = {
      "content-type": "application/json",
      ...(this.#revision === undefined ? {} : { "mcp-protocol-version": this.#revision }),
    };
    const response = await send(this.#endpoint, { method: "POST", headers, body, signal });
    if (response.ok) return discard(response);
    const { status } = response;
    const page = await errorBody(response, signal);
    if (status === 404 || (status === 400 && mentionsSession(page))) throw sessionLost(status);
    throw new UpstreamFailure("unavailable", `HTTP ${status}`, status < 500 ? "no" : "maybe", { status });
  }

  established(revision: string): void {
    this.#revision = revision;
  }

  async close(): Promise<void> {
    this.#closing.abort(new UpstreamFailure("dropped", "the proxy closed the connection", "maybe"));
  }
}

/** The address must lie on the same origin: the header secrets go there. */
function endpointUrl(data: string, base: URL): URL {
  let url: URL;
  try {
    url = new URL(data.trim(), base);
  } catch {
    throw new UpstreamFailure("invalid", "the event stream names no valid address for requests", "no");
  }
  if (url.origin !== base.origin) {
    throw new UpstreamFailure("invalid", "the event stream names an address on another origin", "no");
  }
  return url;
}
