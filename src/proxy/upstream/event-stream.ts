/**
 * Server-Sent Events over bytes (WHATWG HTML, "Interpreting an event stream"): data goes on piece by
 * piece as it arrives, so one event of 200 MB is never joined here, and nothing is re-encoded.
 */

/** Longest line that is no data (id, event, retry); the rest of a longer one is dropped. */
const MAX_FIELD_BYTES = 8192;

export interface EventFields {
  /** `message` where the stream names none. */
  readonly type: string;
  /** Last event id so far; undefined where none was given. */
  readonly id: string | undefined;
  readonly hasData: boolean;
}

export interface EventSink {
  /** A part of the current event's data; several `data:` lines are joined with a line feed. */
  data(piece: Uint8Array): void;
  /** The event is complete. */
  event(fields: EventFields): void;
  /** Milliseconds that the server wants between reconnections. */
  retry(ms: number): void;
}

const LF = 0x0a;
const CR = 0x0d;
const LINE_FEED = Uint8Array.of(LF);
const TEXT = new TextDecoder();

export class EventStreamParser {
  #type = "";
  #id: string | undefined;
  #hasData = false;
  /** Bytes of a line that is not known to be data yet, or is another field. */
  #line: number[] = [];
  #inData = false;
  /** In data, whether the one optional space behind the colon may still come. */
  #mayBeSpace = false;
  #afterCarriageReturn = false;
  #first = true;

  constructor(readonly sink: EventSink) {}

  push(chunk: Uint8Array): void {
    let i = 0;
    while (i < chunk.length) {
      if (this.#afterCarriageReturn) {
        this.#afterCarriageReturn = false;
        if (chunk[i] === LF) {
          i++;
          continue;
        }
      }
      i = this.#inData ? this.#data(chunk, i) : this.#field(chunk, i);
    }
  }

  /** Passes on data up to the end of the line or chunk. */
  #data(chunk: Uint8Array, from: number): number {
    let start = from;
    if (this.#mayBeSpace) {
      this.#mayBeSpace = false;
      if (chunk[start] === 0x20) start++;
    }
    let end = start;
    while (end < chunk.length && chunk[end] !== LF && chunk[end] !== CR) end++;
    if (end > start) this.sink.data(chunk.subarray(start, end));
    if (end === chunk.length) return end;
    this.#inData = false;
    this.#afterCarriageReturn = chunk[end] === CR;
    return end + 1;
  }

  #field(chunk: Uint8Array, from: number): number {
    for (let i = from; i < chunk.length; i++) {
      const c = chunk[i] as number;
      if (c === LF || c === CR) {
        this.#afterCarriageReturn = c === CR;
        this.#endOfLine();
        return i + 1;
      }
      if (this.#line.length < MAX_FIELD_BYTES) this.#line.push(c);
      if (c === 0x3a && this.#name() === "data") {
        this.#line = [];
        this.#startData();
        return i + 1;
      }
    }
    return chunk.length;
  }

  #startData(): void {
    this.#first = false;
    if (this.#hasData) this.sink.data(LINE_FEED);
    this.#hasData = true;
    this.#inData = true;
    this.#mayBeSpace = true;
  }

  /** The field's name, where the first colon of the line was just read; else "". */
  #name(): string {
    if (this.#line.length > 8) return "";
    const name = String.fromCharCode(...this.#line.slice(0, -1));
    return this.#first ? name.replace(/^\u00ef\u00bb\u00bf/, "") : name;
  }

  #endOfLine(): void {
    let line = TEXT.decode(Uint8Array.from(this.#line));
    this.#line = [];
    if (this.#first) line = line.replace(/^\ufeff/, "");
    this.#first = false;
    if (line === "") {
      this.sink.event({ type: this.#type || "message", id: this.#id, hasData: this.#hasData });
      this.#type = "";
      this.#hasData = false;
      return;
    }
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "event") this.#type = value;
    else if (name === "id" && !value.includes("\0")) this.#id = value;
    else if (name === "retry" && /^\d{1,9}$/.test(value)) this.sink.retry(Number(value));
    else if (name === "data" && colon < 0) {
      this.#startData();
      this.#inData = false;
    }
  }
}
