/** Flags and variables → what the rest of the proxy works with. Every refusal is one line for a person. */
import type { CallLimits } from "../upstream/call.ts";
import type { Protocol, UpstreamAddress } from "../upstream/open.ts";
import { type Arguments, UsageError } from "./argv.ts";
import { FLAGS, type Flag, type FlagName } from "./flags.ts";
import { isCredentialName, isLiteralCredential, readHeaders } from "./headers.ts";
import { maskCommand, maskUrl, Secrets, secretsOfUrl } from "./secrets.ts";

export type LogLevel = "error" | "warn" | "info" | "debug";
export type Retry = "safe" | "always" | "never";

export interface ResultSettings {
  /** As given; null: the default place (results/data-dir.ts). */
  readonly dataDir: string | null;
  /** What replaces the data directory in shown paths. */
  readonly shownDir: string | null;
  readonly retainDays: number;
  readonly maxDataBytes: number;
  readonly inlineThresholdBytes: number;
  readonly previewBytes: number;
  readonly preview: "view" | "head";
  readonly inlineImages: boolean;
  readonly raw: boolean;
  readonly recovery: boolean;
  /** The upstream as it may be written down. */
  readonly upstreamShown: string;
}

export interface Settings {
  readonly address: UpstreamAddress;
  readonly protocol: Protocol;
  readonly limits: CallLimits;
  readonly retry: Retry;
  readonly maxResultBytes: number;
  readonly descriptionPrefix: string;
  readonly results: ResultSettings;
  readonly logLevel: LogLevel;
  readonly json: boolean;
  readonly secrets: Secrets;
  readonly warnings: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** setTimeout takes at most 2^31-1 ms; a day is longer than any call should be. */
const MAX_MS = 24 * 3600 * 1000;
const MAX_RETRIES = 10;
/** Facts and the first record need some room; more than this is no preview. */
const PREVIEW_BYTES = { min: 512, max: 1_000_000 } as const;

/** @throws UsageError */
export function readSettings(args: Arguments, env: Environment): Settings {
  const get = getter(args);
  const warnings: string[] = [];
  const { address, upstreamShown, secrets } = readAddress(args, get, env, warnings);
  const choice = <T extends string>(name: FlagName, choices: readonly T[]): T => {
    const value = get.text(name);
    const found = choices.find((c) => c === value);
    if (found === undefined) throw new UsageError(`--${name} takes ${choices.join(", ")}`);
    return found;
  };
  const previewBytes = get.count("preview-bytes", PREVIEW_BYTES.max);
  if (previewBytes < PREVIEW_BYTES.min)
    throw new UsageError(`--preview-bytes must be ${PREVIEW_BYTES.min} or more`);
  return {
    address,
    protocol: choice("protocol", ["legacy", "2026-07-28", "auto"]),
    limits: {
      connectTimeoutMs: atLeastOne("connect-timeout-ms", get.count("connect-timeout-ms", MAX_MS)),
      connectRetries: get.count("connect-retries", MAX_RETRIES),
      backOffMs: get.count("connect-backoff-ms", MAX_MS / 2 ** MAX_RETRIES),
      callTimeoutMs: atLeastOne("call-timeout-ms", get.count("call-timeout-ms", MAX_MS)),
    },
    retry: choice("retry", ["safe", "always", "never"]),
    maxResultBytes: atLeastOne("max-result-bytes", get.count("max-result-bytes")),
    descriptionPrefix: get.text("description-prefix") ?? "",
    results: {
      dataDir: get.text("data-dir") ?? null,
      shownDir: get.text("shown-dir") ?? null,
      retainDays: get.count("retain-days"),
      maxDataBytes: get.count("max-data-bytes"),
      inlineThresholdBytes: get.count("inline-threshold-bytes"),
      previewBytes,
      preview: choice("preview", ["view", "head"]),
      inlineImages: get.on("inline-images"),
      raw: get.on("raw"),
      recovery: get.on("recovery") || env.CAVEMAN_RECOVERY === "1",
      upstreamShown,
    },
    logLevel: choice("log-level", ["error", "warn", "info", "debug"]),
    json: get.on("json"),
    secrets,
    warnings,
  };
}

interface Getter {
  text(name: FlagName): string | undefined;
  list(name: FlagName): readonly string[];
  on(name: FlagName): boolean;
  count(name: FlagName, max?: number): number;
}

function getter(args: Arguments): Getter {
  const fallbacks = new Map(
    (FLAGS as readonly (Flag & { name: FlagName })[]).map((f) => [f.name, f.fallback]),
  );
  const text = (name: FlagName) => args.values.get(name)?.[0] ?? fallbacks.get(name);
  return {
    text,
    list: (name) => args.values.get(name) ?? [],
    on: (name) => text(name) === "true",
    count(name, max = Number.MAX_SAFE_INTEGER) {
      const value = text(name) ?? "";
      if (!/^\d{1,16}$/.test(value) || Number(value) > max) {
        throw new UsageError(`--${name} takes a whole number from 0 to ${max}`);
      }
      return Number(value);
    },
  };
}

function atLeastOne(name: FlagName, value: number): number {
  if (value < 1) throw new UsageError(`--${name} must be at least 1`);
  return value;
}

function readAddress(args: Arguments, get: Getter, env: Environment, warnings: string[]) {
  const given = get.text("url");
  const [command, ...rest] = args.command;
  if (args.fromArgv.has("url") && command !== undefined) {
    throw new UsageError("give either --url or a command behind --, not both");
  }
  if (command !== undefined) {
    return {
      address: { kind: "stdio", command, args: rest, env: childEnvironment(get.list("env"), env) } as const,
      upstreamShown: maskCommand(command, rest),
      secrets: new Secrets([...rest.filter((arg) => arg.length >= 8), ...envValues(get.list("env"), env)]),
    };
  }
  if (given === undefined) throw new UsageError("name the upstream: --url URL, or -- COMMAND ARG …");
  return httpAddress(given, args, get, env, warnings);
}

function httpAddress(given: string, args: Arguments, get: Getter, env: Environment, warnings: string[]) {
  if (!URL.canParse(given)) throw new UsageError("--url is no valid address; it looks like https://host/mcp");
  const url = new URL(given);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new UsageError("--url takes an http or https address");
  }
  const read = readHeaders({ flags: get.list("header"), file: get.text("header-file"), env });
  warnings.push(...read.warnings);
  if (args.fromArgv.has("header") && get.list("header").some(isLiteralCredential)) {
    warnings.push(
      "a credential stands literally in the arguments, where every process of this machine can read it: " +
        "write --header 'Authorization: Bearer $" +
        "{NAME}' with single quotes, or use --header-file",
    );
  }
  if (
    args.fromArgv.has("url") &&
    (url.password !== "" || [...url.searchParams.keys()].some(isCredentialName))
  ) {
    warnings.push(
      "the address in the arguments holds a credential: CAVEMAN_PROXY_URL keeps it out of process lists",
    );
  }
  const secrets = new Secrets([...Object.values(read.headers), ...secretsOfUrl(url)]);
  const headers = { ...read.headers };
  const upstreamShown = maskUrl(url);
  const hasSecret = Object.keys(headers).length > 0 || url.username !== "" || url.password !== "";
  if (url.username !== "" || url.password !== "") {
    const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers.authorization ??= `Basic ${Buffer.from(pair).toString("base64")}`;
    url.username = "";
    url.password = "";
  }
  if (hasSecret && url.protocol === "http:" && !isLoopback(url.hostname) && !get.on("allow-http")) {
    throw new UsageError(
      "headers would cross the network unencrypted: use https, or --allow-http if that is meant",
    );
  }
  return { address: { kind: "http", target: { url, headers } } as const, upstreamShown, secrets };
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** What a child needs to run at all; everything else only by --env. Windows' list is that of the MCP SDKs. */
const CHILD_VARIABLES =
  process.platform === "win32"
    ? [
        "APPDATA",
        "HOMEDRIVE",
        "HOMEPATH",
        "LOCALAPPDATA",
        "PATH",
        "PATHEXT",
        "PROCESSOR_ARCHITECTURE",
        "SYSTEMDRIVE",
      ].concat(["SYSTEMROOT", "TEMP", "USERNAME", "USERPROFILE", "PROGRAMFILES", "COMSPEC"])
    : ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "LANG", "LC_ALL", "TZ", "TMPDIR"];

function childEnvironment(names: readonly string[], env: Environment): Record<string, string> {
  const child: Record<string, string> = {};
  for (const name of [...CHILD_VARIABLES, ...names]) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) throw new UsageError("--env takes the name of a variable");
    if (/^BUN_/i.test(name))
      throw new UsageError("--env refuses BUN_*: they would change what a Bun program runs");
    const value = env[name];
    if (value !== undefined) child[name] = value;
  }
  return child;
}

function envValues(names: readonly string[], env: Environment): string[] {
  return names.flatMap((name) => env[name] ?? []);
}
