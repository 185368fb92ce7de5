/** The proxy as a process of its own, started from source. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

const MAIN = join(import.meta.dir, "..", "..", "..", "src", "proxy", "main.ts");

export interface Finished {
  readonly code: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
}

export interface Started {
  readonly child: ChildProcessWithoutNullStreams;
  readonly finished: Promise<Finished>;
  /** Next line of stdout. */
  line(): Promise<string>;
  send(message: object): void;
}

export interface StartOptions {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  /** A command in front, such as `unshare -rm sh -c …`. */
  readonly before?: readonly string[];
}

/** A `--` as the first argument would be taken by Bun, which a compiled program does not do: give a flag first. */
export function start(args: readonly string[], options: StartOptions = {}): Started {
  const [command = "", ...rest] = [...(options.before ?? []), process.execPath, MAIN, ...args];
  const child = spawn(command, rest, {
    cwd: options.cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...options.env },
  });
  let [out, err] = ["", ""];
  const lines: string[] = [];
  const waiting: ((line: string) => void)[] = [];
  child.stdout.on("data", (piece) => (out += piece));
  child.stderr.on("data", (piece) => (err += piece));
  child.stdin.on("error", () => {});
  createInterface({ input: child.stdout }).on("line", (line) => {
    const waiter = waiting.shift();
    if (waiter) waiter(line);
    else lines.push(line);
  });
  return {
    child,
    finished: new Promise((resolve) => {
      child.once("close", (code, signal) => resolve({ code, signal, out, err }));
    }),
    line: () =>
      new Promise((resolve) => {
        const line = lines.shift();
        if (line === undefined) waiting.push(resolve);
        else resolve(line);
      }),
    send: (message) => child.stdin.write(`${JSON.stringify(message)}\n`),
  };
}

export function run(args: readonly string[], options: StartOptions = {}): Promise<Finished> {
  const started = start(args, options);
  started.child.stdin.end();
  return started.finished;
}

export const INITIALIZE = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};
