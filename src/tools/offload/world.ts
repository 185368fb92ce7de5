/** What a worker thread owns while it lives: engine, token counter, store, and the clock of the running job. */

import type { Checkpoint } from "../../engine/contract.ts";
import type { Recovery } from "../../recovery/contract.ts";
import type { RecoveryStore, StoreHealth } from "../../store/contract.ts";
import type { RecoveredFile } from "../../store/recovered.ts";
import type { ToolSettings } from "../settings.ts";
import { type Control, Stopped } from "./control.ts";
import type { StoreAccess } from "./jobs.ts";

/** The longest a call may work before it answers with what is certain, in ms. */
export const CALL_LIMIT_MS = 15_000;

/** Thrown by `checkpoint` when the call has worked for CALL_LIMIT_MS. */
export class DeadlinePassed extends Error {
  override readonly name = "DeadlinePassed";
}

export interface World {
  readonly recovery: Recovery;
  readonly store: RecoveryStore;
  readonly settings: ToolSettings;
  /** Writes an original to a private file; null where nothing may be or could be written. */
  readonly writeRecovered: (handle: string, bytes: Uint8Array) => RecoveredFile | null;
  /** Runs what must not be cut off halfway (a file being written); the store does so by itself. */
  readonly commit: <T>(work: () => T) => T;
  /** Of the job that runs now. */
  readonly checkpoint: Checkpoint;
}

/** A checkpoint for one job that starts now. */
export function startClock(control: Control, limitMs = CALL_LIMIT_MS): Checkpoint {
  const deadline = performance.now() + limitMs;
  return () => {
    if (control.stopRequested) throw new Stopped("nobody waits for this answer");
    if (performance.now() > deadline) throw new DeadlinePassed(`${limitMs} ms are over`);
  };
}

/**
 * The store as jobs see it: a thread inside it is not ended, a stopped job does not enter it any more,
 * and what it answers is noted as its health.
 */
export function guardStore(
  store: RecoveryStore,
  control: Control,
  note: (health: StoreHealth, of: StoreAccess) => void,
): RecoveryStore {
  return {
    put(original, meta) {
      if (control.stopRequested) throw new Stopped("nobody waits for this answer");
      const put = control.commit(() => store.put(original, meta));
      note(put.kind === "stored" ? "ok" : put.kind, "write");
      return put;
    },
    get(handle) {
      const got = control.commit(() => store.get(handle));
      note(got.kind === "unavailable" ? "unavailable" : "ok", "read");
      return got;
    },
    info() {
      const info = control.commit(() => store.info());
      note(info.health, "read");
      return info;
    },
    close: () => store.close(),
  };
}
