/** `install`: registers this server (and proxied ones) with a host. */
import { existsSync, mkdirSync } from "node:fs";
import type { HostDefinition, Machine, Scope } from "../../hosts/contract.ts";
import { type InstallOutcome, install } from "../../hosts/install.ts";
import { isHere, npxFolder } from "../../hosts/launch.ts";
import { type Place, placeOf } from "../../hosts/place.ts";
import { HOSTS } from "../../hosts/registry.ts";
import { escaped } from "../../mcp/log.ts";
import { CaveError } from "../../text/errors.ts";
import { readFlags } from "../flags.ts";
import { executeSetting, mayRegister } from "../hosts/automatic.ts";
import { launchOf, type Server, thisMachine } from "../hosts/machine.ts";
import { prefixCostLine } from "../hosts/prefix-cost.ts";
import { CAVEMAN, proxiedServer } from "../hosts/servers.ts";
import { hostNamed, scopeNamed, shownEntry, unifiedDiff } from "../hosts/words.ts";
import type { Io } from "../io.ts";
import { type ExitCode, type Run, UsageError } from "../verb.ts";

const OPTIONS = {
  auto: { type: "boolean" },
  scope: { type: "string" },
  "dry-run": { type: "boolean" },
  force: { type: "boolean" },
  npx: { type: "boolean" },
  proxy: { type: "string", multiple: true },
} as const;

interface Job {
  readonly machine: Machine;
  readonly scope: Scope;
  readonly servers: readonly Server[];
  readonly dryRun: boolean;
  readonly force: boolean;
  readonly npx: boolean;
}

export const run: Run = (args, io) => {
  const { values, positionals } = readFlags(args, OPTIONS, { min: 0, max: 1 });
  const [id] = positionals;
  if ((id === undefined) === (values.auto !== true)) throw new UsageError("say which HOST, or --auto");
  const machine = thisMachine(io.env);
  const job: Job = {
    machine,
    scope: scopeNamed(values.scope),
    servers: [CAVEMAN, ...(values.proxy ?? []).map(proxiedServer)],
    dryRun: values["dry-run"] === true,
    force: values.force === true,
    npx: values.npx === true,
  };
  if (id !== undefined) return installOn(hostNamed(id), job, io);
  const setting = executeSetting(io.env, machine.cavemanHome);
  if (setting.warning !== null) io.err(`caveman-mcp: ${setting.warning}`);
  if (!mayRegister(setting)) {
    io.out(
      `Nothing was registered: execute.mcp is ${setting.mode} (${setting.from}). \`install HOST\` still acts.\n`,
    );
    return 0;
  }
  const found = HOSTS.filter((host) => isHere(host, machine, existsSync));
  if (found.length === 0) io.out("No host was found on this machine; see: caveman-mcp hosts\n");
  return Math.max(0, ...found.map((host) => tryOn(host, job, io))) as ExitCode;
};

/** One host that cannot be changed does not keep the others from it. */
function tryOn(host: HostDefinition, job: Job, io: Io): ExitCode {
  try {
    return installOn(host, job, io);
  } catch (error) {
    if (!(error instanceof CaveError)) throw error;
    io.err(`caveman-mcp: ${error.code}: ${error.message}`);
    return 1;
  }
}

function installOn(host: HostDefinition, job: Job, io: Io): ExitCode {
  const { machine, scope } = job;
  if (host.files(scope, machine).length === 0) {
    throw new CaveError(
      "cave_no_such_scope",
      scope === "project"
        ? `${host.title} has no configuration of a project's own. Leave out --scope project.`
        : `There is no home directory to find ${host.title}'s configuration in. Set HOME.`,
    );
  }
  if (!isHere(host, machine, existsSync)) {
    io.err(`caveman-mcp: no sign of ${host.title} on this machine; its file is written all the same`);
  }
  // npx refuses a --prefix that does not exist.
  if (job.npx && !job.dryRun) makeNpxFolder(machine);
  const outcomes = job.servers.map((server) => installServer(server, host, job, io));
  if (job.dryRun) return outcomes.includes("kept") ? 1 : 0;
  if (outcomes.some((kind) => kind !== "kept" && kind !== "present")) io.out(`${host.next}\n`);
  io.out(`${prefixCostLine()}\n`);
  if (scope === "project" && outcomes.includes("added")) {
    io.err("caveman-mcp: the file names a path of this machine; others who share it install for themselves");
  }
  return outcomes.includes("kept") ? 1 : 0;
}

function makeNpxFolder({ platform, cavemanHome }: Machine): void {
  if (cavemanHome !== null) mkdirSync(npxFolder(platform, cavemanHome), { recursive: true, mode: 0o700 });
}

function installServer(server: Server, host: HostDefinition, job: Job, io: Io): InstallOutcome["kind"] {
  const place = placeOf(host, job.scope, job.machine, server.name);
  if (place === null) throw new UsageError("there is no such scope");
  const entry = host.entry(launchOf(server, job.machine, job.npx));
  const outcome = install(place, entry, job);
  if (job.dryRun) io.out(unifiedDiff(place.file, outcome.before, outcome.after));
  tell(outcome, place, job.dryRun, io);
  return outcome.kind;
}

function tell({ kind, found, backup }: InstallOutcome, place: Place, dryRun: boolean, io: Io): void {
  const [, name] = place.path;
  const where = `${escaped(place.file)} (${place.host.title})`;
  switch (kind) {
    case "kept":
      io.err(
        `caveman-mcp: ${place.file} has a server ${name} that install did not write; it stays as it is:`,
      );
      io.err(`  ${shownEntry(found ?? null)}`);
      io.err("caveman-mcp: remove it there, or pass --force to replace it");
      return;
    case "present":
      io.out(`${name} is registered in ${where} already.\n`);
      return;
    default:
      if (dryRun) io.err(`caveman-mcp: nothing was changed; without --dry-run ${name} would be ${kind}`);
      else io.out(`${name} ${kind} in ${where}.${backup === null ? "" : ` Before: ${escaped(backup)}`}\n`);
  }
}
