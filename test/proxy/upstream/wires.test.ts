import { afterAll, describe, expect, test } from "bun:test";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { HttpSseWire } from "../../../src/proxy/upstream/http-sse.ts";
import { StdioWire } from "../../../src/proxy/upstream/stdio.ts";
import { StreamableHttpWire } from "../../../src/proxy/upstream/streamable-http.ts";
import { event, HttpUpstream, openStream } from "../support/http-upstream.ts";
import { answersTo } from "../support/wire-peer.ts";
import { MAX_BYTES, wireContract } from "./wire.contract.ts";

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

async function serve(handler: Handler) {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (piece) => (body += piece));
    request.on("end", () => handler(request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const accepted = (response: ServerResponse) => {
  response.writeHead(202);
  response.end();
};

for (const streamed of [false, true]) {
  wireContract(
    `streamable-http (${streamed ? "event stream" : "JSON, or a stream where there is more"})`,
    async (events) => {
      const server = await serve((request, response, body) => {
        if (request.method !== "POST") return accepted(response);
        const { id, method } = JSON.parse(body);
        if (id === undefined) return accepted(response);
        const answers = answersTo(id, method);
        if (answers === null) return void request.socket.destroy();
        if (answers.length === 1 && !streamed) {
          response.writeHead(200, { "content-type": "application/json; charset=utf-8" });
          response.end(answers[0]);
          return;
        }
        openStream(response);
        for (const answer of answers) response.write(event(answer));
        if (answers.length > 0) response.end();
      });
      const wire = new StreamableHttpWire({
        target: { url: server.url, headers: {} },
        maxBytes: MAX_BYTES,
        events,
      });
      return { wire, stop: server.stop };
    },
  );
}

wireContract("http+sse", async (events) => {
  let stream: ServerResponse | undefined;
  const server = await serve((request, response, body) => {
    if (request.method === "GET") {
      stream = response;
      openStream(response);
      response.write("event: endpoint\ndata: /post?session=1\n\n");
      return;
    }
    accepted(response);
    const { id, method } = JSON.parse(body);
    const answers = id === undefined ? [] : answersTo(id, method);
    if (answers === null) stream?.socket?.destroy();
    else for (const answer of answers) stream?.write(event(answer));
  });
  const wire = new HttpSseWire({ target: { url: server.url, headers: {} }, maxBytes: MAX_BYTES, events });
  await wire.open(AbortSignal.timeout(5000));
  return { wire, stop: server.stop };
});

wireContract("stdio", async (events) => {
  const wire = new StdioWire({
    command: process.execPath,
    args: [join(import.meta.dir, "..", "support", "wire-peer.ts")],
    env: { PATH: process.env.PATH ?? "" },
    maxBytes: MAX_BYTES,
    events,
    stderr: () => {},
    mask: (text) => text,
  });
  await wire.open();
  return { wire, stop: () => wire.close() };
});

describe("addresses", () => {
  const events = { incoming: () => {}, lost: () => {} };
  const servers: { stop(): Promise<void> }[] = [];
  afterAll(async () => {
    for (const server of servers) await server.stop();
  });

  async function exchange(url: URL): Promise<unknown> {
    const wire = new StreamableHttpWire({
      target: { url, headers: { "x-secret": "s" } },
      maxBytes: MAX_BYTES,
      events,
    });
    const body = new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"method":"literal","params":{}}');
    return wire
      .exchange({ id: 1, method: "literal", body }, AbortSignal.timeout(5000))
      .catch((error) => error);
  }

  test("a redirect within the origin is followed with the same body", async () => {
    const server = await serve((request, response, body) => {
      if (request.url === "/") {
        response.writeHead(307, { location: "/there" });
        response.end();
        return;
      }
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        `{"jsonrpc":"2.0","id":1,"result":{"body":${body.length},"secret":"${request.headers["x-secret"]}"}}`,
      );
    });
    servers.push(server);
    const message = (await exchange(server.url)) as { bytes: Uint8Array };
    expect(new TextDecoder().decode(message.bytes)).toContain('"body":55,"secret":"s"');
  });

  test("a redirect to another origin, or round and round, is refused, and no header goes there", async () => {
    const elsewhere = await new HttpUpstream().start();
    servers.push(elsewhere);
    const server = await serve((request, response) => {
      response.writeHead(308, { location: request.url === "/loop" ? "/loop" : elsewhere.url });
      response.end();
    });
    servers.push(server);
    expect(String(await exchange(server.url))).toContain("another origin");
    expect(elsewhere.seen).toEqual([]);
    expect(String(await exchange(new URL("/loop", server.url)))).toContain("more than 5 redirects");
  });

  test("an event stream that names another origin for requests is refused", async () => {
    const server = await serve((_request, response) => {
      openStream(response);
      response.write("event: endpoint\ndata: http://127.0.0.1:1/steal\n\n");
    });
    servers.push(server);
    const wire = new HttpSseWire({ target: { url: server.url, headers: {} }, maxBytes: MAX_BYTES, events });
    await wire.open(AbortSignal.timeout(300)).catch(() => {});
    const sent = await wire
      .exchange({ id: 1, method: "x", body: new Uint8Array() }, AbortSignal.timeout(300))
      .catch((error) => error);
    expect(String(sent)).toMatch(/another origin|not open/);
    await wire.close();
  });
});
