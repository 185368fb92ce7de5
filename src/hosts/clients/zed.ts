/** Zed: settings.json of the user, or .zed/settings.json of a project. */
import type { HostDefinition } from "../contract.ts";
import { inDirectoryOf, inHome, inProject } from "./paths.ts";

export const zed: HostDefinition = {
  id: "zed",
  title: "Zed",
  format: "jsonc",
  table: "context_servers",
  files: (scope, machine) => {
    if (scope === "project") return inProject(machine, ".zed/settings.json");
    switch (machine.platform) {
      case "win32":
        return inDirectoryOf(machine, "APPDATA", "AppData/Roaming", "Zed/settings.json");
      case "darwin":
        return inHome(machine, ".config/zed/settings.json");
      default:
        return inDirectoryOf(machine, "XDG_CONFIG_HOME", ".config", "zed/settings.json");
    }
  },
  traces: (machine) =>
    machine.platform === "win32"
      ? inDirectoryOf(machine, "APPDATA", "AppData/Roaming", "Zed")
      : inHome(machine, ".config/zed"),
  programs: ["zed"],
  entry: ({ command, args }) => ({ command, args, env: {} }),
  next: "Zed picks it up by itself: the agent panel's settings show a green dot.",
};
