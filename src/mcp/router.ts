/** From requests to answers: the methods of both eras, over a ToolHost. */
import type { Calls, Reply, Work } from "./calls.ts";
import type { CallContext, ListRequest, Log, Params, Revision, ToolHost } from "./contract.ts";
import { caveError, INVALID_PARAMS, internalError, RpcError, unbatchable, unknownMethod } from "./errors.ts";
import type { Id } from "./ids.ts";
import { errorFacts } from "./log.ts";
import { stringOf } from "./messages.ts";
import { cursorOf, halfModern } from "./params.ts";
import { progressOf } from "./progress.ts";
import {
  checkModern,
  isModern,
  type LegacyRevision,
  MODERN,
  missing,
  negotiate,
  OLDEST,
} from "./revisions.ts";
import { argumentsFrom, rawOf, type Source } from "./source.ts";
import type { Subscriptions } from "./subscriptions.ts";
import {
  BARE,
  cacheMembers,
  callAnswer,
  envelopeFor,
  errorAnswer,
  listAnswer,
  resultAnswer,
  type Segments,
  type ServerInfo,
  toolError,
} from "./wire.ts";

/** A request with all that routing it takes. */
export interface Request {
  readonly id: Id;
  readonly method: string;
  readonly params?: Params;
  readonly source: Source;
  readonly inBatch: boolean;
}

export interface RouterOptions {
  readonly host: ToolHost;
  readonly info: ServerInfo;
  readonly calls: Calls;
  readonly subscriptions: Subscriptions;
  readonly log: Log;
  /** Sends a message that is no answer; `crowded` is true while the reader is too slow for such. */
  readonly send: (message: Segments) => void;
  readonly crowded: () => boolean;
}

/** Null: none is to be sent. `later`: the reply will be called. */
type Answer = Segments | null | "later";

export class Router {
  /** What `initialize` agreed on. */
  negotiated: LegacyRevision | undefined;

  constructor(readonly options: RouterOptions) {}

  /** Calls `reply` once, now or later. Never throws. */
  route(request: Request, reply: Reply): void {
    let answer: Answer;
    try {
      const { meta } = request.params ?? {};
      if (meta && isModern(meta)) {
        checkModern(meta);
        answer = this.#modern(request, reply);
      } else {
        answer = this.#legacy(request, reply);
      }
    } catch (error) {
      answer = errorAnswer(request.id, this.#relayed(error));
    }
    if (answer !== "later") reply(answer);
  }

  #modern(request: Request, reply: Reply): Answer {
    const { id, method, params } = request;
    switch (method) {
      case "server/discover":
        return this.#discover(id);
      case "subscriptions/listen": {
        if (request.inBatch) throw unbatchable("a subscription");
        const wanted = params?.toolsListChanged === "true" && this.options.host.onListChanged !== undefined;
        this.options.send(this.options.subscriptions.open(id, wanted));
        return null;
      }
      case "tools/list":
        return this.#list(request, MODERN, reply);
      case "tools/call":
        return this.#call(request, MODERN, reply);
      default:
        throw unknownMethod();
    }
  }

  #legacy(request: Request, reply: Reply): Answer {
    const { id, method, params } = request;
    const revision = this.negotiated ?? OLDEST;
    switch (method) {
      case "initialize":
        if (request.inBatch) throw unbatchable("initialize");
        return this.#initialize(id, params);
      case "ping":
        return resultAnswer(id, [], BARE);
      case "tools/list":
      case "tools/call":
        if (this.negotiated === undefined && halfModern(params)) throw missing("protocolVersion", "a string");
        return method === "tools/list"
          ? this.#list(request, revision, reply)
          : this.#call(request, revision, reply);
      case "server/discover":
      case "subscriptions/listen":
        // Whoever knows these methods means 2026-07-28 and forgot to say so.
        if (this.negotiated === undefined) throw missing("protocolVersion", "a string");
        throw unknownMethod();
      default:
        throw unknownMethod();
    }
  }

  #initialize(id: Id, params: Params | undefined): Segments {
    this.negotiated = negotiate(params?.protocolVersion);
    const { name, version, title } = this.options.info;
    const titled = title !== undefined && this.negotiated >= "2025-06-18";
    const serverInfo = titled ? { name, title, version } : { name, version };
    const members = `"protocolVersion":"${this.negotiated}",${this.#abilities(serverInfo)}`;
    return resultAnswer(id, [members], BARE);
  }

  #discover(id: Id): Segments {
    const members = `"supportedVersions":["${MODERN}"],${this.#abilities()},${cacheMembers()}`;
    return resultAnswer(id, [members], envelopeFor(MODERN, this.options.info));
  }

  /** Members that `initialize` and `server/discover` have in common. */
  #abilities(serverInfo?: ServerInfo): string {
    const { host } = this.options;
    const tools = host.onListChanged ? { listChanged: true } : {};
    const { instructions } = host;
    const members = JSON.stringify({
      capabilities: { tools },
      ...(serverInfo && { serverInfo }),
      ...(instructions !== undefined && { instructions }),
    });
    return members.slice(1, -1);
  }

  #list({ id, params, source }: Request, revision: Revision, reply: Reply): Answer {
    const { host, calls, info } = this.options;
    const cursor = params && cursorOf(params);
    if (cursor !== undefined && !host.paged) {
      throw caveError(
        INVALID_PARAMS,
        "cave_invalid_params",
        "this cursor was never given: the list has one page",
      );
    }
    const raw = params && rawOf(source, params);
    const work: Work = async (signal) => {
      try {
        const asked: ListRequest = {
          signal,
          ...(cursor !== undefined && { cursor }),
          ...(raw && { params: raw }),
        };
        return listAnswer(id, await host.list(revision, asked), revision, info);
      } catch (error) {
        return errorAnswer(id, this.#relayed(error));
      }
    };
    calls.run(id, work, reply);
    return "later";
  }

  #call({ id, params, source }: Request, revision: Revision, reply: Reply): Answer {
    const { host, calls, info, log, send, crowded } = this.options;
    const name = stringOf(params?.name);
    if (params === undefined || name === undefined) {
      throw caveError(INVALID_PARAMS, "cave_invalid_params", "params.name must be the name of a tool");
    }
    const args = argumentsFrom(source, params.arguments);
    const raw = rawOf(source, params);
    const work: Work = async (signal) => {
      const progress = progressOf(params.meta?.progressToken, revision, (message) => {
        if (!signal.aborted && !crowded()) send(message);
      });
      try {
        const context: CallContext = { revision, signal, progress: progress.report, params: raw };
        return callAnswer(id, await host.call(name, args, context), revision, info);
      } catch (error) {
        if (error instanceof RpcError) return errorAnswer(id, error);
        if (!signal.aborted) log("error", "cave_tool_panicked", errorFacts(error));
        const text = "the tool failed unexpectedly and gave no result; the log on stderr says where";
        return callAnswer(id, toolError("cave_tool_panicked", text), revision, info);
      } finally {
        progress.end();
      }
    };
    calls.queue(id, work, reply);
    return "later";
  }

  #relayed(error: unknown): RpcError {
    if (error instanceof RpcError) return error;
    this.options.log("error", "cave_internal_error", errorFacts(error));
    return internalError();
  }
}
