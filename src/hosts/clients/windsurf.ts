/** Windsurf: ~/.codeium/windsurf/mcp_config.json, for the user only. */
import type { HostDefinition } from "../contract.ts";
import { inHome } from "./paths.ts";

export const windsurf: HostDefinition = {
  id: "windsurf",
  title: "Windsurf",
  format: "jsonc",
  table: "mcpServers",
  files: (scope, machine) =>
    scope === "project" ? [] : inHome(machine, ".codeium/windsurf/mcp_config.json"),
  traces: (machine) => inHome(machine, ".codeium/windsurf"),
  programs: ["windsurf"],
  entry: ({ command, args }) => ({ command, args }),
  next: "Press refresh in Windsurf's list of MCP servers.",
};
