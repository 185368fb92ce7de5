/** The table of flags: one line each, from which parsing, the CAVEMAN_PROXY_… variables and --help follow. */

export type FlagKind = "text" | "list" | "count" | "bytes" | "switch";

export interface Flag {
  readonly name: string;
  readonly kind: FlagKind;
  /** What stands behind the name in the help; absent for switches. */
  readonly value?: string;
  /** As written in the help; parsed like a given value. */
  readonly fallback?: string;
  readonly help: string;
}

export const FLAGS = [
  { name: "url", kind: "text", value: "URL", help: "upstream over Streamable HTTP, else HTTP+SSE" },
  {
    name: "header",
    kind: "list",
    value: "'NAME: VALUE'",
    help: "sent with every request; $VARIABLE in braces is replaced",
  },
  { name: "header-file", kind: "text", value: "FILE", help: "one header a line, as for --header" },
  { name: "allow-http", kind: "switch", help: "send header secrets over plain http to other machines" },
  { name: "env", kind: "list", value: "NAME", help: "a variable that the upstream's process gets too" },
  {
    name: "protocol",
    kind: "text",
    value: "legacy|2026-07-28|auto",
    fallback: "legacy",
    help: "revisions to offer",
  },
  {
    name: "description-prefix",
    kind: "text",
    value: "TEXT",
    fallback: "[proxy] ",
    help: "before each tool's description",
  },
  {
    name: "connect-timeout-ms",
    kind: "count",
    value: "MS",
    fallback: "10000",
    help: "of one attempt to connect",
  },
  { name: "connect-retries", kind: "count", value: "N", fallback: "3", help: "attempts after the first" },
  {
    name: "connect-backoff-ms",
    kind: "count",
    value: "MS",
    fallback: "1000",
    help: "before the first retry; doubles",
  },
  {
    name: "call-timeout-ms",
    kind: "count",
    value: "MS",
    fallback: "60000",
    help: "of one call; progress resets nothing",
  },
  {
    name: "retry",
    kind: "text",
    value: "safe|always|never",
    fallback: "safe",
    help: "send a call again that may have been executed",
  },
  { name: "data-dir", kind: "text", value: "DIR", help: "where results go (default .mcp-proxy-data)" },
  {
    name: "shown-dir",
    kind: "text",
    value: "DIR",
    help: "what the model is told instead of the data directory",
  },
  { name: "retain-days", kind: "count", value: "N", fallback: "0", help: "delete older results; 0 = never" },
  {
    name: "max-data-bytes",
    kind: "bytes",
    value: "N",
    fallback: "0",
    help: "of all results of a process; 0 = no limit",
  },
  {
    name: "max-result-bytes",
    kind: "bytes",
    value: "N",
    fallback: "268435456",
    help: "of one answer, after decompression",
  },
  {
    name: "inline-threshold-bytes",
    kind: "bytes",
    value: "N",
    fallback: "2048",
    help: "results up to this are shown whole",
  },
  {
    name: "preview-bytes",
    kind: "bytes",
    value: "N",
    fallback: "6000",
    help: "of the preview of a larger one",
  },
  {
    name: "preview",
    kind: "text",
    value: "view|head",
    fallback: "view",
    help: "view: facts about all records; head: the first",
  },
  { name: "inline-images", kind: "switch", help: "pass small images through to the model too" },
  { name: "raw", kind: "switch", help: "pass results through untouched (the file is written all the same)" },
  { name: "recovery", kind: "switch", help: "the model has the tool caveman_retrieve" },
  { name: "log-level", kind: "text", value: "error|warn|info|debug", fallback: "warn", help: "on stderr" },
  { name: "json", kind: "switch", help: "check, version: machine-readable output" },
] as const satisfies readonly Flag[];

export type FlagName = (typeof FLAGS)[number]["name"];

/** `call-timeout-ms` → `CAVEMAN_PROXY_CALL_TIMEOUT_MS`. */
export function variableOf(name: FlagName): string {
  return `CAVEMAN_PROXY_${name.toUpperCase().replaceAll("-", "_")}`;
}

const USAGE = `caveman-mcp-proxy: stands in for one MCP server, writes results to files and shows the model what it needs.

  caveman-mcp-proxy --url URL [FLAG …]              upstream over HTTP
  caveman-mcp-proxy [FLAG …] -- COMMAND [ARG …]     upstream as a child process
  caveman-mcp-proxy check (--url URL | -- COMMAND)  can it be reached, and does it speak MCP?
  caveman-mcp-proxy version [--json] | help

Flags (each also as a variable, --call-timeout-ms as CAVEMAN_PROXY_CALL_TIMEOUT_MS; lists one entry a line):
`;

/** Text of --help. */
export function helpText(): string {
  const flags: readonly Flag[] = FLAGS;
  const lines = flags.map(({ name, value, fallback, help }) => {
    const left = `  --${name}${value === undefined ? "" : ` ${value}`}`;
    return `${left.padEnd(36)} ${help}${fallback === undefined ? "" : ` (default ${JSON.stringify(fallback)})`}`;
  });
  return `${USAGE}${lines.join("\n")}\n`;
}
