/** `check`: connects, lists, and says in one line whether the upstream can be used and how fast it is. */
import { assemble, currentDirectory } from "./assemble.ts";
import type { Log } from "./log.ts";
import type { Settings } from "./settings/settings.ts";
import { UpstreamFailure } from "./upstream/failure.ts";

/** A connection or list that takes longer works, but a person will notice each start. */
const SLOW_MS = 1000;

/** What most often keeps a command silent. An `npx` that is ended while it installs begins anew each time. */
const SILENT_COMMAND =
  "the command ran, but said nothing: if it installs itself first (npx), run it once by hand or raise --connect-timeout-ms; " +
  "it gets only the variables that --env names, beside the usual ones (a certificate's or a proxy's may be missing)";

export const EXIT = { fine: 0, unreachable: 1, usage: 2, noMcp: 3 } as const;

export interface CheckReport {
  readonly status: "ok" | "unreachable" | "no-mcp";
  readonly upstream: string;
  readonly transport?: string;
  readonly revision?: string;
  readonly tools?: number;
  readonly connectMs: number;
  readonly listMs?: number;
  readonly slow?: boolean;
  readonly reason?: string;
}

/** What is printed is the caller's; `step` gets a line for each step. */
export async function check(
  settings: Settings,
  log: Log,
  step: (line: string) => void,
): Promise<CheckReport> {
  const assembly = assemble(settings, log, currentDirectory());
  const upstream = settings.results.upstreamShown;
  const started = performance.now();
  let connectMs = 0;
  try {
    step(`connecting to ${upstream}`);
    const session = await assembly.upstream.session();
    connectMs = Math.round(performance.now() - started);
    const transport = session.wire.kind;
    step(`connected over ${transport}, revision ${session.revision}: ${connectMs} ms`);
    const before = performance.now();
    const tools = await assembly.proxy.catalogue.count(session);
    const listMs = Math.round(performance.now() - before);
    step(`listed ${tools} tools: ${listMs} ms`);
    const slow = connectMs > SLOW_MS || listMs > SLOW_MS;
    return { status: "ok", upstream, transport, revision: session.revision, tools, connectMs, listMs, slow };
  } catch (error) {
    const reason = settings.secrets.mask(error instanceof Error ? error.message : "unknown failure");
    connectMs ||= Math.round(performance.now() - started);
    step(`failed after ${connectMs} ms: ${reason}`);
    if (error instanceof UpstreamFailure && error.facts.late && settings.address.kind === "stdio")
      step(SILENT_COMMAND);
    return { status: isNoMcp(error) ? "no-mcp" : "unreachable", upstream, connectMs, reason };
  } finally {
    await assembly.close();
  }
}

/** Something answered, but not as an MCP server does. */
function isNoMcp(error: unknown): boolean {
  if (!(error instanceof UpstreamFailure)) return true;
  if (error.kind === "invalid") return true;
  const { status } = error.facts;
  return status !== undefined && status !== 401 && status !== 403 && status < 500;
}

export function checkLine(report: CheckReport): string {
  if (report.status !== "ok") return `${report.status} after ${report.connectMs}ms: ${report.reason}`;
  const { transport, revision, tools, connectMs, listMs, slow } = report;
  return `ok ${transport} ${revision} tools=${tools} connect=${connectMs}ms list=${listMs}ms${slow ? " slow" : ""}`;
}

export function checkExit(report: CheckReport): number {
  return { ok: EXIT.fine, unreachable: EXIT.unreachable, "no-mcp": EXIT.noMcp }[report.status];
}
