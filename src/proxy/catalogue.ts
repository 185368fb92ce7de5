/** The upstream's list of tools, page by page: for the host, for `check`, and for what the proxy must know itself. */
import type { ListRequest, ListResult } from "../mcp/contract.ts";
import { RpcError } from "../mcp/errors.ts";
import { JsonSyntaxError } from "../text/json-bytes.ts";
import { listFailure } from "./failure-words.ts";
import type { Message } from "./json/message.ts";
import { slice } from "./json/splice.ts";
import { KnownTools } from "./known-tools.ts";
import { CallerParams } from "./params.ts";
import { type ToolPage, toolPage } from "./tool-list.ts";
import { type CallLimits, callUpstream } from "./upstream/call.ts";
import { UpstreamFailure } from "./upstream/failure.ts";
import type { Session } from "./upstream/handshake.ts";
import { modernHeaders } from "./upstream/modern-headers.ts";
import { encodeRequest, errorOf } from "./upstream/rpc.ts";
import type { Upstream } from "./upstream/upstream.ts";
import type { Outgoing } from "./upstream/wire.ts";

/** Pages that are walked on our own account; an upstream whose cursors never end is stopped here. */
const MAX_PAGES = 1000;
const METHOD = "tools/list";

export interface CataloguePorts {
  readonly upstream: Upstream;
  readonly limits: CallLimits;
  readonly descriptionPrefix: string;
  readonly nextId: () => number;
  readonly mask: (text: string) => string;
}

export class Catalogue {
  readonly tools = new KnownTools();
  /** The host asked for the list in vain. */
  #owed = false;

  constructor(readonly ports: CataloguePorts) {}

  /** One page for the host. @throws RpcError */
  async list(request: ListRequest | undefined): Promise<ListResult> {
    const params = new CallerParams(request?.params);
    try {
      const { message, session } = await callUpstream({
        upstream: this.ports.upstream,
        limits: this.ports.limits,
        signal: request?.signal ?? new AbortController().signal,
        replayable: () => true,
        encode: (current) => this.#request(current, params),
      });
      const page = this.#read(message, session);
      this.tools.shown(request?.cursor ?? null, page);
      this.#owed = false;
      return page.encoded;
    } catch (error) {
      if (!(error instanceof RpcError)) this.#owed = true;
      throw listFailure(error, this.ports.mask);
    }
  }

  /** Whether a host that got no list, or another one than this session has, should be told to ask again. */
  async isNews(session: Session): Promise<boolean> {
    if (this.#owed) {
      this.#owed = false;
      return true;
    }
    for await (const { cursor, page } of this.#pages(session, this.#limit())) {
      if (!this.tools.wasShown(cursor)) return false;
      if (!this.tools.isAsShown(cursor, page)) return true;
    }
    return false;
  }

  get anyNeed(): boolean {
    return this.#owed || this.tools.wasShown(null);
  }

  /** How many tools there are on all pages. */
  async count(session: Session): Promise<number> {
    let count = 0;
    for await (const { page } of this.#pages(session, this.#limit())) count += page.tools.length;
    return count;
  }

  /** Reads pages until the tool is known, or there are no more. */
  async learn(session: Session, tool: string, signal: AbortSignal): Promise<void> {
    if (this.tools.knows(tool)) return;
    for await (const { page } of this.#pages(session, signal)) {
      this.tools.learn(page);
      if (this.tools.knows(tool)) return;
    }
  }

  #limit(): AbortSignal {
    return AbortSignal.timeout(this.ports.limits.callTimeoutMs);
  }

  /** All pages, until a cursor is missing or comes again. */
  async *#pages(
    session: Session,
    signal: AbortSignal,
  ): AsyncGenerator<{ cursor: string | null; page: ToolPage }> {
    const asked = new Set<string | null>();
    let cursor: string | null = null;
    while (!asked.has(cursor) && asked.size < MAX_PAGES) {
      asked.add(cursor);
      const text = cursor === null ? "{}" : JSON.stringify({ cursor });
      const request = this.#request(session, new CallerParams({ kind: "text", text }));
      const page = this.#read(await session.wire.exchange(request, signal), session);
      yield { cursor, page };
      if (page.nextCursor === null) return;
      cursor = page.nextCursor;
    }
  }

  #request(session: Session, params: CallerParams): Outgoing {
    const id = this.ports.nextId();
    const body = encodeRequest(id, METHOD, params.forUpstream(session.era, null));
    const headers = session.era === "modern" ? modernHeaders(METHOD, null, [], null) : {};
    return { id, method: METHOD, body, headers };
  }

  #read(message: Message, session: Session): ToolPage {
    const error = errorOf(message);
    if (error) throw new RpcError(error.code, error.message, error.data);
    const result = message.members.get("result");
    try {
      if (result) return toolPage(slice(message.bytes, result), this.ports.descriptionPrefix, session.era);
    } catch (cause) {
      if (!(cause instanceof JsonSyntaxError)) throw cause;
    }
    throw new UpstreamFailure("invalid", "the upstream's list of tools is no JSON object", "maybe");
  }
}
