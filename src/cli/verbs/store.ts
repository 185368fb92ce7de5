/** `store info|prune|forget|verify`: looking after the originals; only prune and forget remove anything. */
import { type Freed, forgetContaining, forgetHandle, pruneStore } from "../../store/maintenance/free.ts";
import type { NoStoreHere } from "../../store/maintenance/on-disk.ts";
import { reportStore } from "../../store/maintenance/report.ts";
import { verifyStore } from "../../store/maintenance/verify.ts";
import { CaveError } from "../../text/errors.ts";
import { normaliseHandle, UNKNOWN_HANDLE } from "../../tools/handle.ts";
import { readFlags } from "../flags.ts";
import type { Io } from "../io.ts";
import { figure, originals, size } from "../report/figures.ts";
import { nothingThere } from "../store-words.ts";
import { type ExitCode, type Run, UsageError } from "../verb.ts";

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** `30d`, `12h`, `2w`, `90m` in ms. */
export function parseAge(text: string): number {
  const [, count, unit] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  const ms = UNIT_MS[unit ?? ""];
  if (count === undefined || ms === undefined)
    throw new UsageError("--older-than takes an age such as 30d, 12h or 2w");
  return Number(count) * ms;
}

function tellFreed(freed: Freed | NoStoreHere, io: Io): ExitCode {
  if (freed.kind !== "freed") return nothingThere(freed, io);
  const { rows, bytes, copies, fileBytes, remains } = freed;
  io.out(
    `${originals(rows)} removed, ${size(bytes)}; ${copies} copies; the files are ${size(fileBytes)} smaller\n`,
  );
  if (remains === null) return 0;
  io.err(`caveman-mcp: ${remains}`);
  return 1;
}

const info: Run = (args, io) => {
  const { values } = readFlags(args, { json: { type: "boolean" } }, { min: 0, max: 0 });
  const found = reportStore(io.env);
  if (found.kind !== "report") return nothingThere(found, io);
  const { kind, warnings, ...report } = found;
  if (values.json === true) {
    io.out(`${JSON.stringify({ ...report, warnings })}\n`);
    return 0;
  }
  const lines = [
    `path            ${report.path}`,
    `originals       ${figure(report.rows)}`,
    `size            ${size(report.bytes)} of ${size(report.budget)}`,
    `other programs  ${report.typedObjects} objects`,
    `files           ${size(report.fileBytes)}`,
    `copies          ${figure(report.copies)}, ${size(report.copyBytes)}`,
    `disk free       ${report.freeDiskBytes === null ? "unknown" : size(report.freeDiskBytes)}`,
    `scope           ${report.scope}`,
  ];
  io.out(`${lines.join("\n")}\n`);
  for (const line of warnings) io.err(`caveman-mcp: ${line}`);
  return 0;
};

const prune: Run = (args, io) => {
  const { values } = readFlags(args, { "older-than": { type: "string" } }, { min: 0, max: 0 });
  if (values["older-than"] === undefined) throw new UsageError("say what goes: --older-than 30d");
  return tellFreed(pruneStore(io.env, parseAge(values["older-than"])), io);
};

const forget: Run = (args, io) => {
  const { values, positionals } = readFlags(args, { containing: { type: "string" } }, { min: 0, max: 1 });
  const [handle] = positionals;
  if ((handle === undefined) === (values.containing === undefined)) {
    throw new UsageError("say what goes: a HANDLE, or --containing TEXT");
  }
  if (handle !== undefined) {
    const canonical = normaliseHandle(handle);
    if (canonical === null) throw new CaveError("cave_unknown_handle", UNKNOWN_HANDLE);
    const freed = forgetHandle(io.env, canonical);
    if (freed.kind === "freed" && freed.rows + freed.copies === 0) {
      throw new CaveError("cave_unknown_handle", UNKNOWN_HANDLE);
    }
    return tellFreed(freed, io);
  }
  if (values.containing === "") throw new UsageError("--containing takes a text that is not empty");
  return tellFreed(forgetContaining(io.env, new TextEncoder().encode(values.containing)), io);
};

const verify: Run = (args, io) => {
  readFlags(args, {}, { min: 0, max: 0 });
  const found = verifyStore(io.env);
  if (found.kind !== "verified") return nothingThere(found, io);
  io.out(`${originals(found.good)} intact, ${figure(found.bad)} damaged\n`);
  for (const { day, contentType, reason } of found.damaged)
    io.err(`caveman-mcp: ${day} ${contentType}: ${reason}`);
  for (const line of found.structure) io.err(`caveman-mcp: the database is damaged: ${line}`);
  if (found.stopped !== null) io.err(`caveman-mcp: not finished: ${found.stopped}`);
  return found.bad === 0 && found.structure.length === 0 && found.stopped === null ? 0 : 1;
};

const ACTIONS: Readonly<Record<string, Run>> = { info, prune, forget, verify };

export const run: Run = ([word = "", ...rest], io) => {
  const action = Object.hasOwn(ACTIONS, word) ? ACTIONS[word] : undefined;
  if (action === undefined) throw new UsageError("say info, prune, forget or verify");
  return action(rest, io);
};
