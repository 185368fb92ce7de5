/**
 * From the bytes of one line to what the protocol needs of it, without the arguments: one path for
 * short lines (on the main thread) and long ones (in a worker). Pure, and bounded in what it returns.
 */
import { isUtf8 } from "node:buffer";
import { JsonSyntaxError, OPEN_ARRAY, OPEN_OBJECT } from "../text/json-bytes.ts";
import type { Envelope, Meta, Params, Peeked } from "./contract.ts";
import { MAX_BATCH_MEMBERS, MAX_LITERAL_BYTES } from "./limits.ts";
import { Scanner } from "./scan.ts";

/** Stands for a scalar of more than MAX_LITERAL_BYTES. */
export const TOO_LONG = "~";

/** Bytes; the longest key we look for has 42 characters, each of which may be written as \uXXXX. */
const MAX_KEY_BYTES = 42 * 6 + 2;

const PREFIX = "io.modelcontextprotocol/";
const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** What the line holds. Never throws. The bytes may be shared memory. */
export function peek(line: Uint8Array): Peeked {
  if (!isUtf8(line)) return { kind: "malformed", reason: "utf8" };
  const scanner = new Scanner(line);
  try {
    const first = scanner.peek();
    if (first === undefined) return { kind: "blank" };
    const found = first === OPEN_ARRAY ? batch(scanner) : message(scanner);
    scanner.end();
    return found;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { kind: "malformed", reason: "json", at: error.at };
    throw error;
  }
}

function message(scanner: Scanner): Peeked {
  return { kind: "message", envelope: envelope(scanner) };
}

function batch(scanner: Scanner): Peeked {
  const envelopes: Envelope[] = [];
  let members = 0;
  scanner.elements(() => {
    if (++members > MAX_BATCH_MEMBERS) scanner.skip();
    else envelopes.push(envelope(scanner));
  });
  return members > MAX_BATCH_MEMBERS ? { kind: "crowded", members } : { kind: "batch", envelopes };
}

function envelope(scanner: Scanner): Envelope {
  if (scanner.peek() !== OPEN_OBJECT) return { message: literal(scanner) };
  const found: Mutable<Envelope> = { message: "{" };
  eachMember(scanner, (key) => {
    switch (key) {
      case "jsonrpc":
      case "id":
      case "method":
      case "result":
      case "error":
        found[key] = literal(scanner);
        break;
      case "params":
        found.params = params(scanner);
        break;
      default:
        scanner.skip();
    }
  });
  return found;
}

function params(scanner: Scanner): Params {
  const start = scanner.at;
  if (scanner.peek() !== OPEN_OBJECT) return { literal: literal(scanner), start, end: scanner.at };
  const found: Mutable<Params> = { literal: "{", start, end: start };
  eachMember(scanner, (key) => {
    switch (key) {
      case "name":
      case "cursor":
      case "protocolVersion":
      case "requestId":
        found[key] = literal(scanner);
        break;
      case "arguments":
        found.arguments = extent(scanner);
        break;
      case "notifications":
        found.toolsListChanged = toolsListChanged(scanner);
        break;
      case "_meta":
        found.meta = meta(scanner);
        break;
      default:
        scanner.skip();
    }
  });
  found.end = scanner.at;
  return found;
}

function meta(scanner: Scanner): Meta {
  if (scanner.peek() !== OPEN_OBJECT) return { literal: literal(scanner) };
  const found: Mutable<Meta> = { literal: "{" };
  eachMember(scanner, (key) => {
    switch (key) {
      case "progressToken":
        found.progressToken = literal(scanner);
        break;
      case `${PREFIX}protocolVersion`:
        found.protocolVersion = literal(scanner);
        break;
      case `${PREFIX}clientCapabilities`:
        found.clientCapabilities = literal(scanner);
        break;
      case `${PREFIX}clientInfo`:
        found.clientInfo = literal(scanner);
        break;
      default:
        scanner.skip();
    }
  });
  return found;
}

function toolsListChanged(scanner: Scanner): string {
  let found = "null";
  if (scanner.peek() !== OPEN_OBJECT) {
    scanner.skip();
    return found;
  }
  eachMember(scanner, (key) => {
    if (key === "toolsListChanged") found = literal(scanner);
    else scanner.skip();
  });
  return found;
}

/** Visits each member with its key, or "" for a key that is none of ours. */
function eachMember(scanner: Scanner, visit: (key: string) => void): void {
  scanner.members((start, end) => {
    visit(end - start > MAX_KEY_BYTES ? "" : keyText(scanner.bytes, start, end));
  });
}

function keyText(bytes: Uint8Array, start: number, end: number): string {
  const text = UTF8.decode(bytes.subarray(start, end));
  return text.includes("\\") ? String(JSON.parse(text)) : text.slice(1, -1);
}

function extent(scanner: Scanner): { start: number; end: number } {
  const start = scanner.at;
  scanner.skip();
  return { start, end: scanner.at };
}

function literal(scanner: Scanner): string {
  const first = scanner.peek();
  const { start, end } = extent(scanner);
  if (first === OPEN_OBJECT) return "{";
  if (first === OPEN_ARRAY) return "[";
  if (end - start > MAX_LITERAL_BYTES) return TOO_LONG;
  return UTF8.decode(scanner.bytes.subarray(start, end));
}
