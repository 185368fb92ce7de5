/** `version`: what this executable is, for people or (--json) for programs. */
import { BUILD_DATE, COMMIT, VERSION } from "../../text/version.ts";
import { readFlags } from "../flags.ts";
import type { Run } from "../verb.ts";

/** What programs may rely on; a name, once given, keeps its meaning. */
export const CAPABILITIES = [
  "mcp_recovery",
  "build_stamped_version",
  "mcp_stdio",
  "path_input",
  "toon",
  "query_retrieval",
] as const;

export const run: Run = (args, io) => {
  const { values } = readFlags(args, { json: { type: "boolean" } }, { min: 0, max: 0 });
  io.out(
    values.json === true
      ? `${JSON.stringify({ version: VERSION, schema: "caveman.mcp.version.v1", capabilities: CAPABILITIES, commit: COMMIT, build_date: BUILD_DATE })}\n`
      : `caveman-mcp ${VERSION} (${COMMIT.slice(0, 12)}, ${BUILD_DATE})\n`,
  );
  return 0;
};
