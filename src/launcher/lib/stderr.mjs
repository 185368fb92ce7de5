/**
 * What the launcher says, all of it on stderr: stdout belongs to the server from the first byte.
 * Writes straight to the descriptor: touching process.stderr would leave it non-blocking for the server.
 */
import { writeSync } from "node:fs";

/** Exit code of every refusal, the shell's code for a command that could not be found. */
export const EXIT_REFUSED = 127;

/** A start that is refused; its message is for people: what happened, what it means, what to do. */
export class Refusal extends Error {}

/** Control characters could move a terminal's cursor or hide text; names and addresses come from outside. */
export function printable(text) {
  return String(text).replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, "?");
}

/** Writes to stderr; that nobody reads it is no reason to fail. */
export function write(text) {
  try {
    writeSync(2, text);
  } catch {}
}

/** One line for people, with the program's name before it. */
export function say(name, text) {
  write(`${name}: ${printable(text)}\n`);
}
