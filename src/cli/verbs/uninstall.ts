/** `uninstall`: takes out what `install` added to a host, and nothing else. */
import { type Machine, SERVER_NAME } from "../../hosts/contract.ts";
import { type Place, placeIn, placeOf } from "../../hosts/place.ts";
import { readRecords } from "../../hosts/records.ts";
import { type UninstallOutcome, uninstall } from "../../hosts/uninstall.ts";
import { escaped } from "../../mcp/log.ts";
import { readFlags } from "../flags.ts";
import { thisMachine } from "../hosts/machine.ts";
import { hostNamed, scopeNamed, shownEntry, unifiedDiff } from "../hosts/words.ts";
import type { Io } from "../io.ts";
import type { Run } from "../verb.ts";

const OPTIONS = {
  scope: { type: "string" },
  "dry-run": { type: "boolean" },
  force: { type: "boolean" },
  proxy: { type: "string", multiple: true },
} as const;

export const run: Run = (args, io) => {
  const { values, positionals } = readFlags(args, OPTIONS, { min: 1, max: 1 });
  const host = hostNamed(positionals[0] ?? "");
  const scope = scopeNamed(values.scope);
  const machine = thisMachine(io.env);
  const wanted = values.proxy?.map((option) => option.split("=")[0] ?? "");
  const options = { dryRun: values["dry-run"] === true, force: values.force === true };
  const files = host.files(scope, machine);
  const places = recorded(machine, host.id, files)
    .filter(({ name }) => wanted === undefined || wanted.includes(name))
    .map(({ name, file }) => placeIn(host, scope, machine, name, file));
  for (const name of wanted ?? [SERVER_NAME]) {
    const place = placeOf(host, scope, machine, name);
    if (place !== null && !places.some((p) => p.file === place.file && p.path[1] === name))
      places.push(place);
  }
  let kept = 0;
  for (const place of places) {
    const outcome = uninstall(place, options);
    if (options.dryRun) io.out(unifiedDiff(place.file, outcome.before, outcome.after));
    tell(outcome, place, options.dryRun, io);
    if (outcome.kind === "kept") kept++;
  }
  return kept > 0 ? 1 : 0;
};

/** What was installed in these files, the last first: each is then the exact inverse of its install. */
function recorded(machine: Machine, host: string, files: readonly string[]) {
  if (machine.cavemanHome === null) return [];
  return readRecords(machine.cavemanHome)
    .filter((record) => record.host === host && files.includes(record.file))
    .toReversed();
}

function tell({ kind, found, backup }: UninstallOutcome, place: Place, dryRun: boolean, io: Io): void {
  const [, name] = place.path;
  const where = `${escaped(place.file)} (${place.host.title})`;
  switch (kind) {
    case "absent":
      io.out(`${name} is not registered in ${where}.\n`);
      return;
    case "kept":
      io.err(
        `caveman-mcp: the server ${name} in ${place.file} is not what install wrote; it stays as it is:`,
      );
      io.err(`  ${shownEntry(found ?? null)}`);
      io.err("caveman-mcp: remove it there, or pass --force");
      return;
    default: {
      const done = kind === "removed" ? "removed from" : "removed with its file";
      if (dryRun) io.err("caveman-mcp: nothing was changed; this is what would be");
      else io.out(`${name} ${done} ${where}.${backup === null ? "" : ` Before: ${escaped(backup)}`}\n`);
    }
  }
}
