/** Words for a store that is not there or cannot be used, alike in every verb. */
import type { NoStoreHere } from "../store/maintenance/on-disk.ts";
import { CaveError } from "../text/errors.ts";
import type { Io } from "./io.ts";
import type { ExitCode } from "./verb.ts";

/** Tells why there is nothing to look at: done where nothing was stored, else a failure. */
export function nothingThere(found: NoStoreHere, io: Io): ExitCode {
  switch (found.kind) {
    case "memory":
      io.err("caveman-mcp: this environment keeps originals in memory only; there is nothing on disk.");
      return 0;
    case "absent":
      io.err(`caveman-mcp: nothing is stored yet; ${found.path} does not exist.`);
      return 0;
    case "unavailable":
      throw new CaveError("cave_store_unavailable", found.reason);
  }
}
