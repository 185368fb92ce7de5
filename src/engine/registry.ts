/** All compressors, by the content type that they serve. Adding one: its file, one line here, its fixtures. */
import { code } from "./compressors/code.ts";
import { config } from "./compressors/config.ts";
import { diff } from "./compressors/diff.ts";
import { html } from "./compressors/html.ts";
import { json } from "./compressors/json.ts";
import { log } from "./compressors/log.ts";
import { ndjson } from "./compressors/ndjson.ts";
import { searchResult } from "./compressors/search-result.ts";
import { tabular } from "./compressors/tabular.ts";
import { terminal } from "./compressors/terminal.ts";
import type { Compressor, ContentType } from "./contract.ts";

export const COMPRESSORS: readonly Compressor[] = [
  code,
  config,
  diff,
  html,
  json,
  log,
  ndjson,
  searchResult,
  tabular,
  terminal,
];

const byType = new Map<ContentType, Compressor>(COMPRESSORS.map((c) => [c.type, c]));

export function compressorFor(type: ContentType): Compressor | null {
  return byType.get(type) ?? null;
}
