/** Which of our variables are in effect, and those that look like ours but are read by nobody. */
import { executeSetting } from "../hosts/automatic.ts";
import type { Io } from "../io.ts";
import type { Finding } from "./finding.ts";

/** docs/reference/environment.md; a test holds this list against it. */
export const KNOWN: readonly string[] = [
  "CAVEMAN_HOME",
  "CAVEMAN_CCR_DB",
  "CAVEMAN_CCR_MAX_BYTES",
  "CAVEMAN_MCP_EPHEMERAL",
  "CAVEMAN_MCP_SCOPE",
  "CAVEMAN_MCP_INLINE_LIMIT_BYTES",
  "CAVEMAN_MCP_MAX_LINE_BYTES",
  "CAVEMAN_MCP_READ_ROOTS",
  "CAVEMAN_MCP_LOG",
  "CAVEMAN_MCP",
  "CAVEMAN_RECOVERY",
  "CAVEMAN_MCP_BIN",
  "CAVEMAN_MCP_PROXY_BIN",
  "CAVEMAN_RELEASE_BASE",
  "CAVEMAN_DOWNLOAD_TIMEOUT",
];

/** The proxy has a variable for every flag, some of which hold secrets. */
const OF_THE_PROXY = "CAVEMAN_PROXY_";

/** An address may hold a password. */
const NOT_SHOWN = new Set(["CAVEMAN_RELEASE_BASE"]);

export function checkEnvironment(env: Io["env"], cavemanHome: string | null): Finding[] {
  const names = Object.keys(env)
    .filter((name) => name.startsWith("CAVEMAN_") && (env[name] ?? "") !== "")
    .sort();
  const findings = names.map((name): Finding => {
    if (name.startsWith(OF_THE_PROXY)) return finding("note", "variable", `${name} is set (for the proxy)`);
    if (!KNOWN.includes(name)) {
      return finding(
        "warning",
        "unknown_variable",
        `${name} is set, but nothing reads it. Is it misspelled?`,
      );
    }
    return finding("note", "variable", NOT_SHOWN.has(name) ? `${name} is set` : `${name}=${env[name]}`);
  });
  const { mode, from, warning } = executeSetting(env, cavemanHome);
  findings.push(
    warning === null
      ? finding("fine", "execute_mcp", `execute.mcp is ${mode} (${from})`)
      : finding("warning", "execute_mcp", warning),
  );
  return findings;
}

function finding(level: Finding["level"], code: string, message: string): Finding {
  return { area: "environment", level, code, message };
}
