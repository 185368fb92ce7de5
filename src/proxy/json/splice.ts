/** Puts literal JSON together again: members and elements keep every byte, only the joints are ours. */
import { type Extent, skipString } from "../../text/json-bytes.ts";
import { literalOf, type Member } from "./members.ts";

const COMMA = Uint8Array.of(0x2c);
const COLON = Uint8Array.of(0x3a);
const LF = 0x0a;
const CR = 0x0d;

/** Collects members (or elements) with commas between them. */
export class Splice {
  readonly #pieces: Uint8Array[] = [];

  get isEmpty(): boolean {
    return this.#pieces.length === 0;
  }

  /** Starts the next member or element, which may be given in several pieces. */
  add(...pieces: readonly (Uint8Array | string)[]): void {
    if (this.#pieces.length > 0) this.#pieces.push(COMMA);
    for (const piece of pieces) this.#pieces.push(typeof piece === "string" ? Buffer.from(piece) : piece);
  }

  /** A member as it was written, its value replaced where `value` is given. */
  addMember(bytes: Uint8Array, member: Member, ...value: readonly Uint8Array[]): void {
    const given = value.length > 0 ? value : [slice(bytes, member.value)];
    this.add(slice(bytes, member.keyExtent), COLON, ...given);
  }

  /** The members or elements between `before` and `after`. */
  join(before = "", after = ""): Uint8Array {
    return Buffer.concat([Buffer.from(before), ...this.#pieces, Buffer.from(after)]);
  }
}

export function slice(bytes: Uint8Array, { start, end }: Extent): Uint8Array {
  return bytes.subarray(start, end);
}

/**
 * Replaces line breaks by spaces, in place. In valid JSON they can only be white space between tokens;
 * on a stdio wire they would end the message.
 */
export function onOneLine(bytes: Uint8Array): Uint8Array {
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === LF || bytes[i] === CR) bytes[i] = 0x20;
  return bytes;
}

/** The literal of a value as text on one line. */
export function lineOf(bytes: Uint8Array, extent: Extent): string {
  return literalOf(bytes, extent).replace(/[\n\r]/g, " ");
}

/** Valid JSON without its white space between tokens. */
export function minified(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; ) {
    const c = bytes[at] as number;
    if (c === 0x22) {
      const end = skipString(bytes, at);
      out.set(bytes.subarray(at, end), length);
      length += end - at;
      at = end;
    } else {
      if (c > 0x20) out[length++] = c;
      at++;
    }
  }
  return out.subarray(0, length);
}
