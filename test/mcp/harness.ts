/** A server in this process over streams of our own, and a host whose calls the test opens and closes. */
import type {
  CallContext,
  LineParser,
  ListRequest,
  Log,
  Peeked,
  Revision,
  ToolHost,
  ToolResult,
} from "../../src/mcp/contract.ts";
import { peek } from "../../src/mcp/peek.ts";
import { argumentsOf } from "../../src/mcp/raw.ts";
import { type Ending, type ServeOptions, serve } from "../../src/mcp/serve.ts";

export const INFO = { name: "stub", version: "1.2.3", title: "Stub" };

export interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { code: number; message: string; data?: Record<string, unknown> };
}

/** An async iterable that the test feeds. */
class Feed implements AsyncIterable<Uint8Array> {
  #chunks: (Uint8Array | null)[] = [];
  #wake: () => void = () => {};
  /** Chunks that nobody has asked for yet. */
  get unread(): number {
    return this.#chunks.length;
  }
  push(chunk: Uint8Array | null): void {
    this.#chunks.push(chunk);
    this.#wake();
  }
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk === null) return;
      if (chunk) yield chunk;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

/** A reader that can stop reading and go away. */
class Reader {
  text = "";
  /** While set, nothing is taken. */
  #gate: Promise<void> | undefined;
  #open: () => void = () => {};
  #lost: Error | undefined;
  #waiting: (() => void)[] = [];
  /** Most bytes that one write takes. */
  atOnce = Number.POSITIVE_INFINITY;

  async write(bytes: Uint8Array): Promise<number> {
    await Promise.resolve();
    await this.#gate;
    if (this.#lost) throw this.#lost;
    const taken = bytes.subarray(0, this.atOnce);
    this.text += Buffer.from(taken).toString("latin1");
    for (const wake of this.#waiting.splice(0)) wake();
    return taken.length;
  }
  pause(): void {
    this.#gate = new Promise((resolve) => {
      this.#open = resolve;
    });
  }
  resume(): void {
    this.#gate = undefined;
    this.#open();
  }
  leave(): void {
    this.#lost = Object.assign(new Error("broken pipe"), { code: "EPIPE" });
    this.resume();
  }
  changed(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

export class Connection {
  readonly input = new Feed();
  readonly output = new Reader();
  readonly stop = new AbortController();
  /** Warnings and errors. */
  readonly logged: string[] = [];
  readonly ended: Promise<Ending>;

  constructor(options: Partial<ServeOptions> & { readonly host: ToolHost }) {
    const log: Log = (level, event, facts) => {
      if (level === "warn" || level === "error")
        this.logged.push(`${level} ${event} ${JSON.stringify(facts ?? {})}`);
    };
    const { input, output, stop } = this;
    this.ended = serve({ info: INFO, log, input, output, stop: stop.signal, ...options });
  }

  /** Sends values as JSON lines, strings and bytes as they are (with a newline). */
  send(...messages: (object | string | Uint8Array)[]): this {
    for (const message of messages) {
      const raw = message instanceof Uint8Array || typeof message === "string";
      const bytes = raw ? Buffer.from(message) : Buffer.from(JSON.stringify(message));
      this.input.push(Buffer.concat([bytes, Buffer.from("\n")]));
    }
    return this;
  }
  request(id: unknown, method: string, params?: unknown): this {
    return this.send({ jsonrpc: "2.0", id, method, ...(params !== undefined && { params }) });
  }
  notify(method: string, params?: unknown): this {
    return this.send({ jsonrpc: "2.0", method, ...(params !== undefined && { params }) });
  }
  call(id: unknown, name: string, args?: unknown, meta?: unknown): this {
    return this.request(id, "tools/call", {
      name,
      ...(args !== undefined && { arguments: args }),
      ...(meta !== undefined && { _meta: meta }),
    });
  }

  /** Complete lines so far. */
  get lines(): string[] {
    return Buffer.from(this.output.text, "latin1").toString("utf8").split("\n").slice(0, -1);
  }
  get messages(): Message[] {
    return this.lines.map((line) => JSON.parse(line));
  }
  /** Waits until there are `count` lines. */
  async take(count: number): Promise<Message[]> {
    while (this.lines.length < count) await this.output.changed();
    return this.messages;
  }
  /** Waits for the answer to this id. */
  async answer(id: unknown): Promise<Message> {
    for (;;) {
      const found = this.messages.find((m) => m.method === undefined && m.id === id);
      if (found) return found;
      await this.output.changed();
    }
  }
  /** Ends the input and returns all that was said. */
  async finish(): Promise<Message[]> {
    this.input.push(null);
    await this.ended;
    return this.messages;
  }
}

/** A call that has reached the host and waits for the test. */
export interface OpenCall {
  readonly name: string;
  readonly args: unknown;
  readonly kind: "parsed" | "line";
  readonly context: CallContext;
  finish(result?: ToolResult): void;
  fail(error: unknown): void;
}

export const text = (value: string, isError = false): ToolResult => ({
  content: [{ type: "text", text: value }],
  isError,
});

/** `hold` waits for the test; `echo` answers its arguments; the others fail in their own way. */
export class StubHost implements ToolHost {
  readonly calls: OpenCall[] = [];
  concurrency = 16;
  #waiting: (() => void)[] = [];

  get instructions(): string {
    return "Use echo.";
  }

  list(_revision: Revision, _request?: ListRequest): ReturnType<ToolHost["list"]> {
    return [{ name: "echo", description: "Echo.", inputSchema: { type: "object" } }];
  }

  call(name: string, args: Parameters<ToolHost["call"]>[1], context: CallContext): Promise<ToolResult> {
    const value = argumentsOf(args);
    if (name === "echo") return Promise.resolve(text(JSON.stringify(value)));
    if (name === "throw") throw new Error("secret payload");
    if (name === "reject") return Promise.reject(new Error("secret payload"));
    if (name === "overflow") {
      const deeper = (n: number): number => 1 + deeper(n + 1);
      return Promise.resolve(text(String(deeper(0))));
    }
    return new Promise((resolve, reject) => {
      this.calls.push({
        name,
        args: value,
        kind: args.kind,
        context,
        finish: (result = text("done")) => resolve(result),
        fail: reject,
      });
      for (const wake of this.#waiting.splice(0)) wake();
    });
  }

  /** The n-th held call, from 0, once it is there. */
  async open(n = 0): Promise<OpenCall> {
    for (;;) {
      const call = this.calls[n];
      if (call) return call;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }
}

/** A parser that looks into lines when the test says so. */
export class StubParser implements LineParser {
  readonly pending: { line: SharedArrayBuffer; answer: () => void; fail: (error: Error) => void }[] = [];
  #waiting: (() => void)[] = [];
  peek(line: SharedArrayBuffer): Promise<Peeked> {
    return new Promise((resolve, reject) => {
      this.pending.push({ line, answer: () => resolve(peek(new Uint8Array(line))), fail: reject });
      for (const wake of this.#waiting.splice(0)) wake();
    });
  }
  async open(n = 0): Promise<StubParser["pending"][number]> {
    for (;;) {
      const found = this.pending[n];
      if (found) return found;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }
}

export const PREFIX = "io.modelcontextprotocol/";

/** `_meta` that makes a request one of 2026-07-28. */
export const modern = (version: unknown = "2026-07-28", more: object = {}): object => ({
  [`${PREFIX}protocolVersion`]: version,
  [`${PREFIX}clientCapabilities`]: {},
  ...more,
});

export const initialize = (protocolVersion: unknown): object => ({
  jsonrpc: "2.0",
  id: "init",
  method: "initialize",
  params: { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "0" } },
});

/** The text of the first item of a tool's result. */
export function firstText(message: Message | undefined): string {
  const content = message?.result?.content;
  return Array.isArray(content) ? String(content[0]?.text) : "";
}
