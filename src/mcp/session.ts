/**
 * One connection: takes lines, hands requests to the router, and knows what is still owed. Long lines
 * are looked into elsewhere, so messages behind them may be served first; a cancellation that overtakes
 * its request that way still wins.
 */
import { Batch } from "./batch.ts";
import { Calls } from "./calls.ts";
import type { Envelope, LineParser, Log, Peeked, ToolHost } from "./contract.ts";
import { Debt } from "./debt.ts";
import { internalError, type RpcError } from "./errors.ts";
import type { Id } from "./ids.ts";
import { MAX_EARLY_CANCELLATIONS, MAX_RUNNING_CALLS } from "./limits.ts";
import type { Line } from "./lines.ts";
import { errorFacts } from "./log.ts";
import { type Message, messageOf } from "./messages.ts";
import { cancelledKey } from "./params.ts";
import { peek } from "./peek.ts";
import { batchError, malformed, oversized } from "./refusals.ts";
import { Router } from "./router.ts";
import type { Source } from "./source.ts";
import { Subscriptions } from "./subscriptions.ts";
import { errorAnswer, notification, type Segments, type ServerInfo } from "./wire.ts";
import type { Writer } from "./writer.ts";

export interface SessionOptions {
  readonly host: ToolHost;
  readonly info: ServerInfo;
  readonly writer: Writer;
  readonly log: Log;
  /** Looks into long lines; without it the main thread does. */
  readonly parser?: LineParser;
  readonly maxLineBytes: number;
}

/** A line on its way: where it came in the order of lines, and which requests were cancelled meanwhile. */
interface Arrival {
  readonly position: number;
  readonly cancelled: Set<string>;
}

/** `id` null where the message has none that can be told. */
type MemberReply = (answer: Segments | null, id: Id | null) => void;

export class Session {
  readonly #router: Router;
  readonly #calls: Calls;
  readonly #subscriptions = new Subscriptions();
  readonly #debt = new Debt();
  readonly #stopListening: (() => void) | undefined;
  /** Lines that a worker is looking into. */
  #arriving = new Set<Arrival>();
  /** Lines so far: the number of the latest, from 1. */
  #position = 0;
  /** The client has said that it is ready for notifications. */
  #initialized = false;
  #stopped = false;

  constructor(readonly options: SessionOptions) {
    const { host, info, writer, log } = options;
    this.#calls = new Calls(host.concurrency ?? MAX_RUNNING_CALLS, () => !writer.crowded);
    writer.onRoom = () => this.#calls.pump();
    this.#router = new Router({
      host,
      info,
      log,
      calls: this.#calls,
      subscriptions: this.#subscriptions,
      send: (message) => writer.send(message),
      crowded: () => writer.crowded,
    });
    this.#stopListening = host.onListChanged?.(() => this.#listChanged());
  }

  /** True while so much is owed that nothing more should be read. */
  get full(): boolean {
    return this.#debt.full || this.options.writer.crowded;
  }

  /** Resolves when `full` is false. */
  async room(): Promise<void> {
    while (this.full) {
      if (this.options.writer.crowded) await this.options.writer.room();
      else await this.#debt.paid();
    }
  }

  /** Resolves when every request is answered. */
  async idle(): Promise<void> {
    while (!this.#debt.none) await this.#debt.paid();
  }

  /** Takes the next line. Never throws. */
  accept(line: Line): void {
    this.#position++;
    if (line.kind === "oversized") {
      this.#refuse(oversized(this.#position, line.length, this.options.maxLineBytes));
      return;
    }
    const arrival = { position: this.#position, cancelled: new Set<string>() };
    if (line.kind === "short") this.#open(peek(line.bytes), line.bytes, arrival);
    else void this.#lookInto(line.line, arrival);
  }

  /** Ends all calls; each gets `error` for an answer, or none. Ends the subscriptions. */
  stop(error?: RpcError): void {
    this.#stopped = true;
    this.#stopListening?.();
    this.#calls.stop((id) => (error ? errorAnswer(id, error) : null));
    for (const result of this.#subscriptions.end(this.options.info)) this.options.writer.send(result);
  }

  async #lookInto(line: SharedArrayBuffer, arrival: Arrival): Promise<void> {
    const release = this.#debt.take(line.byteLength, 1);
    const { parser, log } = this.options;
    this.#arriving.add(arrival);
    let found: Peeked | undefined;
    try {
      found = await parser?.peek(line);
    } catch (error) {
      log("warn", "line parser failed", errorFacts(error));
    }
    this.#arriving.delete(arrival);
    if (!this.#stopped) this.#open(found ?? peek(new Uint8Array(line)), line, arrival);
    release();
  }

  #open(found: Peeked, source: Source, arrival: Arrival): void {
    try {
      if (found.kind === "blank") return;
      if (found.kind === "malformed") {
        this.#refuse(malformed(found, arrival.position, source.byteLength));
      } else if (found.kind === "message") {
        this.#message(found.envelope, source, arrival);
      } else {
        const error = batchError(found, arrival.position, this.#router.negotiated);
        if (error) this.#refuse(error);
        else if (found.kind === "batch") this.#batch(found.envelopes, source, arrival);
      }
    } catch (error) {
      this.options.log("error", "cave_internal_error", errorFacts(error));
      this.#refuse(internalError());
    }
  }

  #message(envelope: Envelope, source: Source, arrival: Arrival): void {
    const release = this.#debt.take(source.byteLength, 1);
    this.#serve(envelope, source, arrival, false, (answer) => {
      release();
      if (answer) this.options.writer.send(answer);
    });
  }

  #batch(envelopes: readonly Envelope[], source: Source, arrival: Arrival): void {
    const release = this.#debt.take(source.byteLength, envelopes.length);
    const batch = new Batch(envelopes.length, (answer) => {
      release();
      if (answer) this.options.writer.send(answer);
    });
    for (const [index, envelope] of envelopes.entries()) {
      this.#serve(envelope, source, arrival, true, (answer, id) => batch.take(index, answer, id));
    }
  }

  /** Serves one message; `reply` is called exactly once, whatever it is. */
  #serve(envelope: Envelope, source: Source, arrival: Arrival, inBatch: boolean, reply: MemberReply): void {
    const message = messageOf(envelope);
    if (message.kind === "request") {
      const { id } = message;
      if (arrival.cancelled.has(id.key)) reply(null, id);
      else this.#router.route({ ...message, source, inBatch }, (answer) => reply(answer, id));
    } else if (message.kind === "invalid") {
      reply(errorAnswer(message.id, message.error), message.id);
    } else {
      if (message.kind === "notification") this.#notice(message, arrival);
      reply(null, null);
    }
  }

  /** Notifications of any other name are ignored. */
  #notice({ method, params }: Message & { kind: "notification" }, arrival: Arrival): void {
    if (method === "notifications/initialized") this.#initialized = true;
    if (method !== "notifications/cancelled") return;
    const key = cancelledKey(params);
    if (key !== undefined) this.#cancel(key, arrival);
  }

  #cancel(key: string, arrival: Arrival): void {
    this.#subscriptions.cancel(key);
    if (this.#calls.cancel(key)) return;
    for (const { position, cancelled } of this.#arriving) {
      if (position < arrival.position && cancelled.size < MAX_EARLY_CANCELLATIONS) cancelled.add(key);
    }
  }

  #listChanged(): void {
    const { writer } = this.options;
    const changed: Segments[] = this.#subscriptions.toolsListChanged();
    if (this.#initialized && this.#router.negotiated) {
      changed.push(notification("notifications/tools/list_changed"));
    }
    for (const message of changed) writer.send(message);
  }

  #refuse(error: RpcError): void {
    this.options.log("warn", error.message);
    this.options.writer.send(errorAnswer(null, error));
  }
}
