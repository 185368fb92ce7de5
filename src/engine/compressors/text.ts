/**
 * Prose, Markdown, and lines that are nothing else. Near-duplicate paragraphs are elided; prose that does not repeat passes
 * through. Lines without sentences are grouped by templates like those of a log.
 */
import type { Checkpoint, Compressor, Cut, Span, View, ViewRequest } from "../contract.ts";
import { elide } from "../elide/elide.ts";
import { renderLines } from "../lines-view.ts";
import { cutTextEntries, MAX_ENTRIES } from "../log/entries.ts";
import { tableOfEntries } from "../log/table.ts";
import { Block, cutBlocks } from "../prose/blocks.ts";
import { isLineOriented } from "../prose/shape.ts";
import { tableOfBlocks } from "../prose/table.ts";

/** Repeated paragraphs are worth leaving out from this share of the text on. */
const MIN_DROPPED_SHARE = 0.1;

function view(request: ViewRequest): View | null {
  const { input, checkpoint } = request;
  const options = { ...request, minDroppedShare: MIN_DROPPED_SHARE, alone: true };
  const blocks = cutBlocks(input, checkpoint);
  if (blocks.count === 0 || blocks.count > MAX_ENTRIES) return null;
  // One block repeats nothing; the words of one of 60 MB would take gigabytes.
  const paragraphs = blocks.count < 2 ? null : elide(tableOfBlocks(input, blocks, checkpoint), options);
  if (paragraphs !== null) return renderLines(paragraphs, request, "text-paragraphs");
  if (!isLineOriented(input)) return null;
  const entries = cutTextEntries(input, checkpoint);
  if (entries.count < 2 || entries.count > MAX_ENTRIES) return null;
  const lines = elide(tableOfEntries(input, entries, checkpoint), { ...request, alone: true });
  return lines === null ? null : renderLines(lines, request, "text-lines");
}

/** Blocks without what separates them, each below the heading that it stands under; or lines. */
function cut(input: string, checkpoint: Checkpoint): Cut | null {
  if (isLineOriented(input)) return cutLines(input, checkpoint);
  const { lines, count, types, firstLine, headLine } = cutBlocks(input, checkpoint);
  if (count < 2) return null;
  const records: Span[] = [];
  const headings: (Span | null)[] = [];
  let heading: Span | null = null;
  for (let b = 0; b < count; b++) {
    let last = (firstLine[b + 1] as number) - 1;
    while (lines.starts[last] === lines.ends[last]) last--;
    const span: Span = [lines.starts[headLine[b] as number] as number, lines.ends[last] as number];
    if (types[b] === Block.heading) heading = span;
    // A heading with nothing below it is a record of its own.
    const alone = types[b] === Block.heading && (b + 1 === count || types[b + 1] === Block.heading);
    if (types[b] === Block.heading && !alone) continue;
    records.push(span);
    headings.push(alone ? null : heading);
  }
  return { header: null, records, headings };
}

function cutLines(input: string, checkpoint: Checkpoint): Cut | null {
  const { lines, count, firstLine, headLine } = cutTextEntries(input, checkpoint);
  if (count < 2) return null;
  const records = Array.from({ length: count }, (_, e): Span => {
    let last = (firstLine[e + 1] as number) - 1;
    while (lines.starts[last] === lines.ends[last]) last--;
    return [lines.starts[headLine[e] as number] as number, lines.ends[last] as number];
  });
  return { header: null, records };
}

export const text: Compressor = { type: "text", view, cut };
