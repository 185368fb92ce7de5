/** Errors for lines that are refused as a whole: where and how large, never what. */
import type { Peeked } from "./contract.ts";
import { caveError, INVALID_REQUEST, PARSE_ERROR, type RpcError } from "./errors.ts";
import { MAX_BATCH_MEMBERS } from "./limits.ts";
import { type LegacyRevision, servesBatches } from "./revisions.ts";

export function oversized(line: number, bytes: number, limit: number): RpcError {
  const text = `line ${line} has ${bytes} bytes, the limit is ${limit}; pass large input by path`;
  return caveError(INVALID_REQUEST, "cave_payload_too_large", text, { line, bytes, limit });
}

export function malformed(found: Peeked & { kind: "malformed" }, line: number, bytes: number): RpcError {
  if (found.reason === "utf8") {
    const text = `line ${line} (${bytes} bytes) is not UTF-8`;
    return caveError(PARSE_ERROR, "cave_parse_error", text, { line, bytes });
  }
  const text = `line ${line} is not JSON at byte ${found.at} of ${bytes}`;
  return caveError(PARSE_ERROR, "cave_parse_error", text, { line, bytes, at: found.at });
}

/** Why this batch is not served, if it is not. */
export function batchError(
  found: Peeked & { kind: "batch" | "crowded" },
  line: number,
  negotiated: LegacyRevision | undefined,
): RpcError | undefined {
  if (!servesBatches(negotiated)) {
    const text = `line ${line} is a batch, which the negotiated revision does not have`;
    return caveError(INVALID_REQUEST, "cave_batch_unsupported", text);
  }
  if (found.kind === "crowded") {
    const limit = MAX_BATCH_MEMBERS;
    const text = `line ${line} has ${found.members} members, a batch may have ${limit}`;
    return caveError(INVALID_REQUEST, "cave_payload_too_large", text, { limit });
  }
  if (found.envelopes.length > 0) return undefined;
  return caveError(INVALID_REQUEST, "cave_invalid_request", `line ${line} is a batch without members`);
}
