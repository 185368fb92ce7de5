/** Engine and store for verbs that run in this process, without worker or protocol. */
import { createEngine } from "../engine/engine.ts";
import { createSyntax } from "../grammars/syntax.ts";
import type { Recovery } from "../recovery/contract.ts";
import { createRecovery } from "../recovery/recovery.ts";
import type { RecoveryStore } from "../store/contract.ts";
import { openStore } from "../store/open-store.ts";
import { countTokens } from "../tokens/counter.ts";
import type { Io } from "./io.ts";

/** Runs `work` with the store that the environment names, and closes it after that. */
export async function withRecovery<T>(
  io: Io,
  work: (recovery: Recovery, store: RecoveryStore) => T | Promise<T>,
): Promise<T> {
  const store = openStore(io.env, (line) => io.err(`caveman-mcp: ${line}`));
  try {
    const count = (text: string) => countTokens(text);
    const syntax = createSyntax();
    const engine = createEngine({ countTokens: count, syntax });
    return await work(createRecovery({ engine, store, countTokens: count, loadGrammar: syntax.load }), store);
  } finally {
    store.close();
  }
}
