/** caveman_retrieve: the original behind a handle, byte for byte, or its records that match a query. */
import type { ToolResult } from "../mcp/contract.ts";
import { toolError } from "../mcp/wire.ts";
import { textResult } from "./answer.ts";
import { retrieveArguments } from "./arguments.ts";
import { normaliseHandle, UNKNOWN_HANDLE } from "./handle.ts";
import { DISTINCT_RETRIEVES } from "./ledger.ts";
import { onOverrun } from "./offload/task.ts";
import type { Tool } from "./tool.ts";

const ABOVE =
  "Already sent: the answer to this retrieve stands above in this session. " +
  "If you no longer have it, ask once more with the same arguments and it is sent again.";

const WHOLE =
  `[caveman: after ${DISTINCT_RETRIEVES} different retrieves of this handle, this is its whole original; ` +
  "no further query is needed.]";

export const retrieveTool: Tool = {
  name: "caveman_retrieve",
  description:
    "Get an original back, byte for byte. Last resort, not paging: markers already state exact facts, so answer from the view. " +
    "If you cannot, make one broad query per handle: it returns the complete records that match.",
  inputSchema: {
    type: "object",
    properties: {
      recovery_handle: { type: "string", description: "ccr_…" },
      query: { type: "string", description: "Ids or words to find; without it, everything" },
    },
    required: ["recovery_handle"],
  },
  async call(args, context, { offload, ledger, retrieved }): Promise<ToolResult> {
    const { signal } = context;
    const asked =
      args.kind === "line"
        ? await offload.run("retrieve-arguments", { args }, signal)
        : retrieveArguments(args.value);
    const handle = normaliseHandle(asked.handle);
    if (handle === null) return toolError("cave_unknown_handle", UNKNOWN_HANDLE);
    const decision = ledger?.decide(handle, asked.query);
    if (decision?.kind === "above") {
      decision.commit();
      return textResult(ABOVE);
    }
    const request =
      decision?.kind === "whole" ? { handle, query: "", note: WHOLE } : { handle, query: asked.query };
    // Where ranking never ends, the whole original is the certain answer.
    const result = await offload
      .run("retrieve", request, signal)
      .catch(onOverrun(() => offload.run("retrieve", { ...request, query: "" }, signal)));
    if (result.inline) decision?.commit();
    if (result.whole !== null) retrieved.add(result.whole);
    return { encoded: result.encoded };
  },
};
