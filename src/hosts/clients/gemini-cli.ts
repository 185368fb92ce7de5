/** Gemini CLI: ~/.gemini/settings.json, or .gemini/settings.json of a project. */
import type { HostDefinition } from "../contract.ts";
import { inHome, inProject } from "./paths.ts";

export const geminiCli: HostDefinition = {
  id: "gemini-cli",
  title: "Gemini CLI",
  format: "jsonc",
  table: "mcpServers",
  files: (scope, machine) =>
    scope === "project"
      ? inProject(machine, ".gemini/settings.json")
      : inHome(machine, ".gemini/settings.json"),
  traces: (machine) => inHome(machine, ".gemini"),
  programs: ["gemini"],
  entry: ({ command, args }) => ({ command, args }),
  next: "Start a new session; `/mcp` shows it.",
};
