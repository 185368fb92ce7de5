/** Cursor: ~/.cursor/mcp.json, or .cursor/mcp.json of a project. */
import type { HostDefinition } from "../contract.ts";
import { inHome, inProject } from "./paths.ts";

export const cursor: HostDefinition = {
  id: "cursor",
  title: "Cursor",
  format: "jsonc",
  table: "mcpServers",
  files: (scope, machine) =>
    scope === "project" ? inProject(machine, ".cursor/mcp.json") : inHome(machine, ".cursor/mcp.json"),
  traces: (machine) => inHome(machine, ".cursor"),
  programs: ["cursor"],
  entry: ({ command, args }) => ({ type: "stdio", command, args }),
  next: "Cursor picks it up by itself: Settings, MCP.",
  link: (name, { command, args }) => {
    const config = Buffer.from(JSON.stringify({ command, args })).toString("base64");
    return `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(name)}&config=${encodeURIComponent(config)}`;
  },
};
