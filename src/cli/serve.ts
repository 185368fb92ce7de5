/** The server: the protocol on stdin and stdout, the five tools behind it, workers that start with the first call. */
import { isatty } from "node:tty";
import type { Log } from "../mcp/contract.ts";
import type { LogLevel } from "../mcp/log.ts";
import { serveStdio, stderrLog } from "../mcp/stdio.ts";
import { within } from "../mcp/wait.ts";
import { storeLocation } from "../store/location.ts";
import { VERSION } from "../text/version.ts";
import { createToolHost } from "../tools/host.ts";
import { answerFrom } from "../tools/offload/memory-bridge.ts";
import { Pool, type PoolOptions } from "../tools/offload/pool.ts";
import { workerPort } from "../tools/offload/worker-port.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** ms for workers to close their stores at the end. A store that is cut off is as safe as after a power cut. */
const CLOSE_MS = 400;

const LEVELS: readonly string[] = ["silent", "error", "warn", "info", "debug"] satisfies LogLevel[];

function isLevel(text: string): text is LogLevel {
  return LEVELS.includes(text);
}

/** The log of the level that CAVEMAN_MCP_LOG names. */
function openLog(env: Environment): Log {
  const wanted = env.CAVEMAN_MCP_LOG ?? "";
  const log = stderrLog("caveman-mcp", isLevel(wanted) ? wanted : "warn");
  if (wanted !== "" && !isLevel(wanted))
    log("warn", `CAVEMAN_MCP_LOG is none of ${LEVELS.join(", ")}; warn is used`);
  return log;
}

/** Where originals live in memory only, they live here, so that they outlive the workers. */
async function storeInMemory(env: Environment, log: (line: string) => void): Promise<Partial<PoolOptions>> {
  if (storeLocation(env, process.platform).kind !== "memory") return {};
  const { openStore } = await import("../store/open-store.ts");
  return { answerStore: answerFrom(openStore(env, log)) };
}

/**
 * Serves until the input ends, the output is lost or a signal comes; then closes the workers and their stores
 * and ends the process.
 */
export async function serve(env: Environment = process.env): Promise<never> {
  const log = openLog(env);
  const warn = (line: string, facts?: Readonly<Record<string, string>>) => log("warn", line, facts);
  // isatty, since process.stdin would make the stream, which costs milliseconds.
  if (isatty(0)) process.stderr.write((await import("./greeting.ts")).GREETING);
  const pool = new Pool({
    // Written out here: the bundler finds a worker by this form, and only beside the entry point.
    spawn: () => workerPort(new Worker(new URL("./worker.ts", import.meta.url).href)),
    log: warn,
    ...(await storeInMemory(env, warn)),
  });
  await serveStdio({
    host: createToolHost(pool),
    info: { name: "caveman", title: "Caveman", version: VERSION },
    parser: { peek: (line) => pool.run("peek", { line }) },
    log,
  });
  await within(CLOSE_MS, pool.close());
  // A signal leaves stdin open, which would keep the process; everything owed is written by now.
  process.exit(0);
}
