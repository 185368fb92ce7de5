/**
 * What the three transports have in common: a request goes out as literal JSON, its one response comes
 * back as bytes. Every wire passes the same contract suite (test/proxy/upstream/wire.contract.ts).
 */
import type { Message } from "../json/message.ts";

export type WireKind = "streamable-http" | "http+sse" | "stdio";

export interface Outgoing {
  /** The id inside `body`; unique on this wire. */
  readonly id: number;
  readonly method: string;
  /** The whole JSON-RPC request, on one line. */
  readonly body: Uint8Array;
  /** HTTP headers that repeat parts of the body (2026-07-28); other wires ignore them. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Wire {
  readonly kind: WireKind;
  /** Aborted by `close`. */
  readonly closed: AbortSignal;
  /**
   * Sends a request and gives its response message. `signal` is the only thing that ends the wait early
   * (it then rejects with the signal's reason).
   * @throws UpstreamFailure
   */
  exchange(request: Outgoing, signal: AbortSignal): Promise<Message>;
  /** Sends a notification or a response; resolves when it is on its way, at the latest when `signal` fires. */
  post(body: Uint8Array, signal: AbortSignal): Promise<void>;
  /** Called once the handshake is done: the revision goes into headers from here on. */
  established(revision: string): void;
  /** Ends the connection and what belongs to it. Idempotent; takes a second at most. */
  close(): Promise<void>;
}

/** What a wire tells its owner. */
export interface WireEvents {
  /** Messages that are no response to a request of ours: notifications and requests of the upstream. */
  incoming(message: Message): void;
  /** The connection is gone, though no request may have been waiting. */
  lost(reason: string): void;
}
