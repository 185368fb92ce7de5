/** A home, a project and a caveman home of a test's own. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { HostDefinition, Machine, Scope } from "../../../src/hosts/contract.ts";
import { type Place, placeOf } from "../../../src/hosts/place.ts";

export interface Sandbox {
  readonly root: string;
  readonly machine: Machine & { readonly home: string; readonly cavemanHome: string };
  place(host: HostDefinition, scope?: Scope, name?: string): Place;
  remove(): void;
}

/** In memory where there is such a place: thousands of files, each synced, would take minutes on a disk. */
const WHERE = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

export function sandbox(): Sandbox {
  const root = mkdtempSync(join(WHERE, "caveman-hosts-"));
  const machine = {
    platform: process.platform,
    home: join(root, "home"),
    env: {},
    cwd: join(root, "project"),
    cavemanHome: join(root, "caveman"),
  };
  for (const folder of [machine.home, machine.cwd, machine.cavemanHome]) mkdirSync(folder);
  return {
    root,
    machine,
    place: (host, scope = "user", name = "caveman") => {
      const place = placeOf(host, scope, machine, name);
      if (place === null) throw new Error("no such scope");
      return place;
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Everything below a folder: names, kinds, modes and bytes. */
export function snapshot(folder: string): Record<string, string> {
  const seen: Record<string, string> = {};
  const walk = (at: string): void => {
    for (const name of readdirSync(at).sort()) {
      const path = join(at, name);
      const stats = lstatSync(path);
      const mode = (stats.mode & 0o7777).toString(8);
      const key = relative(folder, path);
      if (stats.isSymbolicLink()) seen[key] = `link ${readlinkSync(path)}`;
      else if (stats.isDirectory()) {
        seen[key] = `folder ${mode}`;
        walk(path);
      } else seen[key] = `file ${mode} ${readFileSync(path).toString("base64")}`;
    }
  };
  walk(folder);
  return seen;
}
