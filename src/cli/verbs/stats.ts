/** `stats`: what the originals in the store have in tokens, and what their views have. */
import { savingsOf } from "../../store/maintenance/savings.ts";
import { removedShare } from "../../tools/session-stats.ts";
import { readFlags } from "../flags.ts";
import { nothingThere } from "../store-words.ts";
import type { Run } from "../verb.ts";

export const run: Run = (args, io) => {
  readFlags(args, {}, { min: 0, max: 0 });
  const found = savingsOf(io.env);
  if (found.kind !== "savings" && found.kind !== "absent") return nothingThere(found, io);
  const savings = found.kind === "savings" ? found.savings : [];
  const sum = (of: (saving: (typeof savings)[number]) => number) => savings.reduce((n, s) => n + of(s), 0);
  const tokens_before = sum((s) => s.tokensBefore);
  const tokens_after = sum((s) => s.tokensAfter);
  const stats = {
    tokens_before,
    tokens_after,
    originals: sum((s) => s.originals),
    ratio: removedShare(tokens_before, tokens_after),
    basis: "inferred",
    // A process that has just started has no session of its own; the tool caveman_stats tells that.
    scope: "store",
  };
  io.out(`${JSON.stringify(stats)}\n`);
  return 0;
};
