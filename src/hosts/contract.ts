/** What an MCP host is to us: where its configuration is and how a server is written there. Pure types. */

/** `user`: every project of this user; `project`: the current folder, shared with whoever checks it out. */
export type Scope = "user" | "project";

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

/** The machine as a value, so that tests can be on another one. */
export interface Machine {
  /** `process.platform` */
  readonly platform: string;
  /** The user's home directory, or null where there is none. */
  readonly home: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The project for `--scope project`. */
  readonly cwd: string;
  /** `${CAVEMAN_HOME}`: records and backups; null where nothing may be written. */
  readonly cavemanHome: string | null;
}

/** How a server is started. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

export type Format = "jsonc" | "toml";

export interface HostDefinition {
  /** As typed on the command line. */
  readonly id: string;
  readonly title: string;
  readonly format: Format;
  /** Name of the object (or table) that holds all servers. */
  readonly table: string;
  /** Files that the host reads in this scope, best first: the first that exists is used. Empty: no such scope. */
  files(scope: Scope, machine: Machine): readonly string[];
  /** Files or folders that are there when the host is. */
  traces(machine: Machine): readonly string[];
  /** Names of the host's program, looked for in PATH (never started). */
  readonly programs?: readonly string[];
  entry(launch: Launch): Json;
  /** What a person has to do after installing, one sentence. */
  readonly next: string;
  /** A link that makes the host offer the registration itself. */
  link?(name: string, launch: Launch): string;
}

/** The server's key in every host. */
export const SERVER_NAME = "caveman";
