/** Diffs: every changed line stays, unchanged context goes, noise (lock files, vendored code) is summed up. */
import { utf8Length } from "../../text/utf8.ts";
import type { Checkpoint, Compressor, Cut, Span, View, ViewRequest } from "../contract.ts";
import { isNoise, SMALL_CHANGE_LINES } from "../diff/noise.ts";
import { renderDiff } from "../diff/render.ts";
import { type Diff, type DiffFile, scanDiff } from "../diff/scan.ts";
import { statUnits } from "../diff/stat.ts";
import { elide } from "../elide/elide.ts";
import { findMatches } from "../elide/query.ts";
import { renderSparse } from "../sparse-view.ts";
import type { UnitTable } from "../table.ts";

const changed = (file: DiffFile): number => file.hunks.reduce((sum, h) => sum + h.added + h.removed, 0);

/** Lines as units, so that the words of a query can point at some. */
function linesOf(input: string, { lines }: Diff): UnitTable {
  const kinds = new Int32Array(lines.count);
  return { text: input, noun: "lines", ...lines, kinds, kindCount: 1, columns: [] };
}

/** The view of a `--stat` summary without the diff. */
function statView(request: ViewRequest): View | null {
  const units = statUnits(request.input, request.checkpoint);
  const elision = units === null ? null : elide(units, request);
  return elision === null ? null : renderSparse(elision, request, "diff-stat");
}

function view(request: ViewRequest): View | null {
  const { input, query, budget, checkpoint } = request;
  const diff = scanDiff(input, checkpoint);
  if (diff === null) return statView(request);
  const keep = new Set(query === "" ? [] : findMatches(linesOf(input, diff), query, checkpoint));
  const kept = [...keep];
  const asked = (file: DiffFile): boolean => kept.some((line) => line >= file.from && line < file.to);
  // A hunk that the input cuts off cannot be summed up exactly.
  const whole = (file: DiffFile): boolean =>
    diff.countable && file.hunks.length > 0 && !file.hunks.some((h) => h.cut);
  const summarised = new Set(
    diff.files.filter((f) => isNoise(f.path) && whole(f) && changed(f) > SMALL_CHANGE_LINES && !asked(f)),
  );
  let rendering = renderDiff(input, diff, summarised, keep);
  const bySize = diff.files
    .filter((f) => whole(f) && !summarised.has(f))
    .sort((a, b) => changed(b) - changed(a));
  // Under a budget the largest files are summed up first, those that the query names last.
  const order = [...bySize.filter((f) => !asked(f)), ...bySize.filter(asked)];
  for (let n = 1; utf8Length(rendering.output) > budget && order.length > 0; n *= 2) {
    for (const file of order.splice(0, n)) summarised.add(file);
    rendering = renderDiff(input, diff, summarised, new Set());
  }
  if (rendering.droppedChars === 0) return null;
  return { output: rendering.output, method: "diff-context", losslessToModel: false };
}

/** One record per hunk, and one per file without hunks; each hunk's record begins with its own `@@` line. */
function cut(input: string, checkpoint: Checkpoint): Cut | null {
  const diff = scanDiff(input, checkpoint);
  if (diff === null) {
    const units = statUnits(input, checkpoint);
    if (units === null) return null;
    return {
      header: null,
      records: Array.from(units.starts, (from, i): Span => [from, units.ends[i] ?? from]),
    };
  }
  const { starts, ends } = diff.lines;
  const span = (from: number, to: number): Span => [starts[from] ?? 0, ends[to - 1] ?? 0];
  return {
    header: null,
    records: diff.files.flatMap((file) => {
      const [first, ...rest] = file.hunks;
      return [span(file.from, first?.to ?? file.to), ...rest.map((hunk) => span(hunk.from, hunk.to))];
    }),
  };
}

export const diff: Compressor = { type: "diff", view, cut };
