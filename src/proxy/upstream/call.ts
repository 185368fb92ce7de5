/**
 * One request to the upstream within its time: connect if need be, send, and after a lost session or a
 * dropped connection reconnect and send once more where that cannot execute anything twice.
 */
import type { Message } from "../json/message.ts";
import { UpstreamFailure } from "./failure.ts";
import type { Session } from "./handshake.ts";
import { encodeNotification } from "./rpc.ts";
import { sleep } from "./sleep.ts";
import { type ConnectLimits, connectBoundMs, type Upstream } from "./upstream.ts";
import type { Outgoing } from "./wire.ts";

export interface CallLimits extends ConnectLimits {
  /** Of one attempt, from sending to the whole answer, ms. */
  readonly callTimeoutMs: number;
}

/** Thrown as the reason of the call's one AbortController. */
export class CallTimeout extends Error {
  override readonly name = "CallTimeout";
  constructor(
    readonly limitMs: number,
    readonly elapsedMs: number,
  ) {
    super(`the upstream did not answer within ${limitMs} ms`);
  }
}

/** The caller went away. */
export class CallCancelled extends Error {
  override readonly name = "CallCancelled";
}

/** A call ends at the latest after this, ms: two attempts and one round of connecting. */
export function callBoundMs(limits: CallLimits): number {
  return 2 * limits.callTimeoutMs + connectBoundMs(limits);
}

/** A session that is lost again right after it was made: the request was refused unexecuted, so it may go again. */
const MAX_UNEXECUTED_ATTEMPTS = 3;
/** Pause before the third attempt, ms: the upstream is restarting. */
const FLAP_DELAY_MS = 250;

export interface Call {
  readonly upstream: Upstream;
  readonly limits: CallLimits;
  /** The caller's own signal: notifications/cancelled, or the end of the process. */
  readonly signal: AbortSignal;
  /** Whether sending a second time is harmless although the first may have been executed. */
  readonly replayable: () => boolean;
  /** The request for this session (its id, `_meta` and headers differ from one session to the next). */
  readonly encode: (session: Session, signal: AbortSignal) => Outgoing | Promise<Outgoing>;
  /** Called when the request is over in any way. */
  readonly done?: (id: number) => void;
}

/**
 * The response and the session it came on.
 * @throws UpstreamFailure, CallTimeout, CallCancelled
 */
export async function callUpstream(call: Call): Promise<{ message: Message; session: Session }> {
  const started = performance.now();
  const elapsed = () => Math.round(performance.now() - started);
  // The only source of abort: the caller, the limit of an attempt, and the limit of the whole.
  const controller = new AbortController();
  const cancelled = () => controller.abort(new CallCancelled("the caller cancelled the call"));
  if (call.signal.aborted) cancelled();
  call.signal.addEventListener("abort", cancelled, { once: true });
  const bound = callBoundMs(call.limits);
  const whole = setTimeout(() => controller.abort(new CallTimeout(bound, elapsed())), bound);
  try {
    return await attempts(call, controller, elapsed);
  } finally {
    clearTimeout(whole);
    call.signal.removeEventListener("abort", cancelled);
  }
}

async function attempts(call: Call, controller: AbortController, elapsed: () => number) {
  let connectLeft = connectBoundMs(call.limits);
  let maybeExecuted = 0;
  for (let attempt = 1; ; attempt++) {
    const before = elapsed();
    const session = await connected(call.upstream, connectLeft, controller.signal);
    connectLeft -= elapsed() - before;
    try {
      return { message: await once(call, session, controller, elapsed), session };
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error;
      if (isGone(error)) call.upstream.forget(session);
      if (!mayReplay(call, error, attempt, maybeExecuted)) throw error;
      if (error.executed === "maybe") maybeExecuted++;
      if (attempt > 1) await sleep(FLAP_DELAY_MS, controller.signal);
    }
  }
}

/**
 * Whether the session is of no use any more. One connection of HTTP that broke is no reason: other calls are
 * under way on the same session. A stream that all share tells of its end itself.
 */
function isGone({ kind, executed, facts }: UpstreamFailure): boolean {
  return (
    kind === "session-lost" || (kind === "unavailable" && executed === "no" && facts.status === undefined)
  );
}

function mayReplay(call: Call, failure: UpstreamFailure, attempt: number, maybeExecuted: number): boolean {
  if (failure.kind === "invalid" || failure.kind === "too-large" || failure.facts.status !== undefined)
    return false;
  if (failure.executed === "no") return attempt < MAX_UNEXECUTED_ATTEMPTS;
  return maybeExecuted === 0 && attempt === 1 && call.replayable();
}

/** The session, or why there is none once `ms` are over. */
async function connected(upstream: Upstream, ms: number, signal: AbortSignal): Promise<Session> {
  if (upstream.current) {
    signal.throwIfAborted();
    return upstream.current;
  }
  const waiting = new AbortController();
  const late = sleep(Math.max(0, ms), AbortSignal.any([signal, waiting.signal])).then(() => {
    throw (
      upstream.lastFailure ??
      new UpstreamFailure("unavailable", `no connection within ${Math.round(ms)} ms`, "no")
    );
  });
  late.catch(() => {});
  const session = upstream.session();
  session.catch(() => {});
  try {
    return await Promise.race([session, late]);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    waiting.abort();
  }
}

async function once(call: Call, session: Session, controller: AbortController, elapsed: () => number) {
  const { callTimeoutMs } = call.limits;
  const timer = setTimeout(() => controller.abort(new CallTimeout(callTimeoutMs, elapsed())), callTimeoutMs);
  let id: number | undefined;
  try {
    const request = await call.encode(session, controller.signal);
    id = request.id;
    return await session.wire.exchange(request, controller.signal);
  } catch (error) {
    if (controller.signal.aborted && id !== undefined) tellCancelled(session, id, controller.signal.reason);
    throw error;
  } finally {
    clearTimeout(timer);
    if (id !== undefined) call.done?.(id);
  }
}

/** How long the upstream may take to accept the news that nobody waits any more. */
const CANCEL_MS = 2000;

/** Over stateless HTTP ending the request says it; everywhere else a notification does. */
function tellCancelled(session: Session, requestId: number, reason: unknown): void {
  if (session.era === "modern" && session.wire.kind !== "stdio") return;
  const words = reason instanceof CallTimeout ? "time limit reached" : "cancelled by the client";
  session.wire
    .post(
      encodeNotification("notifications/cancelled", { requestId, reason: words }),
      AbortSignal.timeout(CANCEL_MS),
    )
    .catch(() => {});
}
