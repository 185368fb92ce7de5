/** Takes out exactly what `install` added; what somebody else wrote or changed is left, unless forced. */
import type { Json } from "./contract.ts";
import { backUp } from "./files/backup.ts";
import { editFile, readOrNull, removeFolders } from "./files/replace.ts";
import { encodeConfig } from "./files/text.ts";
import { type Place, recordOf, sameJson, targetOf, textOf, withFile } from "./place.ts";
import { dropRecord, type InstallRecord } from "./records.ts";

export interface UninstallOptions {
  readonly force: boolean;
  readonly dryRun: boolean;
}

export interface UninstallOutcome {
  readonly kind:
    | "removed"
    /** The file was ours alone and is gone. */
    | "file removed"
    /** Nothing is registered there. */
    | "absent"
    /** The entry is not what `install` wrote, and stays. */
    | "kept";
  readonly found: Json | undefined;
  readonly before: string | null;
  /** Null: no file. */
  readonly after: string | null;
  readonly backup: string | null;
}

type Plan = Pick<UninstallOutcome, "kind" | "found"> & { readonly text: string | null };

function plan(place: Place, text: string, record: InstallRecord | null, force: boolean): Plan {
  const { dialect, path } = place;
  const found = dialect.entryAt(text, path);
  if (found === undefined) return { kind: "absent", found, text };
  const ours = record !== null && sameJson(record.entry, found);
  if (!ours && !force) return { kind: "kept", found, text };
  if (record?.created && text === record.body) return { kind: "file removed", found, text: null };
  const exact = record === null ? null : dialect.undo(text, path, record);
  const after = exact ?? dialect.remove(text, path, record);
  // A host wrote our file anew and added nothing: it is still ours alone.
  if (record?.created && exact === null && dialect.isBare(after, path)) {
    return { kind: "file removed", found, text: null };
  }
  return { kind: "removed", found, text: after };
}

/** @throws CaveError */
export function uninstall(place: Place, options: UninstallOptions): UninstallOutcome {
  try {
    const record = recordOf(place);
    const outcome = options.dryRun ? rehearse(place, record, options) : write(place, record, options);
    if (!options.dryRun && outcome.kind !== "kept" && record !== null && place.machine.cavemanHome !== null) {
      dropRecord(place.machine.cavemanHome, record);
      if (outcome.kind === "file removed") removeFolders(record.folders);
    }
    return outcome;
  } catch (error) {
    throw withFile(place.file, error);
  }
}

function rehearse(place: Place, record: InstallRecord | null, { force }: UninstallOptions): UninstallOutcome {
  const bytes = readOrNull(targetOf(place));
  const { text } = textOf(bytes);
  const { kind, found, text: after } = plan(place, text, record, force);
  return { kind, found, before: bytes === null ? null : text, after, backup: null };
}

function write(place: Place, record: InstallRecord | null, { force }: UninstallOptions): UninstallOutcome {
  const target = targetOf(place);
  const { cavemanHome } = place.machine;
  let backup: string | null = null;
  let done: Plan | null = null;
  const edited = editFile(
    target,
    (before) => {
      const { mark, text } = textOf(before);
      const now = plan(place, text, record, force);
      const changes = now.kind === "removed" || now.kind === "file removed";
      if (done === null || changes) done = now;
      if (!changes) return { after: before, result: text };
      return { after: now.text === null ? null : encodeConfig({ mark, text: now.text }), result: text };
    },
    {
      beforeWrite: (before) => {
        if (before !== null && cavemanHome !== null) backup = backUp(cavemanHome, target, before);
      },
    },
  );
  const { kind, found, text } = done ?? plan(place, edited.result, record, force);
  return { kind, found, before: edited.before === null ? null : edited.result, after: text, backup };
}
