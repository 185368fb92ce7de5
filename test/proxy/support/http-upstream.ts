/**
 * An MCP upstream over HTTP for tests. Results are literal JSON, so a test can send what no library would
 * write, and every answer can be held back, cut off or replaced.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Exchange {
  readonly message: { id?: number; method: string; params: Record<string, unknown> };
  /** The body as it came. */
  readonly body: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Answers with this literal result. */
  result(literal: string): void;
  error(code: number, message: string, data?: string): void;
}

type Handler = (exchange: Exchange) => void | Promise<void>;

const OK = '{"content":[{"type":"text","text":"done"}]}';

export class HttpUpstream {
  readonly seen: { method: string; headers: IncomingMessage["headers"]; body: string }[] = [];
  /** Literal elements of the list. */
  tools: string[] = ['{"name":"echo","description":"Says it again.","inputSchema":{"type":"object"}}'];
  /** Handlers by tool; `*` is every other one. */
  readonly on = new Map<string, Handler>([["*", (x) => x.result(OK)]]);
  /** Handlers by method, before everything else. */
  readonly methods = new Map<string, Handler>();
  /** Called for every HTTP request; true: it was answered here. */
  intercept: (request: IncomingMessage, response: ServerResponse, body: string) => boolean = () => false;
  /** Whether sessions are given out and asked for. */
  sessions = true;
  #known = new Set<string>();
  #last = 0;
  #server: Server | undefined;
  #streams = new Set<ServerResponse>();
  port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.port}/mcp`;
  }

  get initializations(): number {
    return this.seen.filter(({ body }) => body.includes('"method":"initialize"')).length;
  }

  calls(): string[] {
    return this.seen.map(({ body }) => body).filter((body) => body.includes('"method":"tools/call"'));
  }

  async start(port = 0): Promise<this> {
    const server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on("data", (piece: Buffer) => pieces.push(piece));
      request.on("error", () => {});
      request.on("end", () => this.#serve(request, response, Buffer.concat(pieces).toString()));
    });
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", resolve);
    });
    this.port = (server.address() as AddressInfo).port;
    return this;
  }

  /** Forgets every session, as a restarted server does. */
  forgetSessions(): void {
    this.#known.clear();
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  /** Sends a notification on every open GET stream. */
  notify(literal: string): void {
    for (const stream of this.#streams) stream.write(`event: message\ndata: ${literal}\n\n`);
  }

  get openStreams(): number {
    return this.#streams.size;
  }

  #serve(request: IncomingMessage, response: ServerResponse, body: string): void {
    this.seen.push({ method: request.method ?? "", headers: request.headers, body });
    if (this.intercept(request, response, body)) return;
    const session = request.headers["mcp-session-id"];
    const isInitialize = body.includes('"method":"initialize"');
    if (this.sessions && !isInitialize && !this.#known.has(String(session))) {
      response.writeHead(404, { "content-type": "application/json" });
      response.end('{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}');
      return;
    }
    if (request.method === "GET") this.#listen(response);
    else if (request.method === "POST") void this.#answer(request, response, body);
    else {
      response.writeHead(200);
      response.end();
    }
  }

  #listen(response: ServerResponse): void {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
    this.#streams.add(response);
    response.on("close", () => this.#streams.delete(response));
  }

  async #answer(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    const message = JSON.parse(body) as Exchange["message"];
    if (message.id === undefined) {
      response.writeHead(202);
      response.end();
      return;
    }
    const headers: Record<string, string> = { "content-type": "application/json" };
    if (this.sessions && message.method === "initialize") {
      const session = `session-${++this.#last}`;
      this.#known.add(session);
      headers["mcp-session-id"] = session;
    }
    const send = (literal: string) => {
      response.writeHead(200, headers);
      response.end(`{"jsonrpc":"2.0","id":${message.id},${literal}}`);
    };
    const exchange: Exchange = {
      message,
      body,
      request,
      response,
      result: (literal) => send(`"result":${literal}`),
      error: (code, text, data) =>
        send(`"error":{"code":${code},"message":${JSON.stringify(text)}${data ? `,"data":${data}` : ""}}`),
    };
    const handler = this.methods.get(message.method) ?? this.#usual(message);
    await handler(exchange);
  }

  #usual(message: Exchange["message"]): Handler {
    if (message.method === "initialize") {
      const version = JSON.stringify(message.params.protocolVersion);
      return (x) =>
        x.result(
          `{"protocolVersion":${version},"capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"test","version":"1"}}`,
        );
    }
    if (message.method === "tools/list") return (x) => x.result(`{"tools":[${this.tools.join(",")}]}`);
    if (message.method === "tools/call") {
      return this.on.get(String(message.params.name)) ?? this.on.get("*") ?? (() => {});
    }
    return (x) => x.error(-32601, "Method not found");
  }
}

/** Starts an event stream as the answer to a request. */
export function openStream(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
}

export function event(data: string, id?: string): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: message\ndata: ${data}\n\n`;
}

/** `{"content":[{"type":"text","text":…}]}` */
export function textResult(text: string): string {
  return JSON.stringify({ content: [{ type: "text", text }] });
}
