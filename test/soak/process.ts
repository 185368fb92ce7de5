/** A server as a child process: lines in, lines out, memory read from /proc. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { type Line, LineSplitter } from "../../src/mcp/lines.ts";

/** Bytes that an output line may have here. */
const MAX_OUTPUT_LINE = 256 * 1024 * 1024;

export class ServerProcess {
  readonly child: ChildProcess;
  readonly exited: Promise<number | NodeJS.Signals | null>;
  /** Called with each line of output. */
  onLine: (line: Uint8Array) => void = () => {};
  stderr = "";

  constructor(command: readonly string[], env: Record<string, string> = {}) {
    const [file = "", ...args] = command;
    this.child = spawn(file, args, { stdio: "pipe", env: { ...process.env, ...env } });
    const splitter = new LineSplitter(MAX_OUTPUT_LINE);
    const take = (lines: Iterable<Line>): void => {
      for (const line of lines) {
        if (line.kind === "short") this.onLine(line.bytes);
        else if (line.kind === "long") this.onLine(new Uint8Array(line.line));
      }
    };
    this.child.stdout?.on("data", (chunk: Buffer) => take(splitter.push(chunk)));
    // What is left without a newline is told too, so that a cut line shows.
    this.child.stdout?.on("end", () => take(splitter.end()));
    this.child.stderr?.on("data", (chunk: Buffer) => {
      // The end of it is what a failure is told by.
      this.stderr = (this.stderr + chunk.toString()).slice(-20_000);
    });
    this.child.stdin?.on("error", () => {});
    this.exited = new Promise((resolve) => {
      this.child.on("close", (code, signal) => resolve(code ?? signal));
    });
  }

  /** Resolves when the bytes are on their way. */
  async write(bytes: Uint8Array | string): Promise<void> {
    const stdin = this.child.stdin;
    if (stdin && !stdin.write(bytes)) {
      await Promise.race([new Promise<void>((resolve) => stdin.once("drain", () => resolve())), this.exited]);
    }
  }

  /** Sends a request and waits for the answer with this id. */
  async ask(id: number | string, method: string, params?: object): Promise<Record<string, unknown>> {
    const earlier = this.onLine;
    const answer = new Promise<Record<string, unknown>>((resolve) => {
      this.onLine = (line) => {
        const text = Buffer.from(line).toString();
        const message: unknown = JSON.parse(text);
        if (typeof message === "object" && message !== null && "id" in message && message.id === id) {
          resolve(message as Record<string, unknown>);
        } else {
          earlier(line);
        }
      };
    });
    await this.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, ...(params && { params }) })}\n`);
    const found = await Promise.race([answer, this.exited.then((code) => ({ exited: code }))]);
    this.onLine = earlier;
    return found;
  }

  /** Ends the input and waits for the exit. */
  async end(): Promise<number | NodeJS.Signals | null> {
    this.child.stdin?.end();
    return await this.exited;
  }

  /** A field of /proc/PID/status in MiB (VmRSS, VmHWM); NaN where there is no /proc. */
  memory(field: "VmRSS" | "VmHWM"): number {
    const file = `/proc/${this.child.pid}/status`;
    if (!existsSync(file)) return Number.NaN;
    const kB = new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(readFileSync(file, "utf8"))?.[1];
    return Number(kB) / 1024;
  }
}
