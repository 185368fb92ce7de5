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
import { RpcError } from "../mcp/errors.ts";
import { Catalogue } from "./catalogue.ts";
import { failedCall, notWritten, unusableResult, words } from "./failure-words.ts";
import { type Message, memberValue } from "./json/message.ts";
import { slice } from "./json/splice.ts";
import type { Log } from "./log.ts";
import type { Filed, Offload } from "./offload.ts";
import { CallerParams } from "./params.ts";
import type { FinishedCall } from "./results/recorder.ts";
import type { Settings } from "./settings/settings.ts";
import { callUpstream } from "./upstream/call.ts";
import type { Session } from "./upstream/handshake.ts";
import { modernHeaders } from "./upstream/modern-headers.ts";
import { encodeRequest, errorOf, type RpcErrorObject } from "./upstream/rpc.ts";
import type { Upstream } from "./upstream/upstream.ts";
import type { Outgoing } from "./upstream/wire.ts";

/** More calls at once than any host makes; each waits for the upstream and costs nothing meanwhile. */
const MAX_CALLS_AT_ONCE = 64;
const METHOD = "tools/call";

export interface ProxyPorts {
  readonly settings: Settings;
  readonly upstream: Upstream;
  readonly offload: Pick<Offload, "record" | "note">;
  readonly nextId: () => number;
  readonly log: Log;
  readonly now: () => Date;
}

export class ToolProxy implements ToolHost {
  readonly paged = true;
  readonly concurrency = MAX_CALLS_AT_ONCE;
  readonly instructions =
    "Results of these tools are written to files; you get the path, exact counts and a preview. Read the file with jq or sed only when the preview does not answer.";
  readonly catalogue: Catalogue;
  #listeners = new Set<() => void>();
  /** Who wants to know of progress, by the token that the upstream was given. */
  #progress = new Map<number, CallContext["progress"]>();
  #sequence = 0;
  readonly #mask: (text: string) => string;

  constructor(readonly ports: ProxyPorts) {
    const { settings, upstream, nextId } = ports;
    const { limits, descriptionPrefix } = settings;
    this.#mask = (text) => settings.secrets.mask(text);
    this.catalogue = new Catalogue({ upstream, limits, descriptionPrefix, nextId, mask: this.#mask });
  }

  list(_revision: Revision, request?: ListRequest): Promise<ListResult> {
    return this.catalogue.list(request);
  }

  onListChanged(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tellListChanged(): void {
    for (const listener of this.#listeners) listener();
  }

  /** A session was established: late upstreams and changed lists are told. */
  connected(session: Session): void {
    if (!this.catalogue.anyNeed) return;
    this.catalogue.isNews(session).then(
      (news) => {
        if (news) this.#tellListChanged();
      },
      (error) => this.ports.log.debug(`the list could not be compared after reconnecting: ${words(error)}`),
    );
  }

  /** A notification of the upstream. */
  notified(method: string, message: Message): void {
    if (method === "notifications/tools/list_changed") this.#tellListChanged();
    if (method === "notifications/progress") this.#progressed(memberValue(message, "params"));
  }

  #progressed(params: unknown): void {
    if (typeof params !== "object" || params === null) return;
    const { progressToken, progress, total, message } = params as Record<string, unknown>;
    if (typeof progress !== "number") return;
    this.#progress.get(Number(progressToken))?.(
      progress,
      typeof total === "number" ? total : undefined,
      typeof message === "string" ? message : undefined,
    );
  }

  async call(name: string, _args: CallArguments, context: CallContext): Promise<ToolResult> {
    const started = performance.now();
    const sequence = ++this.#sequence;
    const params = new CallerParams(context.params);
    const elapsed = () => Math.round(performance.now() - started);
    const finished = (): FinishedCall => ({
      tool: name,
      sequence,
      argumentsJson: params.literal("arguments"),
      durationMs: elapsed(),
      at: this.ports.now(),
    });
    let message: Message;
    let refused: RpcErrorObject | null;
    try {
      message = await this.#send(name, params, context);
      refused = errorOf(message);
    } catch (error) {
      const { code, answer } = failedCall(error, elapsed(), this.#mask);
      this.ports.log.info(`a call failed: ${code}: ${words(error)}`);
      await this.ports.offload.note(finished(), code);
      if (answer === null) throw error;
      return answer;
    }
    if (refused) {
      await this.ports.offload.note(finished(), String(refused.code));
      throw new RpcError(refused.code, refused.message, refused.data);
    }
    return this.#file(resultOf(message), finished());
  }

  async #send(name: string, params: CallerParams, context: CallContext): Promise<Message> {
    const { upstream, settings } = this.ports;
    const { message } = await callUpstream({
      upstream,
      limits: settings.limits,
      signal: context.signal,
      replayable: () =>
        settings.retry === "always" || (settings.retry === "safe" && this.catalogue.tools.replayable(name)),
      encode: (session, signal) => this.#request(session, { name, params, context, signal }),
      done: (id) => this.#progress.delete(id),
    });
    return message;
  }

  async #request(session: Session, call: OneCall): Promise<Outgoing> {
    const { name, params, context, signal } = call;
    const id = this.ports.nextId();
    if (params.wantsProgress) this.#progress.set(id, context.progress);
    const token = params.wantsProgress ? id : null;
    const body = encodeRequest(id, METHOD, params.forUpstream(session.era, token));
    if (session.era !== "modern" || session.wire.kind === "stdio") return { id, method: METHOD, body };
    // Headers repeat arguments that the tool's schema names: the list must be known first.
    await this.catalogue.learn(session, name, signal);
    const declared = this.catalogue.tools.headersOf(name);
    const args: unknown = declared.length > 0 ? JSON.parse(params.literal("arguments") ?? "null") : null;
    return { id, method: METHOD, body, headers: modernHeaders(METHOD, name, declared, args) };
  }

  async #file(result: Uint8Array, call: FinishedCall): Promise<ToolResult> {
    let filed: Filed;
    try {
      filed = await this.ports.offload.record(call, result);
    } catch (cause) {
      await this.ports.offload.note(call, "cave_result_not_written");
      throw notWritten(words(cause));
    }
    switch (filed.kind) {
      case "answer":
        return filed.answer;
      case "invalid":
        return unusableResult(filed.reason);
      case "failed":
        throw notWritten(filed.reason);
    }
  }
}

interface OneCall {
  readonly name: string;
  readonly params: CallerParams;
  readonly context: CallContext;
  /** Ends the attempt. */
  readonly signal: AbortSignal;
}

/** The bytes of the result, in a buffer that may be given away. */
function resultOf(message: Message): Uint8Array {
  const { bytes } = message;
  const extent = message.members.get("result") ?? { start: 0, end: 0 };
  const alone = bytes.byteLength === bytes.buffer.byteLength;
  return alone ? slice(bytes, extent) : bytes.slice(extent.start, extent.end);
}
