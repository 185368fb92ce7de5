/**
 * Collects one JSON-RPC message from pieces and notes where its top-level members lie, while the bytes
 * arrive: a 64 MB result never blocks the thread for a whole scan. Only the outer structure is checked
 * here; whoever uses a member checks its inside (scan.ts).
 */
import { type Extent, JsonSyntaxError, skipSpace } from "../../text/json-bytes.ts";
import { decodeString, elementsOf, literalOf } from "./members.ts";

/** JSON-RPC messages have at most five members; more than this is not a message. */
const MAX_MEMBERS = 64;

export interface Message {
  readonly bytes: Uint8Array;
  /** Top-level members by name; of duplicates the last. */
  readonly members: ReadonlyMap<string, Extent>;
}

/** The message is longer than the limit; nothing more of it is kept. */
export class MessageTooLarge extends Error {
  override readonly name = "MessageTooLarge";
  constructor(readonly limit: number) {
    super(`a message is longer than ${limit} bytes`);
  }
}

/** What the next byte outside nested containers belongs to. */
const Phase = {
  BeforeRoot: 0,
  BeforeKey: 1,
  InKey: 2,
  BeforeColon: 3,
  BeforeValue: 4,
  InValue: 5,
  AfterRoot: 6,
  /** The root is no object. */
  Other: 7,
} as const;

export class MessageBuilder {
  #pieces: Uint8Array[] = [];
  #length = 0;
  #phase: number = Phase.BeforeRoot;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #keyStart = 0;
  #keyEnd = 0;
  #valueStart = 0;
  #valueEnd = 0;
  #found: { key: Extent; value: Extent }[] = [];
  #broken = -1;

  /** @param limit bytes */
  constructor(readonly limit: number) {}

  get length(): number {
    return this.#length;
  }

  /**
   * Takes the next bytes. They are copied by `finish`, so the caller must not reuse their memory before.
   * @throws MessageTooLarge
   */
  push(piece: Uint8Array): void {
    if (piece.length === 0) return;
    if (this.#length + piece.length > this.limit) {
      this.#pieces = [];
      throw new MessageTooLarge(this.limit);
    }
    if (this.#broken < 0) this.#scan(piece);
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  #scan(piece: Uint8Array): void {
    const base = this.#length;
    const n = piece.length;
    // Locals: this loop sees every byte of every result.
    let depth = this.#depth;
    let inString = this.#inString;
    let escaped = this.#escaped;
    for (let k = 0; k < n; k++) {
      const c = piece[k] as number;
      if (inString) {
        if (escaped) escaped = false;
        else if (c === 0x5c) escaped = true;
        else if (c === 0x22) {
          inString = false;
          if (depth === 1) this.#stringEnds(base + k + 1);
        }
      } else if (c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09) {
        // White space means nothing outside strings.
      } else if (depth > 1) {
        if (c === 0x22) inString = true;
        else if (c === 0x7b || c === 0x5b) depth++;
        else if ((c === 0x7d || c === 0x5d) && --depth === 1) this.#valueEnd = base + k + 1;
      } else {
        this.#depth = depth;
        this.#inString = false;
        if (!this.#top(c, base + k)) {
          this.#broken = base + k;
          return;
        }
        depth = this.#depth;
        inString = this.#inString;
      }
    }
    this.#depth = depth;
    this.#inString = inString;
    this.#escaped = escaped;
  }

  #stringEnds(end: number): void {
    if (this.#phase === Phase.InKey) {
      this.#keyEnd = end;
      this.#phase = Phase.BeforeColon;
    } else this.#valueEnd = end;
  }

  /** One byte outside every nested container and string; false where no message can go on like this. */
  #top(c: number, at: number): boolean {
    switch (this.#phase) {
      case Phase.BeforeRoot:
        // A batch or a scalar is looked at as a whole in `finish`.
        if (c === 0x7b) {
          this.#depth = 1;
          this.#phase = Phase.BeforeKey;
        } else this.#phase = Phase.Other;
        return true;
      case Phase.BeforeKey:
        if (c === 0x22) {
          this.#keyStart = at;
          this.#inString = true;
          this.#phase = Phase.InKey;
          return true;
        }
        if (c !== 0x7d || this.#found.length > 0) return false;
        this.#depth = 0;
        this.#phase = Phase.AfterRoot;
        return true;
      case Phase.BeforeColon:
        this.#phase = Phase.BeforeValue;
        return c === 0x3a;
      case Phase.BeforeValue:
        this.#valueStart = at;
        this.#valueEnd = at + 1;
        this.#phase = Phase.InValue;
        if (c === 0x22) this.#inString = true;
        else if (c === 0x7b || c === 0x5b) this.#depth++;
        return c !== 0x2c && c !== 0x7d;
      case Phase.InValue:
        if (c !== 0x2c && c !== 0x7d) {
          this.#valueEnd = at + 1;
          return c !== 0x22 && c !== 0x7b && c !== 0x5b;
        }
        this.#found.push({
          key: { start: this.#keyStart, end: this.#keyEnd },
          value: { start: this.#valueStart, end: this.#valueEnd },
        });
        if (c === 0x7d) {
          this.#depth = 0;
          this.#phase = Phase.AfterRoot;
        } else this.#phase = Phase.BeforeKey;
        return this.#found.length <= MAX_MEMBERS;
      case Phase.Other:
        return true;
      default:
        return false;
    }
  }

  /**
   * The message, or all messages of a batch.
   * @throws JsonSyntaxError
   */
  finish(): Message[] {
    const bytes = this.#join();
    if (this.#broken >= 0) throw new JsonSyntaxError(this.#broken);
    if (this.#phase === Phase.Other) return batch(bytes, this.limit);
    if (this.#phase !== Phase.AfterRoot) throw new JsonSyntaxError(bytes.length);
    const members = new Map<string, Extent>();
    for (const { key, value } of this.#found) members.set(decodeString(bytes, key), value);
    return [{ bytes, members }];
  }

  /** What was pushed, as text; for data that is no message. */
  text(): string {
    return new TextDecoder().decode(this.#join());
  }

  #join(): Uint8Array {
    const bytes = new Uint8Array(this.#length);
    let at = 0;
    for (const piece of this.#pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    this.#pieces = [];
    return bytes;
  }
}

function batch(bytes: Uint8Array, limit: number): Message[] {
  return [...elementsOf(bytes, skipSpace(bytes, 0))].flatMap((extent) => {
    const member = new MessageBuilder(limit);
    member.push(bytes.subarray(extent.start, extent.end));
    return member.finish();
  });
}

/** Reads one whole message. */
export function parseMessage(bytes: Uint8Array): Message[] {
  const builder = new MessageBuilder(bytes.length);
  builder.push(bytes);
  return builder.finish();
}

/** The literal of a top-level member, or undefined. */
export function memberText(message: Message, name: string): string | undefined {
  const extent = message.members.get(name);
  return extent && literalOf(message.bytes, extent);
}

/** The value of a top-level member that is known to be small. */
export function memberValue(message: Message, name: string): unknown {
  const text = memberText(message, name);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new JsonSyntaxError(message.members.get(name)?.start ?? 0);
  }
}
