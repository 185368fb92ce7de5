/** Entry of caveman-mcp-proxy: argv to one of its verbs, and the exit code. */
import { writeSync } from "node:fs";
import { escaped } from "../mcp/log.ts";
import { BUILD_DATE, COMMIT, VERSION } from "../text/version.ts";
import { createLog } from "./log.ts";
import { type Arguments, parseArguments, UsageError } from "./settings/argv.ts";
import { helpText } from "./settings/flags.ts";
import { readSettings } from "./settings/settings.ts";

const STDOUT = 1;
const STDERR = 2;

/** Exit code of wrong usage. */
const USAGE = 2;

function print(fd: number, text: string): void {
  try {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
  } catch {
    // Nobody reads it.
  }
}

function printVersion(args: Arguments): void {
  const schema = "caveman.mcp.version.v1";
  const line = args.values.has("json")
    ? JSON.stringify({ version: VERSION, schema, commit: COMMIT, build_date: BUILD_DATE })
    : `caveman-mcp-proxy ${VERSION} (${COMMIT.slice(0, 12)}, ${BUILD_DATE})`;
  print(STDOUT, `${line}\n`);
}

async function main(argv: readonly string[]): Promise<number> {
  const args = parseArguments(argv, process.env);
  if (args.verb === "help") {
    print(STDOUT, helpText());
    return 0;
  }
  if (args.verb === "version") {
    printVersion(args);
    return 0;
  }
  const settings = readSettings(args, process.env);
  const log = createLog(
    settings.logLevel,
    (text) => settings.secrets.mask(text),
    (line) => print(STDERR, line),
  );
  if (args.verb === "check") {
    const { check, checkExit, checkLine } = await import("./check.ts");
    const report = await check(settings, log, (line) => print(STDERR, `${escaped(line)}\n`));
    print(STDOUT, `${settings.json ? JSON.stringify(report) : escaped(checkLine(report))}\n`);
    return checkExit(report);
  }
  const { serveProxy } = await import("./serve.ts");
  await serveProxy(settings, log);
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  print(STDERR, `caveman-mcp-proxy: ${error.message} (see caveman-mcp-proxy help)\n`);
  process.exitCode = USAGE;
}
// What may still be open (sockets of a pool, a worker) must not keep the process.
process.exit();
