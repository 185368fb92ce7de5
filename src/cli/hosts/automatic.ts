/**
 * `execute.mcp`: whether set-up that nobody asked for by name may register tools. The variable CAVEMAN_MCP, else
 * `execute.mcp` in `${CAVEMAN_HOME}/config.json`, else `auto`. An explicit `install HOST` always acts.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "../../hosts/files/locate.ts";
import type { Io } from "../io.ts";

const MODES = ["auto", "marker-only", "true", "false"] as const;
export type ExecuteMode = (typeof MODES)[number];

export interface ExecuteSetting {
  readonly mode: ExecuteMode;
  readonly from: "CAVEMAN_MCP" | "config.json" | "default";
  /** What is wrong with what was found; then nothing is registered by itself. */
  readonly warning: string | null;
}

export function mayRegister({ mode }: ExecuteSetting): boolean {
  return mode === "auto" || mode === "true";
}

/** Largest configuration file of ours that is read. */
const MAX_BYTES = 1024 * 1024;

export function executeSetting(env: Io["env"], cavemanHome: string | null): ExecuteSetting {
  const variable = env.CAVEMAN_MCP;
  if (variable !== undefined && variable !== "") return setting(variable.trim().toLowerCase(), "CAVEMAN_MCP");
  if (cavemanHome === null) return { mode: "auto", from: "default", warning: null };
  const found = configured(join(cavemanHome, "config.json"));
  if (found === undefined) return { mode: "auto", from: "default", warning: null };
  return setting(found, "config.json");
}

function setting(found: unknown, from: ExecuteSetting["from"]): ExecuteSetting {
  const mode = MODES.find((m) => m === String(found));
  if (mode !== undefined) return { mode, from, warning: null };
  const warning = `execute.mcp (${from}) is none of ${MODES.join(", ")}; nothing is registered by itself until it is.`;
  return { mode: "false", from, warning };
}

/** The value of `execute.mcp`, nested or as one key; undefined where there is none; null where nothing can be read. */
function configured(file: string): unknown {
  let config: unknown;
  try {
    const bytes = readFileSync(file);
    config = bytes.byteLength > MAX_BYTES ? null : JSON.parse(bytes.toString("utf8"));
  } catch (error) {
    return codeOf(error) === "ENOENT" ? undefined : null;
  }
  if (typeof config !== "object" || config === null) return null;
  if ("execute.mcp" in config) return config["execute.mcp"];
  const execute = "execute" in config ? config.execute : undefined;
  if (execute === undefined) return undefined;
  return typeof execute === "object" && execute !== null && "mcp" in execute ? execute.mcp : undefined;
}
