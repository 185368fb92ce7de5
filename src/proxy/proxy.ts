/** The proxy as a tool host: the upstream's list and calls, answered by files and summaries. */
import type {
  CallArguments,
  CallContext,
  ListRequest,
  ListResult,
  Revision,
  ToolHost,
  ToolResult,
} from "../mcp/contract.ts";
import { caveError, INTERNAL_ERROR, RpcError } from "../mcp/errors.ts";
import { type Message, memberValue } from "./json/message.ts";
import { JsonSyntaxError } from "./json/scan.ts";
import { slice } from "./json/splice.ts";
import type { Log } from "./log.ts";
import type { Filed, Offload } from "./offload.ts";
import { CallerParams } from "./params.ts";
import { toolError } from "./results/answers.ts";
import type { FinishedCall } from "./results/recorder.ts";
import type { Settings } from "./settings/settings.ts";
import { type ToolPage, toolPage } from "./tool-list.ts";
import { KnownTools, MAX_PAGES } from "./tools.ts";
import { CallCancelled, CallTimeout, callUpstream } from "./upstream/call.ts";
import { UpstreamFailure } from "./upstream/failure.ts";
import type { Session } from "./upstream/handshake.ts";
import { InvalidHeaderSchema, modernHeaders } from "./upstream/modern-headers.ts";
import { encodeRequest, errorOf, type RpcErrorObject } from "./upstream/rpc.ts";
import type { Upstream } from "./upstream/upstream.ts";
import type { Outgoing } from "./upstream/wire.ts";

/** More calls at once than any host makes; each waits for the upstream and costs nothing meanwhile. */
const MAX_CALLS_AT_ONCE = 64;

export interface ProxyPorts {
  readonly settings: Settings;
  readonly upstream: Upstream;
  readonly offload: Pick<Offload, "record" | "note">;
  readonly nextId: () => number;
  readonly log: Log;
  /** Tells of a call that ended, for whoever counts. */
  readonly now: () => Date;
}

type ProgressTaker = CallContext["progress"];

export class ToolProxy implements ToolHost {
  readonly paged = true;
  readonly concurrency = MAX_CALLS_AT_ONCE;
  readonly instructions =
    "Results of these tools are written to files; you get the path, exact counts and a preview. Read the file with jq or sed when the preview does not answer.";
  #tools = new KnownTools();
  #listeners = new Set<() => void>();
  #progress = new Map<number, ProgressTaker>();
  #sequence = 0;
  /** The downstream side asked for the list in vain. */
  #owesList = false;

  constructor(readonly ports: ProxyPorts) {}

  onListChanged(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tellListChanged(): void {
    for (const listener of this.#listeners) listener();
  }

  /** A notification of the upstream. */
  notified(method: string, message: Message): void {
    if (method === "notifications/tools/list_changed") this.tellListChanged();
    if (method === "notifications/progress") this.#progressed(memberValue(message, "params"));
  }

  #progressed(params: unknown): void {
    if (typeof params !== "object" || params === null) return;
    const { progressToken, progress, total, message } = params as Record<string, unknown>;
    const taker = this.#progress.get(Number(progressToken));
    if (!taker || typeof progress !== "number") return;
    taker(
      progress,
      typeof total === "number" ? total : undefined,
      typeof message === "string" ? message : undefined,
    );
  }

  /** A session was established: late upstreams and changed lists are told. */
  connected(session: Session): void {
    if (this.#owesList) {
      this.#owesList = false;
      this.tellListChanged();
    } else if (this.#tools.anyShown) {
      this.#compareList(session).catch((error) =>
        this.ports.log.debug(`the list could not be compared after reconnecting: ${words(error)}`),
      );
    }
  }

  /** Walks the pages that the downstream side has seen, and tells it where one differs. */
  async #compareList(session: Session): Promise<void> {
    const signal = AbortSignal.timeout(this.ports.settings.limits.callTimeoutMs);
    let cursor: string | null = null;
    for (let pages = 0; pages < MAX_PAGES && this.#tools.wasShown(cursor); pages++) {
      const page = await this.#page(session, cursor, signal);
      if (!this.#tools.isAsShown(cursor, page)) return this.tellListChanged();
      if (page.nextCursor === null) return;
      cursor = page.nextCursor;
    }
  }

  async #page(session: Session, cursor: string | null, signal: AbortSignal): Promise<ToolPage> {
    const params = new CallerParams(
      cursor === null ? undefined : { kind: "text", text: JSON.stringify({ cursor }) },
    );
    const message = await session.wire.exchange(this.#listRequest(session, params), signal);
    return this.#readPage(message, session);
  }

  #listRequest(session: Session, params: CallerParams): Outgoing {
    const id = this.ports.nextId();
    const method = "tools/list";
    const body = encodeRequest(id, method, params.forUpstream(session.era, null));
    return {
      id,
      method,
      body,
      ...(session.era === "modern" ? { headers: modernHeaders(method, null, [], null) } : {}),
    };
  }

  #readPage(message: Message, session: Session): ToolPage {
    const error = errorOf(message);
    if (error) throw new RpcError(error.code, error.message, error.data);
    const result = message.members.get("result");
    if (!result) throw new UpstreamFailure("invalid", "the answer has no result", "maybe");
    try {
      return toolPage(slice(message.bytes, result), this.ports.settings.descriptionPrefix, session.era);
    } catch (cause) {
      if (!(cause instanceof JsonSyntaxError)) throw cause;
      throw new UpstreamFailure("invalid", "the upstream's list of tools is no JSON object", "maybe");
    }
  }

  async list(_revision: Revision, request?: ListRequest): Promise<ListResult> {
    const { upstream, settings } = this.ports;
    const params = new CallerParams(request?.params);
    const cursor = request?.cursor ?? null;
    try {
      const { message, session } = await callUpstream({
        upstream,
        limits: settings.limits,
        signal: request?.signal ?? new AbortController().signal,
        replayable: () => true,
        encode: (current) => this.#listRequest(current, params),
      });
      const page = this.#readPage(message, session);
      this.#tools.shown(cursor, page);
      this.#owesList = false;
      return page.encoded;
    } catch (error) {
      if (error instanceof RpcError) throw error;
      this.#owesList = true;
      throw listError(error, settings);
    }
  }

  /** Lists every page, for `check`. */
  async countTools(): Promise<number> {
    const session = await this.ports.upstream.session();
    const signal = AbortSignal.timeout(this.ports.settings.limits.callTimeoutMs);
    let cursor: string | null = null;
    let count = 0;
    const asked = new Set<string>();
    for (let pages = 0; pages < MAX_PAGES; pages++) {
      const page: ToolPage = await this.#page(session, cursor, signal);
      count += page.tools.length;
      if (page.nextCursor === null || asked.has(page.nextCursor)) break;
      cursor = page.nextCursor;
      asked.add(cursor);
    }
    return count;
  }

  async call(name: string, _args: CallArguments, context: CallContext): Promise<ToolResult> {
    const started = performance.now();
    const sequence = ++this.#sequence;
    const params = new CallerParams(context.params);
    const finished = (): FinishedCall => ({
      tool: name,
      sequence,
      argumentsJson: params.literal("arguments"),
      durationMs: Math.round(performance.now() - started),
      at: this.ports.now(),
    });
    let message: Message;
    let refused: RpcErrorObject | null;
    try {
      ({ message } = await this.#send(name, params, context));
      refused = errorOf(message);
    } catch (error) {
      const { code, answer } = this.#failed(error, performance.now() - started);
      await this.ports.offload.note(finished(), code);
      return answer;
    }
    if (refused) {
      await this.ports.offload.note(finished(), String(refused.code));
      throw new RpcError(refused.code, refused.message, refused.data);
    }
    return this.#file(resultOf(message), finished());
  }

  #send(name: string, params: CallerParams, context: CallContext) {
    const { upstream, settings } = this.ports;
    return callUpstream({
      upstream,
      limits: settings.limits,
      signal: context.signal,
      replayable: () =>
        settings.retry === "always" || (settings.retry === "safe" && this.#tools.replayable(name)),
      encode: (session, signal) => this.#callRequest(session, name, params, context, signal),
      done: (id) => this.#progress.delete(id),
    });
  }

  async #callRequest(
    session: Session,
    name: string,
    params: CallerParams,
    context: CallContext,
    signal: AbortSignal,
  ): Promise<Outgoing> {
    const id = this.ports.nextId();
    const method = "tools/call";
    if (params.wantsProgress) this.#progress.set(id, context.progress);
    const token = params.wantsProgress ? id : null;
    const body = encodeRequest(id, method, params.forUpstream(session.era, token));
    if (session.era !== "modern" || session.wire.kind === "stdio") return { id, method, body };
    await this.#learnHeaders(session, name, signal);
    const declared = this.#tools.headersOf(name);
    const args = declared.length > 0 ? JSON.parse(params.literal("arguments") ?? "null") : null;
    return { id, method, body, headers: modernHeaders(method, name, declared, args) };
  }

  /** Headers of 2026-07-28 repeat arguments that the tool's schema names: the list must be known first. */
  async #learnHeaders(session: Session, name: string, signal: AbortSignal): Promise<void> {
    let cursor: string | null = null;
    for (let pages = 0; pages < MAX_PAGES && !this.#tools.knows(name); pages++) {
      const page: ToolPage = await this.#page(session, cursor, signal);
      this.#tools.learn(page);
      if (page.nextCursor === null || page.nextCursor === cursor) return;
      cursor = page.nextCursor;
    }
  }

  /** What a failed call answers, and its code for the ledger. */
  #failed(error: unknown, elapsedMs: number): { code: string; answer: ToolResult } {
    if (error instanceof CallCancelled)
      return { code: "cancelled", answer: toolError("cave_cancelled", error.message) };
    if (error instanceof CallTimeout) {
      const text = timeoutWords(error, elapsedMs);
      return { code: "cave_upstream_timeout", answer: toolError("cave_upstream_timeout", text) };
    }
    if (error instanceof JsonSyntaxError) {
      return this.#failed(new UpstreamFailure("invalid", "it is no JSON", "maybe"), elapsedMs);
    }
    if (error instanceof UpstreamFailure) {
      const text = this.ports.settings.secrets.mask(failureWords(error));
      this.ports.log.warn(text);
      return { code: "cave_upstream_unavailable", answer: toolError("cave_upstream_unavailable", text) };
    }
    if (error instanceof InvalidHeaderSchema) {
      const text = `The upstream's definition of this tool is invalid, so it was not called: ${error.message}.`;
      return { code: "cave_upstream_unavailable", answer: toolError("cave_upstream_unavailable", text) };
    }
    throw error;
  }

  async #file(result: Uint8Array, call: FinishedCall): Promise<ToolResult> {
    let filed: Filed;
    try {
      filed = await this.ports.offload.record(call, result);
    } catch (cause) {
      throw caveError(INTERNAL_ERROR, "cave_result_not_written", words(cause));
    }
    switch (filed.kind) {
      case "answer":
        return filed.answer;
      case "invalid":
        return toolError(
          "cave_upstream_unavailable",
          `The upstream's answer cannot be used: ${filed.reason}. The tool may have been executed.`,
        );
      case "failed":
        throw caveError(
          INTERNAL_ERROR,
          "cave_result_not_written",
          `the tool was executed, but its result could not be written: ${filed.reason}`,
        );
    }
  }
}

/** The bytes of the result, in a buffer that may be given away. */
function resultOf(message: Message): Uint8Array {
  const { bytes } = message;
  const extent = message.members.get("result") ?? { start: 0, end: 0 };
  const alone = bytes.byteLength === bytes.buffer.byteLength;
  return alone ? slice(bytes, extent) : bytes.slice(extent.start, extent.end);
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : "unknown failure";
}

function timeoutWords(error: CallTimeout, elapsedMs: number): string {
  return (
    `The upstream did not answer within ${error.limitMs} ms (${Math.round(elapsedMs)} ms elapsed). It was told to stop, ` +
    "but the tool may have been executed. A longer limit: --call-timeout-ms or CAVEMAN_PROXY_CALL_TIMEOUT_MS."
  );
}

function failureWords(error: UpstreamFailure): string {
  const what =
    error.kind === "unavailable" || error.kind === "session-lost"
      ? "The upstream cannot be reached"
      : error.kind === "dropped"
        ? "The connection to the upstream broke off"
        : "The upstream's answer cannot be used";
  const executed =
    error.executed === "maybe" ? " The tool may have been executed." : " The tool was not executed.";
  return `${what}: ${error.message}.${executed}`;
}

function listError(error: unknown, settings: Settings): RpcError {
  if (error instanceof CallTimeout) {
    return caveError(
      INTERNAL_ERROR,
      "cave_upstream_timeout",
      `the upstream did not list its tools within ${error.limitMs} ms`,
    );
  }
  const text = settings.secrets.mask(error instanceof UpstreamFailure ? error.message : words(error));
  return caveError(
    INTERNAL_ERROR,
    "cave_upstream_unavailable",
    `the upstream's tools cannot be listed: ${text}`,
  );
}
