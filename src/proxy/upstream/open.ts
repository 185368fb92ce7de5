/** Opens one connection of the configured kind and does the handshake: a single attempt, no retries. */
import type { Message } from "../json/message.ts";
import { memberValue } from "../json/message.ts";
import { UpstreamFailure } from "./failure.ts";
import type { HttpTarget } from "./fetching.ts";
import { discover, initialize, type Session } from "./handshake.ts";
import { HttpSseWire } from "./http-sse.ts";
import { answerTo } from "./rpc.ts";
import { StdioWire } from "./stdio.ts";
import { StreamableHttpWire } from "./streamable-http.ts";
import type { Wire, WireEvents } from "./wire.ts";

/** `auto` asks with server/discover first and falls back to initialize. */
export type Protocol = "legacy" | "2026-07-28" | "auto";

export type UpstreamAddress =
  | { readonly kind: "http"; readonly target: HttpTarget }
  | {
      readonly kind: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    };

export interface OpenOptions {
  readonly address: UpstreamAddress;
  readonly protocol: Protocol;
  readonly maxBytes: number;
  readonly nextId: () => number;
  /** A notification of the upstream. */
  readonly notified: (method: string, message: Message) => void;
  readonly lost: (wire: Wire, reason: string) => void;
  readonly stderr: (text: string) => void;
  readonly mask: (text: string) => string;
  /** A connection is being closed; the process should wait for it before it ends. */
  readonly closing: (done: Promise<void>) => void;
}

/** Statuses with which servers that only know HTTP+SSE answer a POST to their stream's address. */
const OLD_TRANSPORT_STATUSES = new Set([400, 404, 405, 406, 415, 501]);
/** A server that ignores server/discover silently is taken for an older one after this long. */
const DISCOVER_MS = 2000;

/** @throws UpstreamFailure, or the signal's reason */
export async function openSession(options: OpenOptions, signal: AbortSignal): Promise<Session> {
  if (options.protocol !== "legacy") {
    try {
      return await handshaken(options, plainWire, discover, modernLimit(options.protocol, signal));
    } catch (error) {
      signal.throwIfAborted();
      if (options.protocol === "2026-07-28" || !mayBeOlder(error)) throw error;
    }
  }
  try {
    return await handshaken(options, plainWire, initialize, signal);
  } catch (error) {
    const status = error instanceof UpstreamFailure ? error.facts.status : undefined;
    if (options.address.kind !== "http" || status === undefined || !OLD_TRANSPORT_STATUSES.has(status))
      throw error;
    try {
      return await handshaken(options, sseWire, initialize, signal);
    } catch (second) {
      signal.throwIfAborted();
      // The first answer says more than that there is no event stream either.
      throw second instanceof UpstreamFailure && second.facts.permanent ? second : error;
    }
  }
}

function modernLimit(protocol: Protocol, signal: AbortSignal): AbortSignal {
  return protocol === "auto" ? AbortSignal.any([signal, AbortSignal.timeout(DISCOVER_MS)]) : signal;
}

/** Anything but an upstream that cannot be reached at all may be one that does not know server/discover. */
function mayBeOlder(error: unknown): boolean {
  return (
    !(error instanceof UpstreamFailure) || error.facts.status !== undefined || error.executed === "maybe"
  );
}

type WireFactory = (options: OpenOptions, events: WireEvents, signal: AbortSignal) => Promise<Wire>;
type Handshake = (wire: Wire, nextId: () => number, signal: AbortSignal) => Promise<Session>;

async function handshaken(
  options: OpenOptions,
  make: WireFactory,
  handshake: Handshake,
  signal: AbortSignal,
): Promise<Session> {
  let wire: Wire | undefined;
  const events: WireEvents = {
    incoming: (message) => {
      if (wire) incoming(wire, message, options);
    },
    lost: (reason) => {
      if (wire) options.lost(wire, reason);
    },
  };
  try {
    wire = await make(options, events, signal);
    return await handshake(wire, options.nextId, signal);
  } catch (error) {
    if (wire) options.closing(wire.close());
    throw error;
  }
}

function incoming(wire: Wire, message: Message, options: OpenOptions): void {
  const method = memberValue(message, "method");
  if (typeof method !== "string") return;
  if (!message.members.has("id")) {
    options.notified(method, message);
    return;
  }
  const answer = answerTo(message);
  if (answer) wire.post(answer, AbortSignal.timeout(DISCOVER_MS)).catch(() => {});
}

const plainWire: WireFactory = async ({ address, ...options }, events) => {
  if (address.kind === "http") {
    return new StreamableHttpWire({ target: address.target, maxBytes: options.maxBytes, events });
  }
  const wire = new StdioWire({ ...address, ...options, events });
  await wire.open();
  return wire;
};

const sseWire: WireFactory = async (options, events, signal) => {
  const { address, maxBytes } = options;
  if (address.kind !== "http") throw new TypeError("HTTP+SSE needs an address");
  const wire = new HttpSseWire({ target: address.target, maxBytes, events });
  try {
    await wire.open(signal);
  } catch (error) {
    options.closing(wire.close());
    throw error;
  }
  return wire;
};
