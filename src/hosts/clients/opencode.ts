/** opencode: ~/.config/opencode/opencode.json(c), or opencode.json(c) of a project. */
import type { HostDefinition } from "../contract.ts";
import { inDirectoryOf, inProject } from "./paths.ts";

const NAMES = ["opencode.json", "opencode.jsonc"];

export const opencode: HostDefinition = {
  id: "opencode",
  title: "opencode",
  format: "jsonc",
  table: "mcp",
  files: (scope, machine) =>
    scope === "project"
      ? inProject(machine, ...NAMES)
      : // XDG on every platform.
        inDirectoryOf(machine, "XDG_CONFIG_HOME", ".config", ...NAMES.map((name) => `opencode/${name}`)),
  traces: (machine) => inDirectoryOf(machine, "XDG_CONFIG_HOME", ".config", "opencode"),
  programs: ["opencode"],
  entry: ({ command, args }) => ({ type: "local", command: [command, ...args], enabled: true }),
  next: "Start a new session; `opencode mcp list` shows it.",
};
