/** `_calls.jsonl`: one line for each call, whatever became of it. A failed append only warns. */
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { codeOf, FILE_MODE } from "./data-dir.ts";

/** Version of a line's form; see docs/reference/proxy.md. */
export const SCHEMA_VERSION = 3;

export interface LedgerEntry {
  /** Path below the instance's folder, or null where nothing was written. */
  readonly file: string | null;
  readonly tool: string;
  /** Literal JSON on one line, or null where the call had none. */
  readonly argumentsJson: string | null;
  readonly durationMs: number;
  readonly isError: boolean;
  /** Why there is no file: a code of ours, a JSON-RPC code, or `cancelled`. */
  readonly error?: string;
  readonly shape: string | null;
  /** Of the main file. */
  readonly bytes: number;
  readonly at: Date;
}

export function ledgerLine(entry: LedgerEntry): string {
  const head = JSON.stringify({ schemaVersion: SCHEMA_VERSION, file: entry.file, tool: entry.tool });
  const tail = JSON.stringify({
    durationMs: entry.durationMs,
    isError: entry.isError,
    ...(entry.error === undefined ? {} : { error: entry.error }),
    shape: entry.shape,
    bytes: entry.bytes,
    at: entry.at.toISOString(),
  });
  // The arguments are spliced in as they were written: numbers stay literal.
  return `${head.slice(0, -1)},"arguments":${entry.argumentsJson ?? "null"},${tail.slice(1)}\n`;
}

/** @returns why the line could not be appended, or null */
export function appendLedger(instanceDir: string, entry: LedgerEntry): string | null {
  try {
    const fd = openSync(join(instanceDir, "_calls.jsonl"), "a", FILE_MODE);
    try {
      const line = Buffer.from(ledgerLine(entry));
      // One write of one line: O_APPEND keeps lines whole.
      for (let at = 0; at < line.length; ) at += writeSync(fd, line, at);
    } finally {
      closeSync(fd);
    }
    return null;
  } catch (error) {
    return codeOf(error);
  }
}
