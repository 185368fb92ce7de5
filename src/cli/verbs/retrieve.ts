/** `retrieve`: an original on stdout, byte for byte, or its records that match. */
import { CaveError } from "../../text/errors.ts";
import { normaliseHandle, UNKNOWN_HANDLE } from "../../tools/handle.ts";
import { readFlags } from "../flags.ts";
import { withRecovery } from "../recovery.ts";
import type { ExitCode, Run } from "../verb.ts";

export const run: Run = async (args, io): Promise<ExitCode> => {
  const { values, positionals } = readFlags(args, { query: { type: "string" } }, { min: 1, max: 1 });
  const handle = normaliseHandle(positionals[0] ?? "");
  const outcome =
    handle === null
      ? ({ kind: "unknown" } as const)
      : await withRecovery(io, (recovery) => recovery.retrieve(handle, values.query ?? ""));
  switch (outcome.kind) {
    case "original":
      io.out(outcome.bytes);
      if (values.query !== undefined && values.query.trim() !== "")
        io.err("caveman-mcp: no record matched, or nothing shorter did; this is the whole original");
      return 0;
    case "selection":
      io.out(outcome.text);
      return 0;
    case "unknown":
      throw new CaveError("cave_unknown_handle", UNKNOWN_HANDLE);
    case "corrupt":
      throw new CaveError("cave_corrupt_original", outcome.reason);
    case "unavailable":
      throw new CaveError("cave_store_unavailable", outcome.reason);
  }
};
