/** Registers a server with a host: one entry added, nothing else changed, and a record of how to take it out. */
import { CaveError } from "../text/errors.ts";
import type { Json } from "./contract.ts";
import type { Added } from "./edit/dialect.ts";
import { backUp } from "./files/backup.ts";
import { editFile, readOrNull } from "./files/replace.ts";
import { encodeConfig } from "./files/text.ts";
import { type Place, recordOf, sameJson, targetOf, textOf, withFile } from "./place.ts";
import { dropRecord, type InstallRecord, keepRecord } from "./records.ts";

export interface InstallOptions {
  readonly force: boolean;
  readonly dryRun: boolean;
}

export type InstallKind =
  | "added"
  /** An entry of ours was written anew. */
  | "updated"
  /** Somebody else's entry gave way to ours (--force). */
  | "replaced"
  /** It is there already, as we would write it. */
  | "present"
  /** Somebody else's entry is there, and stays. */
  | "kept";

export interface InstallOutcome {
  readonly kind: InstallKind;
  /** The entry that was found, where there was one. */
  readonly found: Json | undefined;
  /** The file's text before (null: no file) and after. */
  readonly before: string | null;
  readonly after: string;
  readonly backup: string | null;
}

interface Plan {
  readonly kind: InstallKind;
  readonly found: Json | undefined;
  readonly text: string;
  readonly addition: Added | null;
}

function plan(place: Place, text: string, entry: Json, force: boolean, record: InstallRecord | null): Plan {
  const { dialect, path } = place;
  const found = dialect.entryAt(text, path);
  if (found === undefined) {
    const addition = dialect.add(text, path, entry);
    return { kind: "added", found, text: addition.text, addition };
  }
  if (sameJson(found, entry)) return { kind: "present", found, text, addition: null };
  const ours = record !== null && sameJson(record.entry, found);
  if (!ours && !force) return { kind: "kept", found, text, addition: null };
  const without =
    (record === null ? null : dialect.undo(text, path, record)) ?? dialect.remove(text, path, record);
  const addition = dialect.add(without, path, entry);
  return { kind: ours ? "updated" : "replaced", found, text: addition.text, addition };
}

/** @throws CaveError */
export function install(place: Place, entry: Json, options: InstallOptions): InstallOutcome {
  const { cavemanHome } = place.machine;
  if (cavemanHome === null) {
    throw new CaveError(
      "cave_no_home",
      "There is no home directory, so it could not be recorded what is installed. Set CAVEMAN_HOME or HOME.",
    );
  }
  try {
    return options.dryRun ? rehearse(place, entry, options) : write(place, entry, options, cavemanHome);
  } catch (error) {
    throw withFile(place.file, error);
  }
}

function rehearse(place: Place, entry: Json, { force }: InstallOptions): InstallOutcome {
  const bytes = readOrNull(targetOf(place));
  const { text } = textOf(bytes);
  const { kind, found, text: after } = plan(place, text, entry, force, recordOf(place));
  return { kind, found, before: bytes === null ? null : text, after, backup: null };
}

function write(place: Place, entry: Json, { force }: InstallOptions, cavemanHome: string): InstallOutcome {
  const earlier = recordOf(place);
  let planned: Plan | null = null;
  let record: InstallRecord | null = null;
  let backup: string | null = null;
  const target = targetOf(place);
  try {
    const edited = editFile(
      target,
      (before) => {
        const { mark, text } = textOf(before);
        const now = plan(place, text, entry, force, record ?? earlier);
        // A second look at a file that somebody rewrote finds our entry: the first plan tells what was done.
        if (planned === null || now.addition !== null) planned = now;
        const after = now.addition === null ? before : encodeConfig({ mark, text: now.text });
        return { after, result: text };
      },
      {
        // A project's file is there to be shared, a user's may come to hold secrets.
        mode: place.scope === "project" ? 0o644 : 0o600,
        // Before the file: an entry without a record could not be taken out, a record without an entry does no harm.
        beforeWrite: (before) => {
          if (planned?.addition == null) return;
          record = recordFor(place, entry, planned.addition, before === null, earlier);
          keepRecord(cavemanHome, record);
          if (before !== null) backup = backUp(cavemanHome, target, before);
        },
        made: (folders) => {
          if (record === null) return;
          record = { ...record, folders };
          keepRecord(cavemanHome, record);
        },
      },
    );
    const { kind, found, text } = planned ?? plan(place, edited.result, entry, force, earlier);
    return { kind, found, before: edited.before === null ? null : edited.result, after: text, backup };
  } catch (error) {
    if (record !== null) undoRecord(cavemanHome, record, earlier);
    throw error;
  }
}

function recordFor(
  place: Place,
  entry: Json,
  { body, at, comma }: Added,
  isNew: boolean,
  earlier: InstallRecord | null,
): InstallRecord {
  return {
    host: place.host.id,
    scope: place.scope,
    name: place.path[1],
    file: place.file,
    entry,
    body,
    at,
    comma,
    created: isNew || (earlier?.created ?? false),
    folders: earlier?.folders ?? [],
  };
}

function undoRecord(cavemanHome: string, record: InstallRecord, earlier: InstallRecord | null): void {
  if (earlier === null) dropRecord(cavemanHome, record);
  else keepRecord(cavemanHome, earlier);
}
