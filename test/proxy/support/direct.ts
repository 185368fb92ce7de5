/** The shortest possible MCP clients, to see what an upstream answers without the proxy. They share no code with it. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export interface Direct {
  /** The literal response to a request. */
  request(method: string, params?: unknown): Promise<string>;
  close(): Promise<void>;
}

const HELLO = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "direct", version: "1" },
};

async function initialized(direct: Direct, notify: (line: string) => Promise<unknown>): Promise<Direct> {
  await direct.request("initialize", HELLO);
  await notify('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  return direct;
}

const line = (id: number, method: string, params: unknown = {}) =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });

/** Responses by id from a stream of lines. */
function pending() {
  const waiting = new Map<number, (text: string) => void>();
  return {
    wait: (id: number) => new Promise<string>((resolve) => waiting.set(id, resolve)),
    take(text: string) {
      if (!text.startsWith("{")) return;
      const message = JSON.parse(text) as { id?: number; method?: string };
      if (message.method === undefined && message.id !== undefined) waiting.get(message.id)?.(text);
    },
  };
}

export async function directStdio(command: string, args: readonly string[]): Promise<Direct> {
  const child = spawn(command, [...args], { stdio: ["pipe", "pipe", "ignore"] });
  const answers = pending();
  createInterface({ input: child.stdout }).on("line", answers.take);
  let last = 0;
  const write = async (text: string) => child.stdin.write(`${text}\n`);
  const direct: Direct = {
    async request(method, params) {
      const answer = answers.wait(++last);
      await write(line(last, method, params));
      return answer;
    },
    async close() {
      const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
      child.kill("SIGKILL");
      await ended;
    },
  };
  return initialized(direct, write);
}

/** JSON bodies, or the last `data:` line of an event stream that holds a response. */
function responseIn(body: string, type: string | null): string {
  if (type?.startsWith("application/json")) return body;
  const lines = body.split(/\r?\n/).filter((text) => text.startsWith("data:"));
  const response = lines.map((text) => text.slice(5).trim()).find((text) => text.includes('"id"'));
  return response ?? "";
}

export async function directHttp(url: string): Promise<Direct> {
  let session: string | null = null;
  let last = 0;
  const post = async (body: string) => {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(session === null
          ? {}
          : { "mcp-session-id": session, "mcp-protocol-version": HELLO.protocolVersion }),
      },
      body,
    });
    session ??= response.headers.get("mcp-session-id");
    return responseIn(await response.text(), response.headers.get("content-type"));
  };
  return initialized({ request: (m, p) => post(line(++last, m, p)), close: async () => {} }, post);
}

export async function directSse(url: string): Promise<Direct> {
  const ending = new AbortController();
  const stream = await fetch(url, { headers: { accept: "text/event-stream" }, signal: ending.signal });
  const answers = pending();
  let endpoint: (url: string) => void = () => {};
  const opened = new Promise<string>((resolve) => {
    endpoint = resolve;
  });
  void (async () => {
    let rest = "";
    const decoder = new TextDecoder();
    for await (const chunk of stream.body as unknown as AsyncIterable<Uint8Array>) {
      rest += decoder.decode(chunk, { stream: true });
      const events = rest.split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) {
        const data = /^data: ?(.*)$/m.exec(event)?.[1] ?? "";
        if (/^event: ?endpoint$/m.test(event)) endpoint(new URL(data, url).href);
        else answers.take(data);
      }
    }
  })().catch(() => {});
  const address = await opened;
  const post = (body: string) =>
    fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body });
  let last = 0;
  const direct: Direct = {
    async request(method, params) {
      const answer = answers.wait(++last);
      await post(line(last, method, params));
      return answer;
    },
    async close() {
      ending.abort();
    },
  };
  return initialized(direct, post);
}
