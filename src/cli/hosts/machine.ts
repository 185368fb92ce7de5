/** This machine and this executable, as the hosts' code wants to know them. */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { posix, win32 } from "node:path";
import type { Launch, Machine } from "../../hosts/contract.ts";
import { npxLaunch } from "../../hosts/launch.ts";
import { cavemanHome } from "../../store/location.ts";
import { CaveError } from "../../text/errors.ts";
import { VERSION } from "../../text/version.ts";
import type { Io } from "../io.ts";

function homeOf(env: Io["env"], platform: string): string | null {
  const own = env[platform === "win32" ? "USERPROFILE" : "HOME"];
  if (own !== undefined && own !== "") return own;
  try {
    return homedir();
  } catch {
    return null;
  }
}

export function thisMachine(env: Io["env"]): Machine {
  const { platform } = process;
  const home = cavemanHome(env, platform);
  return {
    platform,
    home: homeOf(env, platform),
    env,
    cwd: process.cwd(),
    cavemanHome: home.kind === "directory" ? home.path : null,
  };
}

/** Where the code of a compiled executable appears to be. */
const INSIDE_EXECUTABLE = /^(?:\/\$bunfs\/|[A-Z]:[\\/]~BUN[\\/])/i;

/** Absolute path of the executable that this process is, or null where it runs from a source tree. */
export function ownExecutable(): string | null {
  return INSIDE_EXECUTABLE.test(Bun.main) ? process.execPath : null;
}

/** The proxy that was released or built with `executable`: the same name, but for the program's. */
function proxyBeside(executable: string): string {
  const { basename, dirname, join } = process.platform === "win32" ? win32 : posix;
  return join(dirname(executable), basename(executable).replace("caveman-mcp", "caveman-mcp-proxy"));
}

/** One server to be registered. */
export interface Server {
  readonly name: string;
  /** Of the upstream that the proxy stands in for; null for caveman itself. */
  readonly url: string | null;
}

/** Arguments of the proxy: its results can be recovered, since caveman is registered with it. */
function argsOf({ url }: Server): string[] {
  return url === null ? [] : ["--url", url, "--recovery"];
}

/**
 * What starts `server`: this executable by its absolute path, or (npx) the launcher in a folder of its own.
 * @throws CaveError where that is not there
 */
export function launchOf(server: Server, machine: Machine, npx: boolean): Launch {
  const args = argsOf(server);
  const program = server.url === null ? "caveman-mcp" : "caveman-mcp-proxy";
  if (npx) {
    if (machine.cavemanHome === null) {
      throw new CaveError("cave_no_home", "There is no folder for npx. Set CAVEMAN_HOME or HOME.");
    }
    return npxLaunch(machine.platform, machine.cavemanHome, VERSION, program, args);
  }
  const own = ownExecutable();
  if (own === null) {
    throw new CaveError(
      "cave_no_executable",
      "This runs from a source tree, so there is no executable to register. Run `npm run build` and then dist/caveman-mcp, or pass --npx.",
    );
  }
  if (server.url === null) return { command: own, args };
  const proxy = proxyBeside(own);
  if (!existsSync(proxy)) {
    throw new CaveError(
      "cave_no_executable",
      `The proxy is not there yet (${proxy}). Run \`npx caveman-mcp-proxy version\` once, or pass --npx.`,
    );
  }
  return { command: proxy, args };
}
