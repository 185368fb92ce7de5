/** The five tools as the protocol sees them. Errors with a code become tool errors; all others are the protocol's. */
import type {
  CallArguments,
  CallContext,
  Revision,
  ToolDescription,
  ToolHost,
  ToolResult,
} from "../mcp/contract.ts";
import { toolError } from "../mcp/wire.ts";
import { CaveError } from "../text/errors.ts";
import { Ledger, RetrievedOriginals } from "./ledger.ts";
import { describeTools, INSTRUCTIONS, TOOLS } from "./registry.ts";
import { SessionStats } from "./session-stats.ts";
import type { Offload, Session } from "./tool.ts";

/** How often a caller that gave a progress token hears that its call is still running, in ms. */
const PROGRESS_MS = 1_000;

/** Tells a caller again and again that its call is running; only as long as it is. */
async function withProgress<T>(
  progress: CallContext["progress"],
  everyMs: number,
  work: Promise<T>,
): Promise<T> {
  let reports = 0;
  const timer = setInterval(() => progress(++reports, undefined, "still running"), everyMs);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Calls that may be under way. Two threads do the work and the others wait in the pool, so that a cheap call
 * (statistics, a repeat) is answered beside any number of long ones.
 */
const CONCURRENCY = 128;

export interface HostParts {
  /** Null switches the anti-storm rules off. */
  readonly ledger?: Ledger | null;
  /** Null: caveman_stats says that there are none. */
  readonly stats?: SessionStats | null;
  readonly progressMs?: number;
}

/** @param offload where heavy work runs */
export function createToolHost(offload: Offload, parts: HostParts = {}): ToolHost {
  const { ledger = new Ledger(), stats = new SessionStats(), progressMs = PROGRESS_MS } = parts;
  const session: Session = { offload, ledger, stats, retrieved: new RetrievedOriginals() };
  const lists = new Map<Revision, readonly ToolDescription[]>();

  async function call(name: string, args: CallArguments, context: CallContext): Promise<ToolResult> {
    const tool = TOOLS.find((t) => t.name === name);
    if (tool === undefined) {
      const names = TOOLS.map((t) => t.name).join(", ");
      return toolError("cave_unknown_tool", `There is no tool of that name. This server has ${names}.`);
    }
    try {
      return await withProgress(context.progress, progressMs, tool.call(args, context, session));
    } catch (error) {
      if (error instanceof CaveError) return toolError(error.code, error.message);
      throw error;
    }
  }

  return {
    instructions: INSTRUCTIONS,
    concurrency: CONCURRENCY,
    list(revision) {
      const known = lists.get(revision) ?? describeTools(revision);
      lists.set(revision, known);
      return known;
    },
    call,
  };
}
