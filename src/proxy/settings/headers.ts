/** Headers for the upstream: from --header and --header-file, with ${VARIABLE} replaced. */
import { readFileSync, statSync } from "node:fs";
import { UsageError } from "./argv.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface HeaderSources {
  readonly flags: readonly string[];
  readonly file: string | undefined;
  readonly env: Environment;
}

export interface Headers {
  readonly headers: Readonly<Record<string, string>>;
  /** What the user should know; holds no value. */
  readonly warnings: readonly string[];
}

/** RFC 9110 §5.6.2 `token`. */
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** RFC 9110 §5.5 field values, here without control characters altogether. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** The transport writes these itself; another value would break it. */
const RESERVED = new Set([
  "accept",
  "content-type",
  "content-length",
  "connection",
  "host",
  "transfer-encoding",
  "mcp-session-id",
  "mcp-protocol-version",
  "mcp-method",
  "mcp-name",
  "last-event-id",
]);
/** A header file is a few lines. */
const MAX_FILE_BYTES = 64 * 1024;

/** @throws UsageError that names the header, never its value */
export function readHeaders(sources: HeaderSources): Headers {
  const warnings: string[] = [];
  const headers: Record<string, string> = {};
  const lines = sources.flags.map((line) => ({ line, where: "--header" }));
  if (sources.file !== undefined) {
    lines.unshift(...fileLines(sources.file, warnings).map((line) => ({ line, where: "--header-file" })));
  }
  for (const { line, where } of lines) {
    const { name, value } = split(line, where);
    headers[name.toLowerCase()] = expand(value, name, sources.env);
  }
  return { headers, warnings };
}

function split(line: string, where: string): { name: string; value: string } {
  const colon = line.indexOf(":");
  const name = line.slice(0, Math.max(0, colon)).trim();
  if (colon < 0 || !NAME.test(name)) throw new UsageError(`${where} takes 'NAME: VALUE'`);
  if (RESERVED.has(name.toLowerCase())) {
    throw new UsageError(`${where}: ${name} is set by the transport and cannot be given`);
  }
  return { name, value: line.slice(colon + 1).trim() };
}

function expand(value: string, name: string, env: Environment): string {
  const expanded = value.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, variable: string) => {
    const found = env[variable];
    if (found === undefined || found === "") {
      throw new UsageError(`the header ${name} names the variable ${variable}, which is not set`);
    }
    return found;
  });
  if (!VALUE.test(expanded)) {
    throw new UsageError(`the header ${name} holds a character that headers cannot carry (a line break?)`);
  }
  return expanded.trim();
}

function fileLines(file: string, warnings: string[]): string[] {
  let text: string;
  try {
    const stat = statSync(file);
    if (!stat.isFile() || stat.size > MAX_FILE_BYTES) throw new Error("not a small regular file");
    if (process.platform !== "win32" && (stat.mode & 0o077) !== 0) {
      warnings.push("the header file can be read by others: chmod 600 it");
    }
    text = readFileSync(file, "utf8");
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    throw new UsageError(
      `--header-file cannot be read (${typeof code === "string" ? code : "no small regular file"})`,
    );
  }
  return text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.trim().startsWith("#"));
}

export function isCredentialName(name: string): boolean {
  return /auth|token|key|secret|passw|cookie|session/i.test(name);
}

/** Whether a --header of argv carries its secret literally, where every process of the machine can read it. */
export function isLiteralCredential(line: string): boolean {
  const [name = "", ...rest] = line.split(":");
  return isCredentialName(name) && !/\$\{\w+\}/.test(rest.join(":"));
}
