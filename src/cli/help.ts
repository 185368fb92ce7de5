/** `help`: the verbs in a table, or one verb. */
import { VERBS } from "./verbs/registry.ts";

const FOOT = `
Without a verb it is an MCP server on stdin and stdout, which an agent starts:
  {"mcpServers": {"caveman": {"command": "/path/to/caveman-mcp"}}}
FILE absent or - reads stdin. Results go to stdout, all else to stderr. Exit: 0 done, 1 failed, 2 wrong usage.
`;

/** Text for a terminal, ending in a newline. */
export function help(name?: string): string {
  const verb = VERBS.find((v) => v.name === name);
  if (verb !== undefined) return `caveman-mcp ${verb.name} ${verb.usage}\n  ${verb.summary}\n`;
  const rows = [...VERBS, { name: "help", usage: "[VERB]", summary: "print this" }];
  const width = Math.max(...rows.map((v) => v.name.length));
  const lines = rows.map((v) =>
    `  ${v.name.padEnd(width)}  ${v.summary}\n  ${" ".repeat(width)}  ${v.usage}`.trimEnd(),
  );
  return `usage: caveman-mcp [VERB …]\n\n${lines.join("\n")}\n${FOOT}`;
}
