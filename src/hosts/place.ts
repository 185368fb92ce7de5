/** One entry in one configuration file of one host: where it is, and what is there now. */
import { existsSync } from "node:fs";
import { CaveError } from "../text/errors.ts";
import type { HostDefinition, Json, Machine, Scope } from "./contract.ts";
import type { Dialect, Path } from "./edit/dialect.ts";
import { jsonc } from "./edit/jsonc.ts";
import { toml } from "./edit/toml.ts";
import { codeOf, locate } from "./files/locate.ts";
import { readOrNull } from "./files/replace.ts";
import { type ConfigText, decodeConfig } from "./files/text.ts";
import { type InstallRecord, readRecords } from "./records.ts";

const DIALECTS: Readonly<Record<HostDefinition["format"], Dialect>> = { jsonc, toml };

export interface Place {
  readonly host: HostDefinition;
  readonly scope: Scope;
  readonly machine: Machine;
  readonly path: Path;
  readonly dialect: Dialect;
  /** As the host names it. */
  readonly file: string;
}

/** @returns null where the host has no such scope, or there is no home for it */
export function placeOf(host: HostDefinition, scope: Scope, machine: Machine, name: string): Place | null {
  const candidates = host.files(scope, machine);
  const file = candidates.find((path) => existsSync(path)) ?? candidates[0];
  return file === undefined ? null : placeIn(host, scope, machine, name, file);
}

export function placeIn(
  host: HostDefinition,
  scope: Scope,
  machine: Machine,
  name: string,
  file: string,
): Place {
  return { host, scope, machine, path: [host.table, name], dialect: DIALECTS[host.format], file };
}

/** The file behind the place's name. @throws CaveError */
export function targetOf(place: Place): string {
  return locate(place.file, place.scope === "project" ? place.machine.cwd : null);
}

export const NO_FILE: ConfigText = { mark: "", text: "" };

export function textOf(bytes: Uint8Array | null): ConfigText {
  return bytes === null ? NO_FILE : decodeConfig(bytes);
}

/** Our record of this place, if we installed there. */
export function recordOf(place: Place): InstallRecord | null {
  const { cavemanHome } = place.machine;
  if (cavemanHome === null) return null;
  const records = readRecords(cavemanHome);
  return (
    records.find((r) => r.host === place.host.id && r.name === place.path[1] && r.file === place.file) ?? null
  );
}

export type Registration =
  | { readonly kind: "absent" }
  /** As `install` wrote it. */
  | { readonly kind: "ours"; readonly entry: Json }
  /** `install` wrote it, and somebody changed it. */
  | { readonly kind: "changed"; readonly entry: Json }
  /** Somebody else wrote it. */
  | { readonly kind: "foreign"; readonly entry: Json }
  | { readonly kind: "unreadable"; readonly reason: string };

/** What is registered in a place. Changes nothing, never throws. */
export function registrationOf(place: Place): Registration {
  try {
    const { text } = textOf(readOrNull(targetOf(place)));
    const entry = place.dialect.entryAt(text, place.path);
    if (entry === undefined) return { kind: "absent" };
    const record = recordOf(place);
    if (record === null) return { kind: "foreign", entry };
    return { kind: sameJson(record.entry, entry) ? "ours" : "changed", entry };
  } catch (error) {
    return { kind: "unreadable", reason: withFile(place.file, error).message };
  }
}

/** Equal values, whatever the order of members: hosts that rewrite their file sort it. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  return JSON.stringify(a, sorted) === JSON.stringify(b, sorted);
}

function sorted(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The error with the file it is about in front. */
export function withFile(file: string, error: unknown): CaveError {
  if (error instanceof CaveError) {
    return error.message.startsWith("it ") || error.message.startsWith("its ")
      ? new CaveError(error.code, `${file}: ${error.message}`)
      : error;
  }
  return new CaveError(
    "cave_config_refused",
    `${file} could not be read or written (${codeOf(error)}), so it was not changed.`,
  );
}
