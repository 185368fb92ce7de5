/** Joins the event stream parser and the message builder: bytes of a stream in, events with messages out. */

import { JsonSyntaxError } from "../../text/json-bytes.ts";
import { type Message, MessageBuilder } from "../json/message.ts";
import { EventStreamParser } from "./event-stream.ts";

export interface StreamEvents {
  message(message: Message): void;
  /** An event of another type than `message`, with its data as text. */
  other(type: string, data: string): void;
  /** An event whose data is no JSON message. */
  broken(at: number): void;
}

export class MessageStream {
  /** Id of the last event, for `Last-Event-ID`. */
  lastId: string | undefined;
  /** Reconnection time that the server asked for, in ms. */
  retryMs: number | undefined;
  #builder: MessageBuilder;
  #parser: EventStreamParser;

  /** @param limit bytes of one message; `push` throws MessageTooLarge beyond it */
  constructor(limit: number, events: StreamEvents) {
    this.#builder = new MessageBuilder(limit);
    this.#parser = new EventStreamParser({
      data: (piece) => this.#builder.push(piece),
      retry: (ms) => {
        this.retryMs = ms;
      },
      event: (fields) => {
        if (fields.id !== undefined) this.lastId = fields.id;
        const builder = this.#builder;
        this.#builder = new MessageBuilder(limit);
        // A priming event has an id and no data, or empty data.
        if (!fields.hasData || builder.length === 0) return;
        if (fields.type !== "message") return events.other(fields.type, builder.text());
        let messages: Message[];
        try {
          messages = builder.finish();
        } catch (error) {
          if (!(error instanceof JsonSyntaxError)) throw error;
          return events.broken(error.at);
        }
        for (const message of messages) events.message(message);
      },
    });
  }

  push(chunk: Uint8Array): void {
    this.#parser.push(chunk);
  }
}
