/** Claude Desktop: claude_desktop_config.json, for the user only. */
import type { HostDefinition } from "../contract.ts";
import { inSettings } from "./paths.ts";

export const claudeDesktop: HostDefinition = {
  id: "claude-desktop",
  title: "Claude Desktop",
  format: "jsonc",
  table: "mcpServers",
  files: (scope, machine) =>
    scope === "project" ? [] : inSettings(machine, "Claude/claude_desktop_config.json"),
  traces: (machine) => inSettings(machine, "Claude"),
  entry: ({ command, args }) => ({ command, args }),
  next: "Quit Claude Desktop and start it again.",
};
