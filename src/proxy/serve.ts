/** The proxy as a process: serves on stdin and stdout until the host leaves. */
import { serveStdio, stderrLog } from "../mcp/stdio.ts";
import { VERSION } from "../text/version.ts";
import { assemble, currentDirectory } from "./assemble.ts";
import type { Log } from "./log.ts";
import type { Settings } from "./settings/settings.ts";

const INFO = { name: "caveman-mcp-proxy", title: "Caveman MCP proxy", version: VERSION };

export async function serveProxy(settings: Settings, log: Log): Promise<void> {
  for (const warning of settings.warnings) log.warn(warning);
  const assembly = assemble(settings, log, currentDirectory());
  // After the first turn of the loop: the answer to `initialize` must not wait for it.
  setImmediate(() => {
    void assembly.upstream.keepTrying().catch(() => {});
    assembly.offload.warm();
  });
  await serveStdio({
    host: assembly.proxy,
    info: INFO,
    parser: assembly.offload,
    log: stderrLog("caveman-mcp-proxy", settings.logLevel),
  });
  await assembly.close();
}
