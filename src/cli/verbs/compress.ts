/** `compress`: the view on stdout, raw; what was saved on stderr. */
import { readFlags } from "../flags.ts";
import { readInput } from "../input.ts";
import { withRecovery } from "../recovery.ts";
import { contentType } from "../type.ts";
import type { ExitCode, Run } from "../verb.ts";

const OPTIONS = {
  type: { type: "string" },
  query: { type: "string" },
  json: { type: "boolean" },
} as const;

export const run: Run = async (args, io): Promise<ExitCode> => {
  const { values, positionals } = readFlags(args, OPTIONS, { min: 0, max: 1 });
  const type = contentType(values.type);
  const bytes = readInput(positionals[0], io);
  const { withheld, output, ...facts } = await withRecovery(io, async (recovery) => {
    await recovery.prepare(bytes, type);
    return recovery.compress(bytes, {
      hint: "command",
      ...(type === undefined ? {} : { type }),
      ...(values.query === undefined ? {} : { query: values.query }),
    });
  });
  if (withheld !== undefined) io.err(`caveman-mcp: nothing was shortened, since the store is ${withheld}`);
  const passed = facts.recovery_handle === null;
  if (values.json === true) {
    const compressed = passed ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) : output;
    io.out(`${JSON.stringify({ compressed, ...facts })}\n`);
    return 0;
  }
  io.out(passed ? bytes : output);
  const { tokens_before: before, tokens_after: after } = facts;
  io.err(
    passed
      ? `caveman-mcp: unchanged (${facts.content_type}, ${before} tokens)`
      : `caveman-mcp: ${before} → ${after} tokens (${facts.content_type}, ${facts.method}); original: ${facts.recovery_handle}`,
  );
  return 0;
};
