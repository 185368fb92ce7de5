/**
 * The seam between the protocol and the tools: src/mcp speaks JSON-RPC and MCP and knows no tool;
 * whoever offers tools implements ToolHost.
 */

export type Revision = "2024-11-05" | "2025-03-26" | "2025-06-18" | "2025-11-25" | "2026-07-28";

export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly annotations?: object;
}

export type ContentItem =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "resource";
      readonly resource: { readonly uri: string; readonly mimeType: string; readonly blob: string };
    };

/**
 * What a call answers. `encoded` holds the UTF-8 of the members `"content":[…],"isError":false`
 * as they go on the wire, made off the main thread; the protocol puts its envelope around it.
 */
export type ToolResult =
  | { readonly content: readonly ContentItem[]; readonly isError: boolean }
  | { readonly encoded: Uint8Array };

export interface CallContext {
  readonly revision: Revision;
  /** Aborted by notifications/cancelled, end of input, or shutdown. The result is then not sent. */
  readonly signal: AbortSignal;
  /** Sends notifications/progress, or does nothing where the caller gave no progressToken. */
  readonly progress: (progress: number, total?: number, message?: string) => void;
}

/** Arguments of a call: parsed, or still in the bytes of a long line that only a worker should parse. */
export type CallArguments =
  | { readonly kind: "parsed"; readonly value: unknown }
  | { readonly kind: "line"; readonly line: SharedArrayBuffer; readonly member: number };

export interface ToolHost {
  readonly instructions: string;
  /** The list for one revision; the same bytes every time. */
  list(revision: Revision): readonly ToolDescription[];
  /** Rejections become `cave_tool_panicked`. */
  call(name: string, args: CallArguments, context: CallContext): Promise<ToolResult>;
}
