/** What the environment decides about the tools: the limit for one line, and where files may be read. */
import { unusableRoots } from "./reading/roots.ts";

const MiB = 1024 * 1024;

/**
 * One line of output, in bytes: clients built on the common SDK die of a line over 10 MiB, and the
 * protocol's envelope (id, revision members) needs room too.
 */
export const INLINE_LIMIT_BYTES = 9.5 * MiB;

/** Room for the protocol's envelope around an encoded result, in bytes; an id may be a long string. */
export const ENVELOPE_BYTES = 4096;

export interface ToolSettings {
  /** Bytes that one answer's line may have; Infinity where the limit is lifted. */
  readonly inlineLimitBytes: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads `CAVEMAN_MCP_INLINE_LIMIT_BYTES` (0 lifts the limit; empty counts as unset) and looks at the other
 * variables of the tools.
 * @param warn gets one line for people per value that cannot be used
 */
export function readToolSettings(env: Environment, warn: (line: string) => void): ToolSettings {
  if (unusableRoots(env) > 0) {
    warn("CAVEMAN_MCP_READ_ROOTS holds paths that are not absolute; they are not used.");
  }
  return { inlineLimitBytes: inlineLimit(env, warn) };
}

function inlineLimit(env: Environment, warn: (line: string) => void): number {
  const text = env.CAVEMAN_MCP_INLINE_LIMIT_BYTES ?? "";
  if (text === "") return INLINE_LIMIT_BYTES;
  const bytes = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(bytes)) {
    warn(
      `CAVEMAN_MCP_INLINE_LIMIT_BYTES is not a whole number of bytes; the default of ${INLINE_LIMIT_BYTES} is used.`,
    );
    return INLINE_LIMIT_BYTES;
  }
  return bytes === 0 ? Number.POSITIVE_INFINITY : bytes;
}
