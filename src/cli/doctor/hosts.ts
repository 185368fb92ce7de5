/**
 * What is registered with each host, and whether that would work. A repository's file may name any command, so
 * nothing found here is started: only names are read and files looked at.
 */
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { posix, win32 } from "node:path";
import { type HostDefinition, type Machine, type Scope, SERVER_NAME } from "../../hosts/contract.ts";
import { isHere, launchIn, npxFolder, npxLaunch } from "../../hosts/launch.ts";
import { type Place, placeOf, type Registration, registrationOf, sameJson } from "../../hosts/place.ts";
import { HOSTS } from "../../hosts/registry.ts";
import { escaped } from "../../mcp/log.ts";
import { VERSION } from "../../text/version.ts";
import { launchOf } from "../hosts/machine.ts";
import { CAVEMAN } from "../hosts/servers.ts";
import type { Finding } from "./finding.ts";

function finding(level: Finding["level"], code: string, message: string): Finding {
  return { area: "hosts", level, code, message };
}

/** Why a command cannot be started, or null where it is a file that can. */
function faultOf(command: string, machine: Machine): string | null {
  const { isAbsolute } = machine.platform === "win32" ? win32 : posix;
  if (!isAbsolute(command)) return null;
  try {
    if (!statSync(command).isFile()) return "is not a file";
    accessSync(command, constants.X_OK);
    return null;
  } catch {
    return existsSync(command) ? "is not executable" : "does not exist";
  }
}

/** Whether `command` is looked up by the host, in the folder or in PATH. */
function isLookedUp(command: string, machine: Machine): boolean {
  const { isAbsolute } = machine.platform === "win32" ? win32 : posix;
  return !isAbsolute(command);
}

function isOurNpx(place: Place, entry: unknown): boolean {
  const { platform, cavemanHome } = place.machine;
  if (cavemanHome === null) return false;
  const launch = npxLaunch(platform, cavemanHome, VERSION, "caveman-mcp");
  return sameJson(place.host.entry(launch), entry as never);
}

function hasNpxFolder({ platform, cavemanHome }: Machine): boolean {
  return cavemanHome !== null && existsSync(npxFolder(platform, cavemanHome));
}

function checkEntry(place: Place, found: Registration, wanted: unknown): Finding {
  const where = `${place.host.title} (${place.scope}, ${place.file})`;
  const again = `Run: caveman-mcp install ${place.host.id}${place.scope === "project" ? " --scope project" : ""}`;
  switch (found.kind) {
    case "absent":
      return finding("fine", "not_registered", `${where}: not registered.`);
    case "unreadable":
      return finding("warning", "config_unreadable", found.reason);
    default: {
      const launch = launchIn(found.entry);
      if (launch === null) {
        return finding("broken", "no_command", `${where}: its entry names no command. ${again} --force`);
      }
      const shown = escaped(launch.command);
      const fault = faultOf(launch.command, place.machine);
      if (fault !== null) {
        return finding("broken", "command_unusable", `${where}: ${shown} ${fault}. ${again} --force`);
      }
      if (isOurNpx(place, found.entry) && !hasNpxFolder(place.machine)) {
        const message = `${where}: npx fails, since the folder that it is given does not exist. ${again} --npx`;
        return finding("broken", "npx_folder_missing", message);
      }
      if (isOurNpx(place, found.entry) || (wanted !== null && sameJson(found.entry, wanted as never))) {
        const by = found.kind === "ours" ? "registered" : "registered (not by install)";
        return finding("fine", "registered", `${where}: ${by}, as install would write it.`);
      }
      if (isLookedUp(launch.command, place.machine)) {
        const message = `${where}: the command ${shown} is looked up wherever the host is started, so a repository can put its own in the way. ${again} --force`;
        return finding("warning", "command_looked_up", message);
      }
      if (wanted === null) return finding("note", "registered", `${where}: registered as ${shown}.`);
      const force = found.kind === "ours" ? "" : " --force";
      const message = `${where}: registered, but not as install would write it now (${shown}). ${again}${force}`;
      return finding("warning", "registration_differs", message);
    }
  }
}

/** What install would write, or null where it could not. */
function wantedEntry(host: HostDefinition, machine: Machine): unknown {
  try {
    return host.entry(launchOf(CAVEMAN, machine, false));
  } catch {
    // From a source tree there is no executable that install could write.
    return null;
  }
}

function checkHost(host: HostDefinition, machine: Machine, wanted: unknown): Finding[] {
  const places = (["user", "project"] as const satisfies readonly Scope[])
    .map((scope) => placeOf(host, scope, machine, SERVER_NAME))
    .filter((place) => place !== null);
  // A project that is the home directory has one file for both.
  const distinct = places.filter((place, at) => places.findIndex((p) => p.file === place.file) === at);
  const findings = distinct.map((place) => checkEntry(place, registrationOf(place), wanted));
  const registered = findings.filter((f) => f.code !== "not_registered");
  if (registered.length > 0) return registered;
  return isHere(host, machine, existsSync)
    ? [
        finding(
          "note",
          "not_registered",
          `${host.title} is here, but not registered. Run: caveman-mcp install ${host.id}`,
        ),
      ]
    : [];
}

/** @param wanted of a host: the entry that install would write, or null where it could not */
export function checkHosts(
  machine: Machine,
  wanted: (host: HostDefinition) => unknown = (host) => wantedEntry(host, machine),
): Finding[] {
  const findings = HOSTS.flatMap((host) => checkHost(host, machine, wanted(host)));
  if (findings.length === 0) findings.push(finding("note", "no_host", "No host was found on this machine."));
  return findings;
}
