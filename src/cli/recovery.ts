/** Engine and store for verbs that run in this process, without worker or protocol. */
import { createEngine } from "../engine/engine.ts";
import type { Recovery } from "../recovery/contract.ts";
import { createRecovery } from "../recovery/recovery.ts";
import type { RecoveryStore } from "../store/contract.ts";
import { openStore } from "../store/open-store.ts";
import { countTokens } from "../tokens/counter.ts";
import type { Io } from "./io.ts";

/** Runs `work` with the store that the environment names, and closes it after that. */
export function withRecovery<T>(io: Io, work: (recovery: Recovery, store: RecoveryStore) => T): T {
  const store = openStore(io.env, (line) => io.err(`caveman-mcp: ${line}`));
  try {
    const count = (text: string) => countTokens(text);
    return work(
      createRecovery({ engine: createEngine({ countTokens: count }), store, countTokens: count }),
      store,
    );
  } finally {
    store.close();
  }
}
