/** Small results that the main thread makes itself. */
import type { ToolResult } from "../mcp/contract.ts";

export function textResult(text: string): ToolResult {
  return { content: [{ type: "text", text }], isError: false };
}
