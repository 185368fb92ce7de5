/** Cuts a child's stdout into lines that are collected as messages while they arrive. */

import { JsonSyntaxError } from "../../text/json-bytes.ts";
import { type Message, MessageBuilder, MessageTooLarge } from "../json/message.ts";

const LF = 0x0a;

export interface LineEvents {
  message(message: Message): void;
  /** A line that is no message, such as a banner. */
  noise(bytes: number): void;
  /** A line passed the limit; the rest of it is skipped. */
  tooLarge(limit: number): void;
}

export class MessageLines {
  #builder: MessageBuilder;
  #skipping = false;

  constructor(
    readonly limit: number,
    readonly events: LineEvents,
  ) {
    this.#builder = new MessageBuilder(limit);
  }

  push(chunk: Uint8Array): void {
    let from = 0;
    for (;;) {
      const at = chunk.indexOf(LF, from);
      if (at < 0) break;
      this.#take(chunk.subarray(from, at));
      this.#endOfLine();
      from = at + 1;
    }
    this.#take(chunk.subarray(from));
  }

  #take(piece: Uint8Array): void {
    if (this.#skipping) return;
    try {
      this.#builder.push(piece);
    } catch (error) {
      if (!(error instanceof MessageTooLarge)) throw error;
      this.#skipping = true;
      this.events.tooLarge(this.limit);
    }
  }

  #endOfLine(): void {
    const builder = this.#builder;
    this.#builder = new MessageBuilder(this.limit);
    if (this.#skipping) {
      this.#skipping = false;
      return;
    }
    if (builder.length === 0) return;
    const { length } = builder;
    try {
      for (const message of builder.finish()) this.events.message(message);
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error;
      this.events.noise(length);
    }
  }
}
