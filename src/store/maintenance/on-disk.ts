/** The store on disk that an environment names, for what people do by hand. Nothing here makes one where there is none. */
import { faultOf } from "../fault.ts";
import { type Host, thisHost } from "../host.ts";
import { type Environment, type StoreSettings, storeSettings } from "../location.ts";
import { lstatOrNull } from "../private-place.ts";

export interface MaintenanceOptions {
  readonly host?: Host;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** Why there is nothing to do or nothing could be done. */
export type NoStoreHere =
  /** This environment keeps nothing on disk. */
  | { readonly kind: "memory" }
  /** Nothing was stored yet. */
  | { readonly kind: "absent"; readonly path: string }
  | { readonly kind: "unavailable"; readonly path: string | null; readonly reason: string };

export interface OnDisk {
  readonly path: string;
  readonly host: Host;
  readonly settings: StoreSettings;
}

/** Runs `work` on the store that `env` names; what it throws becomes `unavailable`. */
export function onDisk<T>(
  env: Environment,
  options: MaintenanceOptions,
  work: (store: OnDisk) => T,
): T | NoStoreHere {
  const host = options.host ?? thisHost();
  const settings = storeSettings(env, host.platform);
  const { location } = settings;
  if (location.kind === "memory") return { kind: "memory" };
  if (location.kind === "refused") return { kind: "unavailable", path: null, reason: location.reason };
  const { path } = location;
  try {
    if (lstatOrNull(path) === null) return { kind: "absent", path };
    return work({ path, host, settings });
  } catch (error) {
    return { kind: "unavailable", path, reason: faultOf(error, path).message };
  }
}

/** Bytes of the database at `path` and its -wal. */
export function fileBytes(path: string): number {
  return sizeOf(path) + sizeOf(`${path}-wal`);
}

function sizeOf(path: string): number {
  return lstatOrNull(path)?.size ?? 0;
}
