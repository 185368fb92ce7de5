/**
 * Waiting for other programs' locks evenly. SQLite's own waiting (busy_timeout) backs off to 100 ms, so that under
 * steady writing whoever has waited longest asks least often and starves; and it does not wait at all where two
 * programs set a new file up at the same moment. Asking every few milliseconds covers both; it costs microseconds.
 */
import { codeOf } from "../fault.ts";

/** How long anything waits for another program's lock. */
export const BUSY_TIMEOUT_MS = 5_000;

const POLL_MIN_MS = 1;
const POLL_SPREAD_MS = 3;

/** Runs `attempt` again as long as it fails for somebody's lock, for at most BUSY_TIMEOUT_MS. */
export function patiently<T>(attempt: () => T): T {
  const deadline = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    Bun.sleepSync(POLL_MIN_MS + Math.random() * POLL_SPREAD_MS);
  }
}

function isBusy(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith("SQLITE_BUSY") || code === "SQLITE_PROTOCOL";
}
