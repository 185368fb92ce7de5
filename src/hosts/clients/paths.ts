/** Where programs keep their settings, by platform. */
import { posix, win32 } from "node:path";
import type { Machine } from "../contract.ts";

/** Joins as the machine's platform does, whichever this process runs on. */
export function join(machine: Machine, ...parts: string[]): string {
  return (machine.platform === "win32" ? win32 : posix).join(...parts);
}

/** Paths below the home directory; none where there is no home. */
export function inHome(machine: Machine, ...paths: string[]): string[] {
  const { home } = machine;
  return home === null ? [] : paths.map((path) => join(machine, home, ...path.split("/")));
}

/** Paths below the project. */
export function inProject(machine: Machine, ...paths: string[]): string[] {
  return paths.map((path) => join(machine, machine.cwd, ...path.split("/")));
}

function variable(machine: Machine, name: string): string | null {
  const text = machine.env[name];
  return text === undefined || text === "" ? null : text;
}

/** Paths below the directory that `name` holds, else below the home directory's `fallback`. */
export function inDirectoryOf(
  machine: Machine,
  name: string,
  fallback: string,
  ...paths: string[]
): string[] {
  const own = variable(machine, name);
  if (own === null) return inHome(machine, ...paths.map((path) => `${fallback}/${path}`));
  return paths.map((path) => join(machine, own, ...path.split("/")));
}

/** Paths below the folder of applications' settings: %APPDATA%, Application Support, or XDG's. */
export function inSettings(machine: Machine, ...paths: string[]): string[] {
  switch (machine.platform) {
    case "win32":
      return inDirectoryOf(machine, "APPDATA", "AppData/Roaming", ...paths);
    case "darwin":
      return inHome(machine, ...paths.map((path) => `Library/Application Support/${path}`));
    default:
      return inDirectoryOf(machine, "XDG_CONFIG_HOME", ".config", ...paths);
  }
}
