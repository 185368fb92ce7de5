/**
 * The streams of a command: whole results on stdout whatever is behind it (a slow pipe, a closed one),
 * words for people on stderr. Injected, so that verbs are tested without a process.
 */
import { readFileSync, readSync, writeSync } from "node:fs";
import { isatty } from "node:tty";
import { escaped } from "../mcp/log.ts";

export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Everything on stdin. */
  stdin(): Uint8Array;
  readonly stdinIsTerminal: boolean;
  readonly stdoutIsTerminal: boolean;
  /** Writes all of it. @throws ReaderGone when nobody reads any more */
  out(data: string | Uint8Array): void;
  /** One line for people; control and bidirectional characters are escaped. */
  err(line: string): void;
  file(path: string): Uint8Array;
}

/** The reader of stdout went away, as `head` does: no error of ours. */
export class ReaderGone extends Error {
  override readonly name = "ReaderGone";
}

/** Bytes per read of stdin: measured, larger ones gain nothing. */
const READ_BYTES = 256 * 1024;

/** Pause before a pipe that is full or empty is tried again, in ms. */
const RETRY_MS = 5;

const UTF8 = new TextEncoder();
const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;

function errno(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
}

/** A loop of readSync: complete and fast on files and on pipes, blocking or not. */
function readAll(fd: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const chunk = new Uint8Array(READ_BYTES);
    let got: number;
    try {
      got = readSync(fd, chunk, 0, READ_BYTES, null);
    } catch (error) {
      if (errno(error) === "EAGAIN") {
        pause();
        continue;
      }
      if (errno(error) === "EOF") break;
      throw error;
    }
    if (got === 0) break;
    chunks.push(chunk.subarray(0, got));
    total += got;
  }
  const all = new Uint8Array(total);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function writeAll(fd: number, data: Uint8Array): void {
  for (let at = 0; at < data.length; ) {
    try {
      at += writeSync(fd, data, at, data.length - at);
    } catch (error) {
      if (errno(error) === "EAGAIN") pause();
      else if (errno(error) === "EPIPE") throw new ReaderGone("stdout was closed");
      else throw error;
    }
  }
}

/** The streams of this process. */
export function processIo(): Io {
  return {
    env: process.env,
    stdin: () => readAll(STDIN),
    stdinIsTerminal: isatty(STDIN),
    stdoutIsTerminal: isatty(STDOUT),
    out: (data) => writeAll(STDOUT, typeof data === "string" ? UTF8.encode(data) : data),
    err: (line) => {
      try {
        writeSync(STDERR, `${escaped(line)}\n`);
      } catch {
        // Nobody reads our words; the exit code still tells.
      }
    },
    file: (path) => readFileSync(path),
  };
}
