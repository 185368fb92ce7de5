/** Words about hosts and files, alike in every verb. Paths and entries come from outside: they are escaped. */
import { createTwoFilesPatch } from "diff";
import type { HostDefinition, Json, Scope } from "../../hosts/contract.ts";
import { HOSTS } from "../../hosts/registry.ts";
import { escaped } from "../../mcp/log.ts";
import { UsageError } from "../verb.ts";

/** @throws UsageError with the names that there are */
export function hostNamed(id: string): HostDefinition {
  const host = HOSTS.find((h) => h.id === id);
  if (host !== undefined) return host;
  throw new UsageError(`there is no host of that name; there are ${HOSTS.map((h) => h.id).join(", ")}`);
}

/** @throws UsageError */
export function scopeNamed(text: string | undefined): Scope {
  if (text === undefined || text === "user") return "user";
  if (text === "project") return "project";
  throw new UsageError("--scope takes user or project");
}

/** Text of several lines, for a terminal: tabs and line breaks stay. */
export function printable(text: string): string {
  return text
    .split("\n")
    .map((line) => line.split("\t").map(escaped).join("\t"))
    .join("\n");
}

/** Unified diff of a file; null stands for no file. */
export function unifiedDiff(file: string, before: string | null, after: string | null): string {
  if (before === after) return "";
  const patch = createTwoFilesPatch(
    before === null ? "/dev/null" : file,
    after === null ? "/dev/null" : file,
    before ?? "",
    after ?? "",
    undefined,
    undefined,
    { headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true } },
  );
  return printable(patch.replace(/\r$/gm, ""));
}

/** An entry on one line. Values of `env` and of headers may be secrets: only their names are shown. */
export function shownEntry(entry: Json): string {
  return escaped(JSON.stringify(entry, hideSecrets));
}

const SECRET_HOLDERS = new Set(["env", "environment", "headers"]);

function hideSecrets(key: string, value: unknown): unknown {
  if (!SECRET_HOLDERS.has(key) || typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.keys(value).map((name) => [name, "…"]));
}
