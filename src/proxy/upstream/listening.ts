/** Keeps open what carries the upstream's own notifications: the GET stream, or a subscription of 2026-07-28. */
import { MODERN_META, type Session } from "./handshake.ts";
import { encodeRequest } from "./rpc.ts";
import { sleep } from "./sleep.ts";
import { StreamableHttpWire } from "./streamable-http.ts";

/** ms between attempts to open it again: many servers and HTTP proxies end a quiet stream. */
const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 60_000;
/** ms after which a stream that ended was a good one, and the pauses start from the first again. */
const GOOD_STREAM_MS = 10_000;

/** Listens until the wire is closed. What goes wrong here harms no call and is told by the next one. */
export async function keepListening(session: Session, nextId: () => number): Promise<void> {
  const once = listener(session, nextId);
  const { closed } = session.wire;
  let delay = FIRST_DELAY_MS;
  while (once && !closed.aborted) {
    const started = performance.now();
    const again = await once().catch(() => true);
    if (!again || closed.aborted) return;
    if (performance.now() - started > GOOD_STREAM_MS) delay = FIRST_DELAY_MS;
    await sleep(delay, closed).catch(() => {});
    delay = Math.min(delay * 2, LONGEST_DELAY_MS);
  }
}

/** One stretch of listening; it resolves with whether to listen again. Null where there is nothing to open. */
function listener(session: Session, nextId: () => number): (() => Promise<boolean>) | null {
  const { wire, era } = session;
  if (era === "modern") return session.listChanged ? () => subscribe(session, nextId()) : null;
  return wire instanceof StreamableHttpWire ? () => wire.listen() : null;
}

async function subscribe({ wire }: Session, id: number): Promise<boolean> {
  const method = "subscriptions/listen";
  const params = `{"notifications":{"toolsListChanged":true},"_meta":{${MODERN_META}}}`;
  const headers = { "mcp-method": method };
  const answer = await wire.exchange(
    { id, method, body: encodeRequest(id, method, params), headers },
    wire.closed,
  );
  return !answer.members.has("error");
}
