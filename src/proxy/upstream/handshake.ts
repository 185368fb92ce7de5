/**
 * Agrees on a revision with the upstream: `initialize` (2024-10-07 … 2025-11-25) or `server/discover`
 * (2026-07-28, stateless).
 */
import { VERSION } from "../../text/version.ts";
import type { Message } from "../json/message.ts";
import { UpstreamFailure } from "./failure.ts";
import { encodeNotification, encodeRequest, errorOf, resultText } from "./rpc.ts";
import type { Wire } from "./wire.ts";

/** Newest first; the first is what we ask for. */
export const LEGACY_REVISIONS = [
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
  "2024-10-07",
] as const;
export const MODERN_REVISION = "2026-07-28";

export type Era = "legacy" | "modern";

const CLIENT_INFO = { name: "caveman-mcp-proxy", version: VERSION };

/** `_meta` that every request of 2026-07-28 carries, as members without braces. */
export const MODERN_META = JSON.stringify({
  "io.modelcontextprotocol/protocolVersion": MODERN_REVISION,
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": CLIENT_INFO,
}).slice(1, -1);

/** An established connection to the upstream. */
export interface Session {
  readonly wire: Wire;
  readonly era: Era;
  readonly revision: string;
  /** The upstream says that it tells when its list changes. */
  readonly listChanged: boolean;
}

interface Capable {
  readonly capabilities?: { readonly tools?: { readonly listChanged?: unknown } };
}

/** @throws UpstreamFailure, or the signal's reason */
export async function initialize(wire: Wire, nextId: () => number, signal: AbortSignal): Promise<Session> {
  const id = nextId();
  const params = JSON.stringify({
    protocolVersion: LEGACY_REVISIONS[0],
    capabilities: {},
    clientInfo: CLIENT_INFO,
  });
  const message = await wire.exchange(
    { id, method: "initialize", body: encodeRequest(id, "initialize", params) },
    signal,
  );
  refuseError(message, "initialize");
  const result = parseResult(message) as Capable & { protocolVersion?: unknown };
  const revision = result.protocolVersion;
  if (typeof revision !== "string") {
    throw new UpstreamFailure("invalid", "the answer to initialize names no protocol version", "no");
  }
  if (!(LEGACY_REVISIONS as readonly string[]).includes(revision)) throw noSharedRevision([revision]);
  wire.established(revision);
  await wire.post(encodeNotification("notifications/initialized"), signal);
  return { wire, era: "legacy", revision, listChanged: tellsListChanged(result) };
}

/** @throws UpstreamFailure, or the signal's reason */
export async function discover(wire: Wire, nextId: () => number, signal: AbortSignal): Promise<Session> {
  let message = await askDiscover(wire, nextId(), signal);
  // Refused with a list that holds what we asked for: the upstream has just changed, so ask once more.
  if (supportedIn(errorOf(message)?.data)?.includes(MODERN_REVISION)) {
    message = await askDiscover(wire, nextId(), signal);
  }
  refuseError(message, "server/discover");
  const result = parseResult(message) as Capable & { supportedVersions?: unknown };
  const supported = Array.isArray(result.supportedVersions) ? result.supportedVersions : [];
  if (!supported.includes(MODERN_REVISION)) throw noSharedRevision(supported);
  wire.established(MODERN_REVISION);
  return { wire, era: "modern", revision: MODERN_REVISION, listChanged: tellsListChanged(result) };
}

function askDiscover(wire: Wire, id: number, signal: AbortSignal): Promise<Message> {
  const method = "server/discover";
  const body = encodeRequest(id, method, `{"_meta":{${MODERN_META}}}`);
  const headers = { "mcp-protocol-version": MODERN_REVISION, "mcp-method": method };
  return wire.exchange({ id, method, body, headers }, signal);
}

function tellsListChanged(result: Capable): boolean {
  return result.capabilities?.tools?.listChanged === true;
}

function parseResult(message: Message): object {
  try {
    const value: unknown = JSON.parse(resultText(message));
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // Said below.
  }
  throw new UpstreamFailure("invalid", "the answer to the handshake is no JSON object", "no");
}

function refuseError(message: Message, method: string): void {
  const error = errorOf(message);
  if (!error) return;
  const supported = supportedIn(error.data);
  if (supported) throw noSharedRevision(supported);
  throw new UpstreamFailure(
    "unavailable",
    `${method} was answered with the error ${error.code}: ${error.message.slice(0, 200)}`,
    "no",
    { status: 200 },
  );
}

function supportedIn(data: string | undefined): readonly unknown[] | null {
  const value: unknown = data === undefined ? null : JSON.parse(data);
  if (typeof value !== "object" || value === null) return null;
  const { supported } = value as { supported?: unknown };
  return Array.isArray(supported) ? supported : null;
}

function noSharedRevision(theirs: readonly unknown[]): UpstreamFailure {
  const list = theirs.filter((v) => typeof v === "string" && /^[\w.-]{1,20}$/.test(v)).slice(0, 10);
  return new UpstreamFailure(
    "unavailable",
    `no protocol revision is shared: the upstream speaks ${list.join(", ") || "none that it names"}; this proxy ` +
      `speaks ${LEGACY_REVISIONS.join(", ")}, and ${MODERN_REVISION} with --protocol ${MODERN_REVISION}`,
    "no",
    { status: 200, permanent: true },
  );
}
