/** Visual Studio Code: mcp.json of the default profile, or .vscode/mcp.json of a project. */
import type { HostDefinition } from "../contract.ts";
import { inProject, inSettings } from "./paths.ts";

export const vscode: HostDefinition = {
  id: "vscode",
  title: "VS Code",
  format: "jsonc",
  table: "servers",
  files: (scope, machine) =>
    scope === "project" ? inProject(machine, ".vscode/mcp.json") : inSettings(machine, "Code/User/mcp.json"),
  traces: (machine) => inSettings(machine, "Code/User"),
  programs: ["code"],
  entry: ({ command, args }) => ({ type: "stdio", command, args }),
  next: "Run `MCP: List Servers` in VS Code and start it there; it asks once whether you trust it.",
  link: (name, { command, args }) =>
    `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, type: "stdio", command, args }))}`,
};
