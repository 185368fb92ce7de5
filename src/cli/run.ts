/** From the words after the program's name to one verb, and from its outcome to the exit code. */
import { errorFacts } from "../mcp/log.ts";
import { CaveError } from "../text/errors.ts";
import { help } from "./help.ts";
import { type Io, ReaderGone } from "./io.ts";
import { type ExitCode, UsageError } from "./verb.ts";
import { VERBS } from "./verbs/registry.ts";

/** Spellings that people try before they read. */
const ALIASES: Readonly<Record<string, string>> = {
  "--version": "version",
  "-v": "version",
  "--help": "help",
  "-h": "help",
};

/** @param args at least one word */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const [word = "", ...rest] = args;
  const name = ALIASES[word] ?? word;
  try {
    if (name === "help") {
      const [about] = rest;
      if (about !== undefined && about !== "help" && !VERBS.some((v) => v.name === about)) {
        throw new UsageError("there is no verb of that name");
      }
      io.out(help(about));
      return 0;
    }
    const verb = VERBS.find((v) => v.name === name);
    if (verb === undefined) throw new UsageError("there is no verb of that name");
    if (rest.includes("--help") || rest.includes("-h")) {
      io.out(help(name));
      return 0;
    }
    return await (await verb.load()).run(rest, io);
  } catch (error) {
    if (error instanceof ReaderGone) return 0;
    if (error instanceof UsageError) {
      const about = VERBS.some((v) => v.name === name) ? ` ${name}` : "";
      io.err(`caveman-mcp${about}: ${error.message}; try: caveman-mcp help${about}`);
      return 2;
    }
    if (error instanceof CaveError) {
      io.err(`caveman-mcp: ${error.code}: ${error.message}`);
      return 1;
    }
    const facts = Object.entries(errorFacts(error)).map(([key, value]) => ` ${key}=${value}`);
    io.err(`caveman-mcp: cave_internal_error: an unexpected error ended this command;${facts.join("")}`);
    return 1;
  }
}
