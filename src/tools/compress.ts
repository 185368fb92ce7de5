/** caveman_compress: a shorter text that still answers, and a handle for the original. */
import type { ToolResult } from "../mcp/contract.ts";
import { CaveError } from "../text/errors.ts";
import { compressArguments } from "./arguments.ts";
import { onOverrun } from "./offload/task.ts";
import { defer, type Tool } from "./tool.ts";

const NOT_COUNTED =
  "The text could not even be counted in time, so it is left as it is. Nothing was stored; work with the text you have.";

export const compressTool: Tool = {
  name: "caveman_compress",
  description:
    "Shorten a large tool output (JSON, logs, tables, diffs, search hits, HTML, code, prose); the original is kept. " +
    "Give `path` if it is in a file, so you need not retype it. Elided parts leave markers whose facts are exact: answer from them. " +
    "What cannot get shorter comes back unchanged.",
  inputSchema: {
    type: "object",
    properties: {
      input: { type: "string", description: "The text, if no path" },
      path: { type: "string", description: "File to read" },
      content_type: { type: "string", description: "Overrides detection: json, log, diff, …" },
      query: { type: "string", description: "What you look for; matches stay visible" },
    },
  },
  async call(args, context, { offload, stats, retrieved }): Promise<ToolResult> {
    const request = { args: defer(args, compressArguments), retrieved: retrieved.digests() };
    const result = await offload
      .run("compress", request, context.signal)
      .catch(onOverrun(() => offload.run("compress", { ...request, passThrough: true }, context.signal)))
      .catch(
        onOverrun(() => {
          throw new CaveError("cave_compress_failed", NOT_COUNTED);
        }),
      );
    stats?.add(result.tokensBefore, result.tokensAfter);
    return { encoded: result.encoded };
  },
};
