/**
 * The one upstream of a process: connects with retries, single-flight, and forgets connections that
 * broke. It sends nothing by itself but the handshake.
 */
import { UpstreamFailure } from "./failure.ts";
import type { Session } from "./handshake.ts";
import { sleep } from "./sleep.ts";

export interface ConnectLimits {
  /** Of one attempt, ms. */
  readonly connectTimeoutMs: number;
  /** Attempts after the first. */
  readonly connectRetries: number;
  /** Pause before the first retry, ms; doubles from one to the next. */
  readonly backOffMs: number;
}

export interface UpstreamOptions extends ConnectLimits {
  readonly open: (signal: AbortSignal) => Promise<Session>;
  /** A session was established; `first` where none was before. */
  readonly connected: (session: Session, first: boolean) => void;
  /** A connection is being closed; the process should wait for it before it ends. */
  readonly closing: (done: Promise<void>) => void;
  readonly log: (text: string) => void;
}

/** Sum of the pauses between attempts, ms. */
export function totalBackOffMs({ connectRetries, backOffMs }: ConnectLimits): number {
  return backOffMs * (2 ** connectRetries - 1);
}

/** The longest that one round of connecting takes, ms. */
export function connectBoundMs(limits: ConnectLimits): number {
  return (1 + limits.connectRetries) * limits.connectTimeoutMs + totalBackOffMs(limits);
}

/** While there was never a connection, a new round starts this long after the last one failed. */
const LATE_UPSTREAM_MS = 30_000;

export class Upstream {
  #session: Session | undefined;
  #round: Promise<Session> | undefined;
  #closing = new AbortController();
  #everConnected = false;
  /** Why the last attempt failed; for callers whose time is up before the round ends. */
  lastFailure: UpstreamFailure | undefined;

  constructor(readonly options: UpstreamOptions) {}

  /** The session there is, or the one that the running or a new round of attempts ends with. */
  session(): Promise<Session> {
    if (this.#closing.signal.aborted) return Promise.reject(this.#closing.signal.reason);
    if (this.#session) return Promise.resolve(this.#session);
    this.#round ??= this.#connect().finally(() => {
      this.#round = undefined;
    });
    return this.#round;
  }

  get current(): Session | undefined {
    return this.#session;
  }

  /** Connects in the background until it worked once, so that a host can be told about a late upstream. */
  async keepTrying(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted && !this.#everConnected) {
      try {
        await this.session();
      } catch (error) {
        // Wrong credentials sent every half a minute could lock somebody out; a call tries again.
        if (error instanceof UpstreamFailure && error.facts.permanent) return;
        await sleep(LATE_UPSTREAM_MS, signal).catch(() => {});
      }
    }
  }

  /** Takes a session out of use. Later callers connect anew; a session that replaced it already stays. */
  forget(session: Session): void {
    if (this.#session === session) this.#session = undefined;
    this.options.closing(session.wire.close());
  }

  /** Like `forget`, by the wire. */
  lost(wire: Session["wire"], reason: string): void {
    if (this.#session?.wire !== wire) return;
    this.options.log(`the connection to the upstream is gone: ${reason}`);
    this.#session = undefined;
    this.options.closing(wire.close());
  }

  async #connect(): Promise<Session> {
    const { connectRetries, backOffMs, log } = this.options;
    for (let attempt = 0; ; attempt++) {
      try {
        const session = await this.#attempt();
        const first = !this.#everConnected;
        this.#everConnected = true;
        this.lastFailure = undefined;
        this.#session = session;
        this.options.connected(session, first);
        return session;
      } catch (error) {
        this.#closing.signal.throwIfAborted();
        if (!(error instanceof UpstreamFailure)) throw error;
        this.lastFailure = error;
        log(`attempt ${attempt + 1} of ${connectRetries + 1} to connect failed: ${error.message}`);
        if (error.facts.permanent || attempt >= connectRetries) throw error;
        await sleep(backOffMs * 2 ** attempt, this.#closing.signal);
      }
    }
  }

  async #attempt(): Promise<Session> {
    const { connectTimeoutMs } = this.options;
    const limit = new AbortController();
    const abort = () => limit.abort(this.#closing.signal.reason);
    this.#closing.signal.addEventListener("abort", abort, { once: true });
    const late = new UpstreamFailure(
      "unavailable",
      `no connection within ${connectTimeoutMs} ms (--connect-timeout-ms)`,
      "no",
      { late: true },
    );
    const timer = setTimeout(() => limit.abort(late), connectTimeoutMs);
    try {
      return await this.options.open(limit.signal);
    } finally {
      clearTimeout(timer);
      this.#closing.signal.removeEventListener("abort", abort);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new UpstreamFailure("dropped", "the proxy is ending", "maybe"));
    await this.#session?.wire.close();
    // A round that is under way closes its own wire when its attempt is aborted.
    await this.#round?.catch(() => {});
  }
}
