/** `print`: what to paste into a host's configuration, or a link that makes the host offer it. */
import { existsSync } from "node:fs";
import type { HostDefinition } from "../../hosts/contract.ts";
import { jsonc } from "../../hosts/edit/jsonc.ts";
import { toml } from "../../hosts/edit/toml.ts";
import { npxFolder } from "../../hosts/launch.ts";
import { readFlags } from "../flags.ts";
import { launchOf, thisMachine } from "../hosts/machine.ts";
import { CAVEMAN, proxiedServer } from "../hosts/servers.ts";
import { hostNamed, scopeNamed } from "../hosts/words.ts";
import { type Run, UsageError } from "../verb.ts";

const OPTIONS = {
  scope: { type: "string" },
  toml: { type: "boolean" },
  link: { type: "boolean" },
  npx: { type: "boolean" },
  proxy: { type: "string" },
} as const;

/** The form that most hosts have taken over from Claude Desktop. */
const GENERIC: Pick<HostDefinition, "format" | "table" | "entry"> = {
  format: "jsonc",
  table: "mcpServers",
  entry: ({ command, args }) => ({ command, args }),
};

const GENERIC_TOML: typeof GENERIC = { ...GENERIC, format: "toml", table: "mcp_servers" };

export const run: Run = (args, io) => {
  const { values, positionals } = readFlags(args, OPTIONS, { min: 0, max: 1 });
  const machine = thisMachine(io.env);
  const server = values.proxy === undefined ? CAVEMAN : proxiedServer(values.proxy);
  const launch = launchOf(server, machine, values.npx === true);
  if (values.npx === true && machine.cavemanHome !== null) {
    const folder = npxFolder(machine.platform, machine.cavemanHome);
    if (!existsSync(folder))
      io.err(`caveman-mcp: npx fails unless this folder exists, so make it: ${folder}`);
  }
  const host = positionals[0] === undefined ? null : hostNamed(positionals[0]);
  if (values.link === true) {
    if (host?.link === undefined) throw new UsageError("--link goes with cursor or vscode");
    io.out(`${host.link(server.name, launch)}\n`);
    return 0;
  }
  const form = host ?? (values.toml === true ? GENERIC_TOML : GENERIC);
  const dialect = form.format === "toml" ? toml : jsonc;
  io.out(dialect.example([form.table, server.name], form.entry(launch)));
  const [file] = host?.files(scopeNamed(values.scope), machine) ?? [];
  if (file !== undefined) io.err(`caveman-mcp: this goes into ${file}`);
  return 0;
};
