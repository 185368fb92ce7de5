/** Cline, the extension of VS Code: cline_mcp_settings.json in the editor's storage, for the user only. */
import type { HostDefinition } from "../contract.ts";
import { inSettings } from "./paths.ts";

const STORAGE = "Code/User/globalStorage/saoudrizwan.claude-dev";

export const cline: HostDefinition = {
  id: "cline",
  title: "Cline",
  format: "jsonc",
  table: "mcpServers",
  files: (scope, machine) =>
    scope === "project" ? [] : inSettings(machine, `${STORAGE}/settings/cline_mcp_settings.json`),
  traces: (machine) => inSettings(machine, STORAGE),
  entry: ({ command, args }) => ({ command, args, disabled: false }),
  next: "Cline picks it up by itself: MCP Servers, Installed.",
};
