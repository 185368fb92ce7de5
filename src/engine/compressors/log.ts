/** Logs and the output of builds and test runs: entries grouped by template, failures and traces whole. */
import {
  type Checkpoint,
  type Compressor,
  type Cut,
  Thrift,
  type View,
  type ViewRequest,
} from "../contract.ts";
import { elide } from "../elide/elide.ts";
import { renderLines } from "../lines-view.ts";
import { cutEntries, MAX_ENTRIES } from "../log/entries.ts";
import { MAX_MENDED_CHARS } from "../log/mended.ts";
import { tableOfEntries } from "../log/table.ts";
import { renderProblems } from "../problems/render.ts";

/** The passing tests are worth leaving out, however long the reports of those that fail. */
const MIN_DROPPED_SHARE = 0.05;

function elided(request: ViewRequest): View | null {
  const { input, checkpoint } = request;
  const entries = cutEntries(input, checkpoint);
  if (entries.count === 0 || entries.count > MAX_ENTRIES) return null;
  const everyFailure = (request.thrift ?? Thrift.none) < Thrift.signal;
  const elision = elide(tableOfEntries(input, entries, checkpoint, everyFailure), {
    ...request,
    minDroppedShare: MIN_DROPPED_SHARE,
    alone: true,
  });
  return elision === null ? null : renderLines(elision, request, "log-templates");
}

function view(request: ViewRequest): View | null {
  const { input, checkpoint, thrift = Thrift.none } = request;
  const list = thrift === Thrift.none ? renderProblems(input, MAX_MENDED_CHARS, checkpoint) : null;
  // Where there is more than problems, that repeats, entries are elided: of the log as it is, not of a text made of it.
  return list !== null && elided({ ...request, input: list.output }) === null ? list : elided(request);
}

/** Entries without the blank lines and line ends behind them. */
function cut(input: string, checkpoint: Checkpoint): Cut | null {
  const { lines, count, firstLine, headLine } = cutEntries(input, checkpoint);
  if (count < 2) return null;
  const records = Array.from({ length: count }, (_, e) => {
    let last = (firstLine[e + 1] as number) - 1;
    while (lines.starts[last] === lines.ends[last]) last--;
    return [lines.starts[headLine[e] as number] as number, lines.ends[last] as number] as const;
  });
  return { header: null, records };
}

export const log: Compressor = { type: "log", view, cut };
