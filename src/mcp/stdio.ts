/**
 * This process as a server: stdin, stdout, signals, and nothing but messages on stdout. The only file
 * here that touches the process; whoever calls it closes its store afterwards and exits 0.
 */
import { write } from "node:fs";
import type { Log } from "./contract.ts";
import {
  LARGEST_MAX_LINE_BYTES,
  LOG_FLUSH_MS,
  MAX_LINE_BYTES,
  MAX_LOG_BYTES,
  SMALLEST_MAX_LINE_BYTES,
} from "./limits.ts";
import { errorFacts, type LogLevel, lineLog } from "./log.ts";
import { type Ending, type ServeOptions, serve } from "./serve.ts";
import { within } from "./wait.ts";
import { type Sink, Writer } from "./writer.ts";

const MAX_LINE_VARIABLE = "CAVEMAN_MCP_MAX_LINE_BYTES";
const STDOUT = 1;
const STDERR = 2;
/** ms between attempts while a non-blocking pipe is full: the first, and the longest. */
const FIRST_RETRY_MS = 1;
const LONGEST_RETRY_MS = 32;

/** The methods of console that print to stdout. */
const PRINTERS = [
  "log",
  "info",
  "debug",
  "dir",
  "dirxml",
  "table",
  "trace",
  "group",
  "groupCollapsed",
  "count",
  "timeLog",
  "timeEnd",
  "write",
  "clear",
];

/**
 * Serves on stdin and stdout until the input ends, the output is lost, or SIGTERM, SIGINT or SIGHUP.
 * CAVEMAN_MCP_MAX_LINE_BYTES counts where the caller gives no `maxLineBytes`.
 */
export async function serveStdio(
  options: Omit<ServeOptions, "input" | "output" | "stop"> & { readonly log: Log },
): Promise<Ending> {
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => stop.abort());
  process.on("uncaughtException", (error) => options.log("error", "uncaught exception", errorFacts(error)));
  process.on("unhandledRejection", (error) => options.log("error", "unhandled rejection", errorFacts(error)));
  keepStdoutClean();
  const output = sinkTo(STDOUT);
  const maxLineBytes = options.maxLineBytes ?? maxLineBytesFrom(process.env[MAX_LINE_VARIABLE], options.log);
  const input = Bun.stdin.stream();
  const ending = await serve({ ...options, maxLineBytes, input, output, stop: stop.signal });
  await within(LOG_FLUSH_MS, logLines.room(true));
  return ending;
}

/** The limit that a person asked for, where it is one. */
function maxLineBytesFrom(asked: string | undefined, log: Log): number {
  if (asked === undefined || asked === "") return MAX_LINE_BYTES;
  const bytes = /^\d+$/.test(asked) ? Number(asked) : 0;
  if (bytes >= SMALLEST_MAX_LINE_BYTES && bytes <= LARGEST_MAX_LINE_BYTES) return bytes;
  log("warn", `${MAX_LINE_VARIABLE} is not used`, {
    least: SMALLEST_MAX_LINE_BYTES,
    most: LARGEST_MAX_LINE_BYTES,
    used: MAX_LINE_BYTES,
  });
  return MAX_LINE_BYTES;
}

/**
 * A file descriptor to write to. Writes run in the thread pool, so a reader that does not read blocks no
 * one; a pipe that someone else made non-blocking is tried again until it takes something.
 */
function sinkTo(fd: number): Sink {
  return {
    async write(bytes) {
      for (let wait = FIRST_RETRY_MS; ; wait = Math.min(wait * 2, LONGEST_RETRY_MS)) {
        const taken = await attempt(fd, bytes);
        if (taken > 0) return taken;
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    },
  };
}

/** Bytes taken; 0 where the pipe is full. */
function attempt(fd: number, bytes: Uint8Array): Promise<number> {
  return new Promise((resolve, reject) => {
    write(fd, bytes, 0, bytes.length, null, (error, taken) => {
      if (!error) resolve(taken);
      else if (error.code === "EAGAIN") resolve(0);
      else reject(error);
    });
  });
}

/** What goes to stderr: many hosts never read it, so it must not be waited for. */
const logLines = new Writer(sinkTo(STDERR), MAX_LOG_BYTES);

/** A log on stderr. Where that is gone or full, lines are lost rather than the server stopped. */
export function stderrLog(name: string, level: LogLevel): Log {
  return lineLog(name, level, (line) => {
    if (!logLines.crowded) logLines.send([line.trimEnd()]);
  });
}

/**
 * Whatever some library prints goes to stderr. Not process.stdout: replacing that property makes the real
 * stream first, which costs 2 ms at every start, and nothing of ours or in our libraries uses it.
 */
function keepStdoutClean(): void {
  for (const name of PRINTERS) Object.defineProperty(console, name, { value: console.error });
}
