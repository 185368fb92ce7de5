/**
 * What `install` added, so that `uninstall` can take out exactly that: `${CAVEMAN_HOME}/installs.json`, 0600.
 * It holds our own entries only, nothing of the files that they are in.
 */
import { join } from "node:path";
import { CaveError } from "../text/errors.ts";
import type { Json, Scope } from "./contract.ts";
import type { Addition } from "./edit/dialect.ts";
import { editFile, readOrNull } from "./files/replace.ts";

export interface InstallRecord extends Addition {
  readonly host: string;
  readonly scope: Scope;
  /** Key of the server. */
  readonly name: string;
  /** Absolute path of the configuration file, as the host names it. */
  readonly file: string;
  readonly entry: Json;
  /** The file was not there before. */
  readonly created: boolean;
  /** Folders that were made for it, outermost first. */
  readonly folders: readonly string[];
}

const SCHEMA = "caveman.installs.v1";

function recordsFile(cavemanHome: string): string {
  return join(cavemanHome, "installs.json");
}

function isRecord(value: unknown): value is InstallRecord {
  if (typeof value !== "object" || value === null) return false;
  const r = value as Record<string, unknown>;
  return (
    [r.host, r.scope, r.name, r.file, r.body].every((text) => typeof text === "string") &&
    typeof r.at === "number" &&
    typeof r.comma === "boolean" &&
    typeof r.created === "boolean" &&
    Array.isArray(r.folders) &&
    r.folders.every((folder) => typeof folder === "string") &&
    "entry" in r
  );
}

function decode(bytes: Uint8Array | null, file: string): readonly InstallRecord[] {
  if (bytes === null) return [];
  let found: unknown;
  try {
    found = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    found = null;
  }
  if (typeof found === "object" && found !== null && "schema" in found && "installs" in found) {
    const { schema, installs } = found;
    if (schema === SCHEMA && Array.isArray(installs) && installs.every(isRecord)) return installs;
  }
  throw new CaveError(
    "cave_records_unreadable",
    `${file} is not what this version wrote, so it is not known what was installed. Move it away; entries then have to be removed by hand or with --force.`,
  );
}

/** All records, oldest first. @throws CaveError `cave_records_unreadable` */
export function readRecords(cavemanHome: string): readonly InstallRecord[] {
  const file = recordsFile(cavemanHome);
  return decode(readOrNull(file), file);
}

function isSamePlace(a: InstallRecord, b: InstallRecord): boolean {
  return a.host === b.host && a.name === b.name && a.file === b.file;
}

/** Changes the list of records; concurrent changes do not get lost. */
function change(
  cavemanHome: string,
  edit: (all: readonly InstallRecord[]) => readonly InstallRecord[],
): void {
  const file = recordsFile(cavemanHome);
  editFile(file, (before) => {
    const old = decode(before, file);
    const installs = edit(old);
    if (JSON.stringify(installs) === JSON.stringify(old)) return { after: before, result: undefined };
    const text = `${JSON.stringify({ schema: SCHEMA, installs }, null, 2)}\n`;
    return { after: installs.length === 0 ? null : new TextEncoder().encode(text), result: undefined };
  });
}

/** Adds a record, in place of one for the same entry. */
export function keepRecord(cavemanHome: string, record: InstallRecord): void {
  change(cavemanHome, (all) => [...all.filter((other) => !isSamePlace(other, record)), record]);
}

export function dropRecord(cavemanHome: string, record: InstallRecord): void {
  change(cavemanHome, (all) => all.filter((other) => !isSamePlace(other, record)));
}
