/** All compressors, by the content type that they serve. Adding one: its file, one line here, its fixtures. */
import { a11y } from "./compressors/a11y.ts";
import { code } from "./compressors/code.ts";
import { config } from "./compressors/config.ts";
import { diff } from "./compressors/diff.ts";
import { html } from "./compressors/html.ts";
import { json } from "./compressors/json.ts";
import { log } from "./compressors/log.ts";
import { ndjson } from "./compressors/ndjson.ts";
import { repetition } from "./compressors/repetition.ts";
import { searchResult } from "./compressors/search-result.ts";
import { tabular } from "./compressors/tabular.ts";
import { terminal } from "./compressors/terminal.ts";
import { text } from "./compressors/text.ts";
import { toolschema } from "./compressors/toolschema.ts";
import { toon } from "./compressors/toon.ts";
import type { Compressor, ContentType } from "./contract.ts";

export const COMPRESSORS: readonly Compressor[] = [
  a11y,
  code,
  config,
  diff,
  html,
  json,
  log,
  ndjson,
  repetition,
  searchResult,
  tabular,
  terminal,
  text,
  toolschema,
  toon,
];

const byType = new Map<ContentType, Compressor>(COMPRESSORS.map((c) => [c.type, c]));

export function compressorFor(type: ContentType): Compressor | null {
  return byType.get(type) ?? null;
}
