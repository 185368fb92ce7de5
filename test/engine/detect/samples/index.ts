/** Small texts of every type. */
import type { DetectedType } from "../../../../src/engine/contract.ts";
import { DIFF_SAMPLES, SEARCH_RESULT_SAMPLES, TERMINAL_SAMPLES } from "./captures.ts";
import { CONFIG_SAMPLES, TEXT_SAMPLES } from "./documents.ts";
import { LOG_SAMPLES } from "./logs.ts";
import { JSON_SAMPLES, NDJSON_SAMPLES, TABULAR_SAMPLES } from "./records.ts";
import type { Samples } from "./sample.ts";
import { CODE_SAMPLES, HTML_SAMPLES } from "./sources.ts";

export const SAMPLES: Readonly<Record<DetectedType, Samples>> = {
  json: JSON_SAMPLES,
  ndjson: NDJSON_SAMPLES,
  tabular: TABULAR_SAMPLES,
  log: LOG_SAMPLES,
  terminal: TERMINAL_SAMPLES,
  diff: DIFF_SAMPLES,
  "search-result": SEARCH_RESULT_SAMPLES,
  html: HTML_SAMPLES,
  code: CODE_SAMPLES,
  config: CONFIG_SAMPLES,
  text: TEXT_SAMPLES,
};
