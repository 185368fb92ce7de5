/** What a verb of the command line is. Each lives in a file of its own in verbs/ and is loaded when it is used. */
import type { Io } from "./io.ts";

/** 0 done, 1 failed, 2 wrong usage. */
export type ExitCode = 0 | 1 | 2;

/** `run` of a verb's module. */
export type Run = (args: readonly string[], io: Io) => ExitCode | Promise<ExitCode>;

export interface Verb {
  readonly name: string;
  /** What may follow the name, as help shows it. */
  readonly usage: string;
  /** One line: what it does. */
  readonly summary: string;
  readonly load: () => Promise<{ readonly run: Run }>;
}

/** The arguments make no sense: exit code 2, one line and a hint. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
