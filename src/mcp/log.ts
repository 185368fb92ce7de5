/** Log lines on stderr, and how to tell of an error without telling what it quotes. */
import type { Log } from "./contract.ts";

/** How much is told: a level and all that are graver. */
export type LogLevel = Parameters<Log>[0] | "silent";

const GRAVITY: Record<LogLevel, number> = { silent: 0, error: 1, warn: 2, info: 3, debug: 4 };
/** Stack frames per error: enough to find the place. */
const MAX_FRAMES = 4;

/** A log of one line per event: `name: level: event key=value …`. */
export function lineLog(name: string, level: LogLevel, write: (line: string) => void): Log {
  return (at, event, facts = {}) => {
    if (GRAVITY[at] > GRAVITY[level]) return;
    const pairs = Object.entries(facts).map(([key, value]) => ` ${key}=${value}`);
    write(`${escaped(`${name}: ${at}: ${event}${pairs.join("")}`)}\n`);
  };
}

/** Control and bidirectional characters as \u{…}, so that nothing can forge a line or reorder one. */
export function escaped(text: string): string {
  return text.replace(
    /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069]/gu,
    (c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/**
 * The class of an error, its code where it has one, and where it came from. Never its message: engines
 * and libraries quote their input there.
 */
export function errorFacts(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return { thrown: typeof error };
  const facts: Record<string, string> = { thrown: error.constructor.name };
  const code: unknown = "code" in error ? error.code : undefined;
  if (typeof code === "string" && /^\w{1,64}$/.test(code)) facts.code = code;
  const head = `${error.name}${error.message === "" ? "" : `: ${error.message}`}\n`;
  if (error.stack?.startsWith(head)) {
    const frames = error.stack.slice(head.length).split("\n").slice(0, MAX_FRAMES);
    facts.at = frames.map((frame) => frame.trim().replace(/^at /, "")).join(" < ");
  }
  return facts;
}
