/**
 * Which revision a message is judged by: the handshake of 2024-11-05 … 2025-11-25, or, message by
 * message, what a 2026-07-28 request says of itself in `_meta`. Both may come over one connection.
 */
import type { Meta, Revision } from "./contract.ts";
import { caveError, INVALID_PARAMS, RpcError, UNSUPPORTED_VERSION } from "./errors.ts";
import { MAX_ECHOED_VERSION } from "./limits.ts";
import { stringOf } from "./messages.ts";

export type LegacyRevision = Exclude<Revision, "2026-07-28">;

export const MODERN = "2026-07-28";
export const LATEST_LEGACY = "2025-11-25";
/** What everything rests on; also how a client is served that never shook hands. */
export const OLDEST = "2024-11-05";
const LEGACY: readonly LegacyRevision[] = [LATEST_LEGACY, "2025-06-18", "2025-03-26", OLDEST];

/**
 * The answer to `initialize`, which never fails over a version: what was asked for where we have it,
 * the oldest for something older, the latest for anything else. The client decides whether to go on.
 * @param asked JSON literal of params.protocolVersion
 */
export function negotiate(asked: string | undefined): LegacyRevision {
  const version = stringOf(asked);
  const listed = LEGACY.find((revision) => revision === version);
  if (listed) return listed;
  return version !== undefined && isDate(version) && version < OLDEST ? OLDEST : LATEST_LEGACY;
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** Batches were part of the protocol, or not described by it, up to 2025-03-26. */
export function servesBatches(negotiated: LegacyRevision | undefined): boolean {
  return negotiated === undefined || negotiated === OLDEST || negotiated === "2025-03-26";
}

/** True for a request that wants to be judged by itself. */
export function isModern(meta: Meta | undefined): boolean {
  return meta?.protocolVersion !== undefined;
}

/** Throws the error that a 2026-07-28 request with this `_meta` gets, if any. */
export function checkModern(meta: Meta): void {
  const version = stringOf(meta.protocolVersion);
  if (version !== undefined && version !== MODERN) {
    const requested = version.slice(0, MAX_ECHOED_VERSION);
    throw new RpcError(
      UNSUPPORTED_VERSION,
      "cave_unsupported_version: this protocol version is not served per request; see data.supported",
      JSON.stringify({ supported: [MODERN], requested }),
    );
  }
  if (version === undefined) throw missing("protocolVersion", "a string");
  if (meta.clientCapabilities !== "{") throw missing("clientCapabilities", "an object");
}

/** The error for a request that lacks (or misuses) a member of `_meta` that 2026-07-28 requires. */
export function missing(member: string, expected: string): RpcError {
  return caveError(
    INVALID_PARAMS,
    "cave_invalid_params",
    `params._meta["io.modelcontextprotocol/${member}"] must be ${expected}`,
  );
}
