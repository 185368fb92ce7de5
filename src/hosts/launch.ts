/** The commands that are written into hosts' files. */
import { posix, win32 } from "node:path";
import type { Launch, Machine } from "./contract.ts";

type Program = "caveman-mcp" | "caveman-mcp-proxy";

/** The folder that npx is given, so that it does not look into the current one. It must exist: npx fails without. */
export function npxFolder(platform: string, cavemanHome: string): string {
  return (platform === "win32" ? win32 : posix).join(cavemanHome, "npx");
}

/**
 * npx with a folder of its own: a bare `npx caveman-mcp` that is started in a hostile repository runs that
 * repository's node_modules/caveman-mcp. On Windows npx is a script that only cmd starts.
 * @param cavemanHome `${CAVEMAN_HOME}`
 */
export function npxLaunch(
  platform: string,
  cavemanHome: string,
  version: string,
  program: Program,
  args: readonly string[] = [],
): Launch {
  const prefix = npxFolder(platform, cavemanHome);
  const spec = `caveman-mcp@${version}`;
  // A package's program of another name than the package has to be named.
  const what = program === "caveman-mcp" ? [spec] : [`--package=${spec}`, program];
  const words = ["--prefix", prefix, "-y", ...what, ...args];
  return platform === "win32"
    ? { command: "cmd", args: ["/c", "npx", ...words] }
    : { command: "npx", args: words };
}

/** The command and arguments in an entry of any host, as far as it has them. */
export function launchIn(entry: unknown): Launch | null {
  if (typeof entry !== "object" || entry === null) return null;
  const { command, args } = entry as { command?: unknown; args?: unknown };
  const words = Array.isArray(command) ? command : [command, ...(Array.isArray(args) ? args : [])];
  const [first, ...rest] = words.filter((word): word is string => typeof word === "string");
  return first === undefined ? null : { command: first, args: rest };
}

/** Whether the host is on this machine, by its files or its program in PATH. `exists` looks, and starts nothing. */
export function isHere(
  host: { traces(machine: Machine): readonly string[]; readonly programs?: readonly string[] },
  machine: Machine,
  exists: (path: string) => boolean,
): boolean {
  if (host.traces(machine).some(exists)) return true;
  const { delimiter, join } = machine.platform === "win32" ? win32 : posix;
  const endings = machine.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];
  const folders = (machine.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return (host.programs ?? []).some((program) =>
    folders.some((folder) => endings.some((ending) => exists(join(folder, program + ending)))),
  );
}
