/**
 * A strict RFC 8259 scanner over UTF-8 bytes that finds where values are without building them.
 * It accepts exactly what JSON.parse accepts, has no depth limit (no recursion), and keeps every
 * literal where it was written. UTF-8 itself is checked beforehand (isUtf8).
 */

/** Thrown where the bytes are not JSON. */
export class Malformed extends Error {
  override readonly name = "Malformed";
  /** @param at byte offset where reading stopped */
  constructor(readonly at: number) {
    super(`not JSON at byte ${at}`);
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const MINUS = 0x2d;
const PLUS = 0x2b;
const DOT = 0x2e;
const ZERO = 0x30;
export const OPEN_OBJECT = 0x7b;
export const OPEN_ARRAY = 0x5b;
const CLOSE_OBJECT = 0x7d;
const CLOSE_ARRAY = 0x5d;

const isDigit = (c: number | undefined): boolean => c !== undefined && c >= 0x30 && c <= 0x39;
const isHex = (c: number | undefined): boolean =>
  c !== undefined && ((c >= 0x30 && c <= 0x39) || ((c | 0x20) >= 0x61 && (c | 0x20) <= 0x66));

export class Scanner {
  /** Offset of the next unread byte. */
  at = 0;
  /** Closing byte of every open container that `skip` is inside of. */
  #open = new Uint8Array(64);

  constructor(readonly bytes: Uint8Array) {}

  /** Skips whitespace and returns the next byte without taking it; undefined at the end. */
  peek(): number | undefined {
    const { bytes } = this;
    let c = bytes[this.at];
    while (c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09) c = bytes[++this.at];
    return c;
  }

  /** Takes whitespace up to the end; anything else is malformed. */
  end(): void {
    if (this.peek() !== undefined) this.#fail();
  }

  /**
   * Walks the object that starts here. `visit` gets the extent of each key, quotes included, stands
   * before the value, and must take exactly it.
   */
  members(visit: (keyStart: number, keyEnd: number) => void): void {
    this.#take(OPEN_OBJECT);
    if (this.peek() === CLOSE_OBJECT) {
      this.at++;
      return;
    }
    for (;;) {
      this.peek();
      const start = this.at;
      this.#string();
      const end = this.at;
      this.#take(COLON);
      this.peek();
      visit(start, end);
      const c = this.peek();
      this.at++;
      if (c === CLOSE_OBJECT) return;
      if (c !== COMMA) this.#fail(this.at - 1);
    }
  }

  /** Walks the array that starts here; `visit` stands before each element and must take exactly it. */
  elements(visit: () => void): void {
    this.#take(OPEN_ARRAY);
    if (this.peek() === CLOSE_ARRAY) {
      this.at++;
      return;
    }
    for (;;) {
      this.peek();
      visit();
      const c = this.peek();
      this.at++;
      if (c === CLOSE_ARRAY) return;
      if (c !== COMMA) this.#fail(this.at - 1);
    }
  }

  /** Takes one value of any kind and depth. */
  skip(): void {
    let depth = 0;
    for (;;) {
      const c = this.peek();
      if (c === OPEN_OBJECT || c === OPEN_ARRAY) {
        this.at++;
        const close = c + 2;
        if (this.peek() === close) {
          this.at++;
        } else {
          this.#push(depth++, close);
          if (c === OPEN_OBJECT) this.#key();
          continue;
        }
      } else {
        this.#scalar(c);
      }
      // A value has ended: close what ends with it, or go on to the next one.
      for (;;) {
        if (depth === 0) return;
        const close = this.#open[depth - 1];
        const next = this.peek();
        this.at++;
        if (next === close) {
          depth--;
        } else if (next === COMMA) {
          if (close === CLOSE_OBJECT) this.#key();
          break;
        } else {
          this.#fail(this.at - 1);
        }
      }
    }
  }

  #push(depth: number, close: number): void {
    if (depth === this.#open.length) {
      const larger = new Uint8Array(depth * 2);
      larger.set(this.#open);
      this.#open = larger;
    }
    this.#open[depth] = close;
  }

  #key(): void {
    this.peek();
    this.#string();
    this.#take(COLON);
  }

  #scalar(c: number | undefined): void {
    if (c === QUOTE) this.#string();
    else if (c === MINUS || isDigit(c)) this.#number();
    else if (c === 0x74) this.#word("true");
    else if (c === 0x66) this.#word("false");
    else if (c === 0x6e) this.#word("null");
    else this.#fail();
  }

  #string(): void {
    const { bytes } = this;
    if (bytes[this.at] !== QUOTE) this.#fail();
    let at = this.at + 1;
    for (;;) {
      const c = bytes[at];
      if (c === undefined || c < 0x20) this.#fail(at);
      at++;
      if (c === QUOTE) break;
      if (c === BACKSLASH) at = this.#escape(at);
    }
    this.at = at;
  }

  /** `at` is behind a backslash; returns the offset behind the escape. */
  #escape(at: number): number {
    switch (this.bytes[at]) {
      case QUOTE:
      case BACKSLASH:
      case 0x2f: // slash
      case 0x62: // b
      case 0x66: // f
      case 0x6e: // n
      case 0x72: // r
      case 0x74: // t
        return at + 1;
      case 0x75: // u
        for (let i = 1; i <= 4; i++) if (!isHex(this.bytes[at + i])) this.#fail(at + i);
        return at + 5;
      default:
        return this.#fail(at);
    }
  }

  #number(): void {
    const { bytes } = this;
    if (bytes[this.at] === MINUS) this.at++;
    if (bytes[this.at] === ZERO) this.at++;
    else this.#digits();
    if (bytes[this.at] === DOT) {
      this.at++;
      this.#digits();
    }
    if (((bytes[this.at] ?? 0) | 0x20) === 0x65) {
      this.at++;
      const sign = bytes[this.at];
      if (sign === PLUS || sign === MINUS) this.at++;
      this.#digits();
    }
  }

  #digits(): void {
    if (!isDigit(this.bytes[this.at])) this.#fail();
    while (isDigit(this.bytes[this.at])) this.at++;
  }

  #word(word: string): void {
    for (let i = 0; i < word.length; i++) {
      if (this.bytes[this.at + i] !== word.charCodeAt(i)) this.#fail(this.at + i);
    }
    this.at += word.length;
  }

  #take(byte: number): void {
    if (this.peek() !== byte) this.#fail();
    this.at++;
  }

  #fail(at = this.at): never {
    throw new Malformed(Math.min(at, this.bytes.length));
  }
}
