/** Failures of ours, told to the model (a tool error it can act upon) or to the host (a JSON-RPC error). */
import type { EncodedResult } from "../mcp/contract.ts";
import { caveError, INTERNAL_ERROR, RpcError } from "../mcp/errors.ts";
import { JsonSyntaxError } from "../text/json-bytes.ts";
import { toolError } from "./results/answers.ts";
import { CallCancelled, CallTimeout } from "./upstream/call.ts";
import { UpstreamFailure } from "./upstream/failure.ts";
import { InvalidHeaderSchema } from "./upstream/modern-headers.ts";

/** What a failed call answers, and its code for the ledger. */
export interface FailedCall {
  readonly code: string;
  /** null: nothing that a tool error could say; the error itself goes on. */
  readonly answer: EncodedResult | null;
}

/** @param mask hides secrets */
export function failedCall(error: unknown, elapsedMs: number, mask: (text: string) => string): FailedCall {
  if (error instanceof CallCancelled) {
    return { code: "cancelled", answer: toolError("cave_cancelled", "The call was cancelled.") };
  }
  if (error instanceof CallTimeout) {
    return answered("cave_upstream_timeout", timeoutWords(error, elapsedMs));
  }
  if (error instanceof UpstreamFailure) {
    return answered("cave_upstream_unavailable", mask(failureWords(error)));
  }
  if (error instanceof JsonSyntaxError) {
    return failedCall(new UpstreamFailure("invalid", "it is no JSON", "maybe"), elapsedMs, mask);
  }
  if (error instanceof InvalidHeaderSchema) {
    const text = `The upstream's definition of this tool is invalid, so it was not called: ${error.message}.`;
    return answered("cave_upstream_unavailable", text);
  }
  return { code: error instanceof RpcError ? String(error.code) : "cave_internal_error", answer: null };
}

function answered(code: `cave_${string}`, text: string): FailedCall {
  return { code, answer: toolError(code, text) };
}

/** The upstream executed the call, but what it answered is no finished result. */
export function unusableResult(reason: string): EncodedResult {
  const text = `The upstream's answer cannot be used: ${reason}. The tool may have been executed.`;
  return toolError("cave_upstream_unavailable", text);
}

/** Never a success without a file. */
export function notWritten(reason: string): RpcError {
  return caveError(
    INTERNAL_ERROR,
    "cave_result_not_written",
    `the tool was executed, but its result could not be written: ${reason}`,
  );
}

/** Why the list of tools cannot be given. */
export function listFailure(error: unknown, mask: (text: string) => string): RpcError {
  if (error instanceof RpcError) return error;
  if (error instanceof CallTimeout) {
    const text = `the upstream did not list its tools within ${error.limitMs} ms (--call-timeout-ms)`;
    return caveError(INTERNAL_ERROR, "cave_upstream_timeout", text);
  }
  const text = `the upstream's tools cannot be listed: ${mask(words(error))}`;
  return caveError(INTERNAL_ERROR, "cave_upstream_unavailable", text);
}

export function words(error: unknown): string {
  return error instanceof Error ? error.message : "unknown failure";
}

function timeoutWords(error: CallTimeout, elapsedMs: number): string {
  return (
    `The upstream did not answer within ${error.limitMs} ms (${Math.round(elapsedMs)} ms elapsed). It was told to ` +
    "stop, but the tool may have been executed. A longer limit: --call-timeout-ms or CAVEMAN_PROXY_CALL_TIMEOUT_MS."
  );
}

const WHAT_FAILED: Record<UpstreamFailure["kind"], string> = {
  unavailable: "The upstream cannot be reached",
  "session-lost": "The upstream cannot be reached",
  dropped: "The connection to the upstream broke off",
  invalid: "The upstream's answer cannot be used",
  "too-large": "The upstream's answer cannot be used",
};

function failureWords(error: UpstreamFailure): string {
  const executed =
    error.executed === "maybe" ? "The tool may have been executed." : "The tool was not executed.";
  return `${WHAT_FAILED[error.kind]}: ${error.message}. ${executed}`;
}
