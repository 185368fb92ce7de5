/** From the environment to a store that works, or to one that says why there is none. Never throws. */
import type { RecoveryStore } from "./contract.ts";
import { type Host, thisHost } from "./host.ts";
import { type Environment, storeSettings } from "./location.ts";
import { MemoryStore } from "./memory.ts";
import { NoStore } from "./no-store.ts";
import { projectRoot } from "./project-root.ts";
import { SqliteStore } from "./sqlite/store.ts";

export interface OpenStoreOptions {
  /** Directory that the project root is looked for from; default: the current one. */
  readonly cwd?: string;
  /** Milliseconds since the epoch; default: the clock. */
  readonly now?: () => number;
  readonly host?: Host;
}

/**
 * Opens the store that `env` names: a file, memory, or none.
 * @param warn called with one line for stderr, once per cause
 */
export function openStore(
  env: Environment,
  warn: (line: string) => void,
  options: OpenStoreOptions = {},
): RecoveryStore {
  const host = options.host ?? thisHost();
  const { location, budget, scope, warnings } = storeSettings(env, host.platform);
  for (const line of warnings) warn(line);
  switch (location.kind) {
    case "memory":
      if (location.why === "no-home") warn(NO_HOME);
      return new MemoryStore(budget, warn);
    case "refused":
      warn(location.reason);
      return new NoStore(location.reason, budget);
    case "file":
      return new SqliteStore({
        path: location.path,
        budget,
        scope,
        root: projectRoot(options.cwd ?? currentDirectory()),
        host,
        now: options.now ?? Date.now,
        warn,
      });
  }
}

const NO_HOME =
  "There is no home directory, so originals are kept in memory and are gone when this process ends. Set CAVEMAN_HOME or CAVEMAN_CCR_DB to keep them.";

/** The directory may have been deleted under us; "" is the root of no project. */
function currentDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return "";
  }
}
