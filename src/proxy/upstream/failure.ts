/** Why an upstream did not answer, told so that the caller knows whether the call may have been executed. */

/**
 * unavailable   no connection, or refused before the request was looked at
 * session-lost  the upstream no longer knows our session
 * dropped       the connection ended before the answer
 * invalid       something answered, but not MCP
 * too-large     the answer passed --max-result-bytes
 */
export type FailureKind = "unavailable" | "session-lost" | "dropped" | "invalid" | "too-large";

export class UpstreamFailure extends Error {
  override readonly name = "UpstreamFailure";
  /**
   * @param message  for people and models; holds no secret and no payload
   * @param executed whether the upstream may have executed the request
   * @param facts    `status`: of an HTTP answer; `permanent`: waiting and trying again cannot help; `late`: nothing but
   *                 silence until the limit
   */
  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly executed: "no" | "maybe",
    readonly facts: { readonly status?: number; readonly permanent?: boolean; readonly late?: boolean } = {},
  ) {
    super(message);
  }
}

/** Words for the error codes of fetch and sockets. */
const CAUSES: Record<string, string> = {
  ECONNREFUSED: "the connection was refused (ECONNREFUSED): nothing listens there",
  ENOTFOUND: "the host name is unknown (ENOTFOUND)",
  EAI_AGAIN: "the host name could not be looked up (EAI_AGAIN)",
  ETIMEDOUT: "the connection timed out (ETIMEDOUT)",
  EHOSTUNREACH: "the host is unreachable (EHOSTUNREACH)",
  ENETUNREACH: "the network is unreachable (ENETUNREACH)",
  ECONNRESET: "the connection was closed before the answer (ECONNRESET)",
  EPIPE: "the connection was closed before the answer (EPIPE)",
  ZlibError: "the answer's compression is broken",
};

/** Errors that happen before anything was sent. */
const BEFORE_SENDING = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "FailedToOpenSocket",
  "ConnectionRefused",
]);

function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return typeof code === "string" ? code : codeOf(cause);
}

/** A failure from what fetch or a stream threw. The error's own text is left out: it may quote the address. */
export function failureFrom(error: unknown): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error;
  const code = codeOf(error);
  const words = CAUSES[code] ?? (code === "" ? "the connection failed" : `the connection failed (${code})`);
  if (BEFORE_SENDING.has(code)) return new UpstreamFailure("unavailable", words, "no");
  // Certificate and TLS errors: nothing of the request left.
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/i.test(code)) {
    return new UpstreamFailure("unavailable", `the server's certificate was refused (${code})`, "no", {
      permanent: true,
    });
  }
  return new UpstreamFailure("dropped", words, "maybe");
}
