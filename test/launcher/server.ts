/**
 * A release server on loopback that misbehaves exactly as told: plain sockets, so that every byte of an
 * answer, and when the connection ends, is the test's choice.
 */
import { createServer, type Server, type Socket } from "node:net";
import tls from "node:tls";
import type { Release } from "./release.ts";

/** Answers one request; writes to and ends the socket itself. */
export type Answer = (socket: Socket, path: string) => void;

export interface TestServer {
  /** With a slash at its end. */
  readonly base: string;
  readonly port: number;
  /** Paths asked for so far, without the leading slash. */
  readonly asked: string[];
  /** The heads of the requests. */
  readonly heads: string[];
  /** Resolves when a path was asked for. */
  waitFor(path: string): Promise<void>;
  close(): Promise<void>;
}

/** A whole answer with a right Content-Length, or with the headers given. */
export function respond(socket: Socket, status: number, body: Uint8Array, headers: string[] = []): void {
  const length = headers.some((h) => /^content-length:/i.test(h)) ? [] : [`content-length: ${body.length}`];
  socket.write(
    `HTTP/1.1 ${status} X\r\n${[...length, ...headers, "connection: close"].join("\r\n")}\r\n\r\n`,
  );
  socket.end(body);
}

export const redirect =
  (to: string): Answer =>
  (socket) =>
    respond(socket, 302, Buffer.alloc(0), [`location: ${to}`]);

/** Serves the files of a release; `special` takes over the paths that it names. */
export function serving(files: Release, special: Record<string, Answer> = {}): Answer {
  return (socket, path) => {
    const name = path.split("/").at(-1) ?? "";
    const answer = special[name];
    const bytes = files.get(name);
    if (answer) answer(socket, path);
    else if (bytes) respond(socket, 200, bytes);
    else respond(socket, 404, Buffer.from("no such file"));
  };
}

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Starts a server on a free port of 127.0.0.1; https when there is a certificate. */
export async function startServer(answer: Answer, certificate?: Certificate): Promise<TestServer> {
  const asked: string[] = [];
  const heads: string[] = [];
  const waiting = new Map<string, () => void>();
  const sockets = new Set<Socket>();
  const serve = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    let head = "";
    const onData = (data: Buffer) => {
      head += data.toString("latin1");
      if (!head.includes("\r\n\r\n")) return;
      socket.removeListener("data", onData);
      socket.resume();
      const path = (head.split(" ")[1] ?? "").replace(/^\//, "");
      asked.push(path);
      heads.push(head);
      waiting.get(path)?.();
      answer(socket, path);
    };
    socket.on("data", onData);
  };
  const server: Server = certificate ? tls.createServer(certificate, serve) : createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    base: `http${certificate ? "s" : ""}://127.0.0.1:${port}/`,
    port,
    asked,
    heads,
    waitFor: (path) =>
      asked.includes(path) ? Promise.resolve() : new Promise((resolve) => waiting.set(path, resolve)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
