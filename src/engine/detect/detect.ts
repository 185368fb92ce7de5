/**
 * Which content type an input has. One recogniser per type gives a confidence (0..1) from a bounded sample; the
 * highest one wins. Of equal ones the first in the table does: types with a stricter grammar stand first.
 */
import type { DetectedType } from "../contract.ts";
import { innermost } from "../wrappers/unwrap.ts";
import { recogniseCode } from "./code.ts";
import { recogniseConfig } from "./config.ts";
import { recogniseDiff } from "./diff.ts";
import { recogniseHtml } from "./html.ts";
import { recogniseJson, recogniseNdjson } from "./json.ts";
import { recogniseLog } from "./log.ts";
import { recogniseText } from "./markdown.ts";
import { type Sample, sampleOf } from "./sample.ts";
import { recogniseSearch } from "./search.ts";
import { recogniseTabular } from "./tabular.ts";
import { recogniseTerminal } from "./terminal.ts";

export const RECOGNISERS: readonly (readonly [DetectedType, (sample: Sample) => number])[] = [
  ["terminal", recogniseTerminal],
  ["json", recogniseJson],
  ["ndjson", recogniseNdjson],
  ["diff", recogniseDiff],
  ["html", recogniseHtml],
  ["search-result", recogniseSearch],
  ["tabular", recogniseTabular],
  ["log", recogniseLog],
  ["config", recogniseConfig],
  ["code", recogniseCode],
  ["text", recogniseText],
];

/** Every type with the confidence of its recogniser, in order of precedence. */
export function confidences(input: string): [DetectedType, number][] {
  const sample = sampleOf(input);
  return RECOGNISERS.map(([type, recognise]) => [type, recognise(sample)]);
}

/** The type of what is inside all wrappers. */
export function detectType(input: string): DetectedType {
  let best: [DetectedType, number] = ["text", 0];
  for (const candidate of confidences(innermost(input))) if (candidate[1] > best[1]) best = candidate;
  return best[0];
}
