/** Codex: ~/.codex/config.toml (or $CODEX_HOME), or .codex/config.toml of a trusted project. */
import type { HostDefinition } from "../contract.ts";
import { inDirectoryOf, inHome, inProject } from "./paths.ts";

export const codex: HostDefinition = {
  id: "codex",
  title: "Codex",
  format: "toml",
  table: "mcp_servers",
  files: (scope, machine) =>
    scope === "project"
      ? inProject(machine, ".codex/config.toml")
      : inDirectoryOf(machine, "CODEX_HOME", ".codex", "config.toml"),
  traces: (machine) => inHome(machine, ".codex"),
  programs: ["codex"],
  entry: ({ command, args }) => ({ command, args }),
  next: "Start a new session; `codex mcp list` shows it. A project's file counts only in a project that you trust.",
};
