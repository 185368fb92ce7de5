/**
 * Walks the bytes of a line once, front to back: whoever visits a member or an element takes its value, or looks into it
 * in turn, so that a line of megabytes is not read again for every level.
 */
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COMMA,
  JsonSyntaxError,
  OPEN_ARRAY,
  OPEN_OBJECT,
  skipKey,
  skipSpace,
  skipString,
  skipValue,
} from "../text/json-bytes.ts";

/** All methods throw JsonSyntaxError where the bytes are not JSON. */
export class Scanner {
  /** Offset of the next unread byte. */
  at = 0;

  constructor(readonly bytes: Uint8Array) {}

  /** Skips whitespace and returns the next byte without taking it; undefined at the end. */
  peek(): number | undefined {
    this.at = skipSpace(this.bytes, this.at);
    return this.bytes[this.at];
  }

  /** Takes whitespace up to the end; anything else is malformed. */
  end(): void {
    if (this.peek() !== undefined) throw new JsonSyntaxError(this.at);
  }

  /** Takes one value of any kind and depth. */
  skip(): void {
    this.peek();
    this.at = skipValue(this.bytes, this.at);
  }

  /**
   * Walks the object that starts here. `visit` gets the extent of each key, quotes included, stands
   * before the value, and must take exactly it.
   */
  members(visit: (keyStart: number, keyEnd: number) => void): void {
    this.#each(OPEN_OBJECT, CLOSE_OBJECT, () => {
      const start = this.at;
      const end = skipString(this.bytes, start);
      this.at = skipKey(this.bytes, start);
      visit(start, end);
    });
  }

  /** Walks the array that starts here; `visit` stands before each element and must take exactly it. */
  elements(visit: () => void): void {
    this.#each(OPEN_ARRAY, CLOSE_ARRAY, visit);
  }

  #each(open: number, close: number, take: () => void): void {
    if (this.peek() !== open) throw new JsonSyntaxError(this.at);
    this.at++;
    if (this.peek() === close) {
      this.at++;
      return;
    }
    for (;;) {
      this.peek();
      take();
      const c = this.peek();
      if (c !== close && c !== COMMA) throw new JsonSyntaxError(this.at);
      this.at++;
      if (c === close) return;
    }
  }
}
