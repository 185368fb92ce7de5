/**
 * The seam between the protocol and what it serves: src/mcp speaks JSON-RPC and MCP and knows no tool;
 * whoever offers tools (the five tools, the proxy) implements ToolHost, and whoever has a worker
 * implements LineParser. Types only; errors to throw are in errors.ts, readers of raw JSON in raw.ts.
 */

export type Revision = "2024-11-05" | "2025-03-26" | "2025-06-18" | "2025-11-25" | "2026-07-28";

export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly annotations?: object;
}

export type ContentItem =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "resource";
      readonly resource: { readonly uri: string; readonly mimeType: string; readonly blob: string };
    };

/**
 * What a call answers. `encoded` is spliced into the answer without being serialised again.
 */
export type ToolResult =
  | { readonly content: readonly ContentItem[]; readonly isError: boolean }
  | EncodedResult;

/** A result made elsewhere (off the main thread, or by an upstream). */
export interface EncodedResult {
  /**
   * UTF-8 of the members of the result object without its braces, such as `"content":[…],"isError":false`;
   * never `resultType` or `_meta`, which the protocol writes. Best on one line: breaks become blanks.
   */
  readonly encoded: Uint8Array;
  /** JSON text of an object whose members are added to the result's `_meta`. */
  readonly meta?: string;
  /** 2026-07-28 only; default `complete`. */
  readonly resultType?: string;
}

/** One page of `tools/list`: the whole list, or members such as `"tools":[…],"nextCursor":"…"`. */
export type ListResult = readonly ToolDescription[] | (EncodedResult & { readonly cache?: CacheHint });

/** How long a 2026-07-28 client may keep a list (`ttlMs` in ms). Default: an hour, public. */
export interface CacheHint {
  readonly ttlMs: number;
  readonly cacheScope: "public" | "private";
}

/** JSON as it was written (numbers, key order and duplicates included): text, or bytes of a long line. */
export type RawJson =
  | { readonly kind: "text"; readonly text: string }
  /** UTF-8 at [start, end) of `line`. Decode in a worker only; see raw.ts. */
  | { readonly kind: "line"; readonly line: SharedArrayBuffer; readonly start: number; readonly end: number };

export interface CallContext {
  readonly revision: Revision;
  /**
   * Aborted by notifications/cancelled, by shutdown, and some time after the end of input.
   * Whatever the call then answers is not sent.
   */
  readonly signal: AbortSignal;
  /** Sends notifications/progress, or does nothing where the caller gave no progressToken. */
  readonly progress: (progress: number, total?: number, message?: string) => void;
  /** The request's whole `params` as written; a proxy forwards `arguments` and `_meta` from here. */
  readonly params?: RawJson;
}

/**
 * Arguments of a call: parsed (`undefined` where the request had none), or still in the bytes of a
 * long line that only a worker should parse: `argumentsOf(args)` in raw.ts gives the value of either.
 */
export type CallArguments =
  | { readonly kind: "parsed"; readonly value: unknown }
  | { readonly kind: "line"; readonly line: SharedArrayBuffer; readonly start: number; readonly end: number };

/** What `tools/list` was asked with. */
export interface ListRequest {
  /** Only for hosts that are `paged`; others never see one (it is answered -32602). */
  readonly cursor?: string;
  readonly signal: AbortSignal;
  readonly params?: RawJson;
}

export interface ToolHost {
  /** Text for the model in the answers to `initialize` and `server/discover`; read at each of them. */
  readonly instructions?: string;
  /** True where `list` gives and takes cursors. */
  readonly paged?: boolean;
  /** Calls that may run at once; more wait in the order they came. Default: MAX_RUNNING_CALLS. */
  readonly concurrency?: number;
  /**
   * The list for one revision; the same bytes every time unless `onListChanged` says otherwise.
   * May throw or reject with RpcError, which is relayed as it is.
   */
  list(revision: Revision, request?: ListRequest): ListResult | Promise<ListResult>;
  /**
   * Rejecting with RpcError answers that JSON-RPC error; any other rejection or throw becomes the
   * tool error `cave_tool_panicked`.
   */
  call(name: string, args: CallArguments, context: CallContext): Promise<ToolResult>;
  /**
   * Where it exists, `capabilities.tools.listChanged` is true and each call of `listener` sends
   * notifications/tools/list_changed (also to 2026-07-28 subscriptions). Returns the way to stop.
   */
  onListChanged?(listener: () => void): () => void;
}

/**
 * Looks into lines too long for the main thread: posts the memory to a worker, which answers
 * `peek(new Uint8Array(line))` of peek.ts. Where it rejects, the main thread looks for itself.
 */
export interface LineParser {
  peek(line: SharedArrayBuffer): Promise<Peeked>;
}

/** What one line holds, without its arguments: small, plain data that a worker can post. */
export type Peeked =
  /** Nothing but whitespace: ignored. */
  | { readonly kind: "blank" }
  | { readonly kind: "malformed"; readonly reason: "utf8" }
  /** `at` is the byte where reading stopped. */
  | { readonly kind: "malformed"; readonly reason: "json"; readonly at: number }
  | { readonly kind: "message"; readonly envelope: Envelope }
  | { readonly kind: "batch"; readonly envelopes: readonly Envelope[] }
  /** A batch of more than MAX_BATCH_MEMBERS members. */
  | { readonly kind: "crowded"; readonly members: number };

/**
 * One message as far as the protocol needs it. Values are JSON literals as they were written
 * (`1.0`, `"a\u0062"`, `null`); `{` or `[` stands for any object or array, `~` for a scalar
 * of more than MAX_LITERAL_BYTES. Absent where the message has no such member; of duplicates the last.
 */
export interface Envelope {
  /** Literal of the whole message: `{` for every message that can be one. */
  readonly message: string;
  readonly jsonrpc?: string;
  readonly id?: string;
  readonly method?: string;
  readonly result?: string;
  readonly error?: string;
  readonly params?: Params;
}

export interface Params extends Extent {
  readonly literal: string;
  readonly name?: string;
  readonly arguments?: Extent;
  readonly cursor?: string;
  readonly protocolVersion?: string;
  readonly requestId?: string;
  /** `notifications.toolsListChanged` of subscriptions/listen. */
  readonly toolsListChanged?: string;
  readonly meta?: Meta;
}

/** The members of `_meta` that the protocol reads; the last three are those of io.modelcontextprotocol/. */
export interface Meta {
  readonly literal: string;
  readonly progressToken?: string;
  readonly protocolVersion?: string;
  readonly clientCapabilities?: string;
  readonly clientInfo?: string;
}

/** Bytes [start, end) of the line. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

/**
 * Where the program's own words go (stderr). `event` is a fixed text or a `cave_…` code; facts are
 * sizes, positions, codes and names of our own, never anything that came from outside.
 */
export type Log = (
  level: "error" | "warn" | "info" | "debug",
  event: string,
  facts?: Readonly<Record<string, string | number>>,
) => void;
