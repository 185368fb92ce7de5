/** What every tool is: what a model reads about it, and how a call is answered on the main thread. */
import type { CallArguments, CallContext, ToolResult } from "../mcp/contract.ts";
import type { StoreHealth } from "../store/contract.ts";
import type { Ledger, RetrievedOriginals } from "./ledger.ts";
import type { Deferred, JobKind, Request, Result } from "./offload/jobs.ts";
import type { SessionStats } from "./session-stats.ts";

/** Runs heavy work off the main thread; the pool, or a stub in tests. */
export interface Offload {
  run<K extends JobKind>(kind: K, request: Request<K>, signal?: AbortSignal): Promise<Result<K>>;
  readonly storeHealth: StoreHealth | null;
  readonly saturated: boolean;
}

/** What the tools share within one process. */
export interface Session {
  readonly offload: Offload;
  /** Null switches the anti-storm rules off. */
  readonly ledger: Ledger | null;
  readonly stats: SessionStats | null;
  readonly retrieved: RetrievedOriginals;
}

export interface Tool {
  readonly name: string;
  /** Written for a model that decides whether to call. */
  readonly description: string;
  readonly inputSchema: object;
  call(args: CallArguments, context: CallContext, session: Session): Promise<ToolResult>;
}

/** Validates parsed arguments now; those of a long line are left to the worker, which validates alike. */
export function defer<T>(args: CallArguments, validate: (value: unknown) => T): Deferred<T> {
  return args.kind === "line" ? args : { kind: "ready", value: validate(args.value) };
}
