/** Reads flags and operands with Node's own parser; what it refuses becomes wrong usage. */
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { UsageError } from "./verb.ts";

/**
 * @param operands how many words may stand besides the flags
 * @throws UsageError
 */
export function readFlags<T extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: T,
  operands: { readonly min: number; readonly max: number },
) {
  let parsed: ReturnType<typeof parseArgs<{ options: T; allowPositionals: true; strict: true }>>;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split(". ")[0] ?? "") : "unknown flag");
  }
  const { length } = parsed.positionals;
  if (length < operands.min) throw new UsageError("something is missing");
  if (length > operands.max) throw new UsageError(`${length - operands.max} word(s) too many`);
  return parsed;
}
