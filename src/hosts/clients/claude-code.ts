/** Claude Code: ~/.claude.json, or .mcp.json of a project (which each user approves once). */
import type { HostDefinition } from "../contract.ts";
import { inDirectoryOf, inHome, inProject } from "./paths.ts";

export const claudeCode: HostDefinition = {
  id: "claude-code",
  title: "Claude Code",
  format: "jsonc",
  table: "mcpServers",
  files: (scope, machine) =>
    scope === "project"
      ? inProject(machine, ".mcp.json")
      : inDirectoryOf(machine, "CLAUDE_CONFIG_DIR", ".", ".claude.json"),
  traces: (machine) => inHome(machine, ".claude.json", ".claude"),
  programs: ["claude"],
  entry: ({ command, args }) => ({ type: "stdio", command, args, env: {} }),
  next: "Start a new session; `claude mcp list` shows it. A project's server waits until it is approved there.",
};
