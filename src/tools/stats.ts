/** caveman_stats: what this process has saved so far, and how its store is. */

import type { ToolResult } from "../mcp/contract.ts";
import { toolError } from "../mcp/wire.ts";
import type { StoreHealth } from "../store/contract.ts";
import { textResult } from "./answer.ts";
import type { Offload, Tool } from "./tool.ts";

/** As the last call saw it. Before the first one the store is looked at, unless that would mean waiting. */
async function storeHealth(offload: Offload, signal: AbortSignal): Promise<StoreHealth> {
  if (offload.storeHealth !== null) return offload.storeHealth;
  if (offload.saturated) return "ok";
  return offload.run("health", null, signal).catch((): StoreHealth => "unavailable");
}

export const statsTool: Tool = {
  name: "caveman_stats",
  description: "Tokens saved in this session.",
  inputSchema: { type: "object", properties: {} },
  async call(_args, context, { stats, offload }): Promise<ToolResult> {
    if (stats === null) return toolError("cave_stats_unavailable", "This server keeps no statistics.");
    const { tokens_before, tokens_after, requests, ratio } = stats.totals();
    const store = await storeHealth(offload, context.signal);
    return textResult(
      JSON.stringify({
        tokens_before,
        tokens_after,
        requests,
        ratio,
        basis: "inferred",
        scope: "session",
        store,
      }),
    );
  },
};
