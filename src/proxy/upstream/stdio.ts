/**
 * A child process that speaks MCP on stdin and stdout. Its stderr is always drained; it gets a short list
 * of variables; it is ended with its whole process group, at the latest by SIGKILL.
 */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { Message } from "../json/message.ts";
import { UpstreamFailure } from "./failure.ts";
import { tooLarge } from "./http-answers.ts";
import { MessageLines } from "./lines.ts";
import { Pending } from "./pending.ts";
import type { Outgoing, Wire, WireEvents } from "./wire.ts";

/** After the end of its stdin a child has this long before SIGTERM, then as long before SIGKILL. */
const GRACE_MS = 300;
/** What is kept of stderr to say why a child ended. */
const MAX_STDERR_TAIL = 400;

export interface StdioOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly maxBytes: number;
  readonly events: WireEvents;
  /** A piece of the child's stderr; the text may hold anything. */
  stderr(text: string): void;
  /** Hides secrets in a text that is shown. */
  mask(text: string): string;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

export class StdioWire implements Wire {
  readonly kind = "stdio";
  #pending = new Pending();
  #child: Child | undefined;
  #failure: UpstreamFailure | undefined;
  #exited: Promise<void> = Promise.resolve();
  #stderrTail = "";
  #closing = new AbortController();

  constructor(readonly options: StdioOptions) {}

  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  /**
   * Starts the child. Resolves when the system has started it.
   * @throws UpstreamFailure
   */
  async open(): Promise<void> {
    const { command, args, env } = this.options;
    let child: Child;
    try {
      child = spawn(command, [...args], {
        stdio: ["pipe", "pipe", "pipe"],
        env,
        // A group of its own, so that what the child starts ends with it.
        detached: process.platform !== "win32",
        windowsHide: true,
      });
    } catch (error) {
      throw cannotStart(error);
    }
    this.#child = child;
    this.#exited = new Promise((resolve) => {
      child.once("error", (error) => {
        this.#lost(cannotStart(error));
        resolve();
      });
      // `close`, not `exit`: stdout may still hold an answer when the process is gone.
      child.once("close", (code, signal) => {
        this.#lost(new UpstreamFailure("dropped", this.#epitaph(code, signal), "maybe"));
        resolve();
      });
    });
    // A broken pipe is told by `close`; without a listener it would end this process.
    child.stdin.on("error", () => {});
    this.#readStdout(child.stdout);
    this.#readStderr(child.stderr);
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (this.#failure) throw this.#failure;
  }

  #readStdout(stdout: Readable): void {
    const lines = new MessageLines(this.options.maxBytes, {
      message: (message) => {
        if (!this.#pending.settle(message)) this.options.events.incoming(message);
      },
      noise: () => {},
      // Whose answer it was cannot be known: its id may come last.
      tooLarge: (limit) => this.#pending.failAll(tooLarge(limit)),
    });
    stdout.on("data", (chunk: Uint8Array) => lines.push(chunk));
    stdout.on("error", () => {});
  }

  #readStderr(stderr: Readable): void {
    const decoder = new TextDecoder();
    stderr.on("data", (chunk: Uint8Array) => {
      const text = decoder.decode(chunk, { stream: true });
      this.#stderrTail = (this.#stderrTail + text).slice(-2 * MAX_STDERR_TAIL);
      this.options.stderr(text);
    });
    stderr.on("error", () => {});
  }

  #epitaph(code: number | null, signal: string | null): string {
    const how = signal === null ? `with code ${code ?? "unknown"}` : `by ${signal}`;
    const last = this.options
      .mask(this.#stderrTail.trim().split("\n").slice(-3).join("\n"))
      .slice(-MAX_STDERR_TAIL);
    return `the upstream's process ended ${how}${last === "" ? "" : `; its stderr ends with ${JSON.stringify(last)}`}`;
  }

  #lost(failure: UpstreamFailure): void {
    if (this.#failure) return;
    this.#failure = failure;
    this.#pending.failAll(failure);
    if (!this.closed.aborted) this.options.events.lost(failure.message);
  }

  exchange(request: Outgoing, signal: AbortSignal): Promise<Message> {
    const child = this.#child;
    if (this.#failure || !child) {
      const reason = this.#failure?.message ?? "the upstream's process is not running";
      return Promise.reject(new UpstreamFailure("unavailable", reason, "no"));
    }
    const answer = this.#pending.wait(request.id, signal);
    const broken = () => {
      // A pipe that nobody reads took nothing: unlike after an exit, the request was surely not seen.
      const failure = new UpstreamFailure("unavailable", "the upstream's process reads no more", "no");
      this.#pending.reject(request.id, failure);
    };
    if (!signal.aborted) this.#write(child, request.body, broken);
    return answer;
  }

  async post(body: Uint8Array): Promise<void> {
    if (this.#child && !this.#failure) this.#write(this.#child, body);
  }

  #write(child: Child, body: Uint8Array, broken = () => {}): void {
    child.stdin.write(Buffer.concat([body, LINE_FEED]), (error) => {
      if (error) broken();
    });
  }

  established(): void {}

  async close(): Promise<void> {
    const child = this.#child;
    if (!child || this.closed.aborted) return this.#exited;
    this.#closing.abort(new UpstreamFailure("dropped", "the proxy closed the connection", "maybe"));
    child.stdin.end();
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      if (await this.#endsWithin(GRACE_MS)) return;
      kill(child, signal);
    }
    await this.#endsWithin(GRACE_MS);
    child.stdout.destroy();
    child.stderr.destroy();
  }

  async #endsWithin(ms: number): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), ms);
    });
    const ended = await Promise.race([this.#exited.then(() => true), late]);
    clearTimeout(timer);
    return ended;
  }
}

const LINE_FEED = Uint8Array.of(0x0a);

function kill(child: Child, signal: "SIGTERM" | "SIGKILL"): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It is gone already.
  }
}

function cannotStart(error: unknown): UpstreamFailure {
  const code = typeof error === "object" && error !== null ? (error as { code?: unknown }).code : undefined;
  const why =
    code === "ENOENT"
      ? "the command was not found (ENOENT)"
      : code === "EACCES"
        ? "the command may not be executed (EACCES)"
        : `the system refused (${typeof code === "string" ? code : "unknown error"})`;
  return new UpstreamFailure("unavailable", `the upstream's process could not be started: ${why}`, "no", {
    permanent: code === "ENOENT" || code === "EACCES",
  });
}
