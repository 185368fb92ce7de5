/** Small tool results that the main thread makes itself: errors with a code, one-line texts, short payloads. */
import type { ToolResult } from "../mcp/contract.ts";

export type ErrorCode = `cave_${string}`;

/** What every failing tool answers: one text item holding `{"error","message"}`. */
export function errorPayload(code: ErrorCode, message: string): string {
  return JSON.stringify({ error: code, message });
}

/** @param message what happened, what it means, what to do; never payload, query or argument text */
export function toolError(code: ErrorCode, message: string): ToolResult {
  return { content: [{ type: "text", text: errorPayload(code, message) }], isError: true };
}

export function textResult(text: string): ToolResult {
  return { content: [{ type: "text", text }], isError: false };
}
