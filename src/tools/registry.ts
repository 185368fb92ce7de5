/** The five tools, in the order of tools/list: adding one is one file and one line here. */
import type { Revision, ToolDescription } from "../mcp/contract.ts";
import { compressTool } from "./compress.ts";
import { retrieveTool } from "./retrieve.ts";
import { statsTool } from "./stats.ts";
import type { Tool } from "./tool.ts";
import { toonDecodeTool } from "./toon-decode.ts";
import { toonEncodeTool } from "./toon-encode.ts";

export const TOOLS: readonly Tool[] = [compressTool, retrieveTool, statsTool, toonEncodeTool, toonDecodeTool];

/**
 * Text for the model in the answer to `initialize`, at most 60 tokens.
 */
export const INSTRUCTIONS =
  "Shorten large tool outputs with caveman_compress; a path beats retyping. Answer from its view: " +
  "facts in markers are exact. caveman_retrieve is the last resort: one broad query per handle.";

/** None of the tools changes anything of the user's: what they write is a private store of originals. */
const ANNOTATIONS = { readOnlyHint: true, idempotentHint: true, openWorldHint: false } as const;

/** The list for a client of `revision`; 2024-11-05 does not know annotations. */
export function describeTools(revision: Revision): readonly ToolDescription[] {
  return TOOLS.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
    ...(revision === "2024-11-05" ? {} : { annotations: ANNOTATIONS }),
  }));
}
