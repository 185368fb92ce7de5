/** Runs the packed launcher as a real Node process and collects what it did. */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

export interface RunOptions {
  readonly env?: Record<string, string>;
  readonly args?: readonly string[];
  readonly input?: string;
  readonly node?: string;
  readonly bin?: string;
  readonly cwd?: string;
  readonly uid?: number;
}

export interface Done {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The Node that runs the tests' launchers: `node` on PATH, whatever runs the tests. */
export const NODE = Bun.which("node") ?? "node";

export interface Running {
  readonly child: ChildProcess;
  readonly done: Promise<Done>;
}

/** Starts `bin/caveman-mcp.mjs` of `launcher` with a bare environment. */
export function start(launcher: string, options: RunOptions = {}): Running {
  const script = join(launcher, "bin", options.bin ?? "caveman-mcp.mjs");
  const spawnOptions: SpawnOptions = {
    env: { PATH: process.env.PATH ?? "", HOME: launcher, ...options.env },
    cwd: options.cwd ?? launcher,
    stdio: ["pipe", "pipe", "pipe"],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  };
  const child = spawn(options.node ?? NODE, [script, ...(options.args ?? [])], spawnOptions);
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdin?.on("error", () => {});
  child.stdin?.end(options.input ?? "");
  const done = new Promise<Done>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { child, done };
}

export const run = (launcher: string, options: RunOptions = {}): Promise<Done> =>
  start(launcher, options).done;

/** Everything below a cache folder as `name mode`, without the signed manifest. */
export function leftIn(home: string): string[] {
  const dir = join(home, "bin");
  try {
    return readdirSync(dir)
      .filter((name) => !name.startsWith("checksums-"))
      .map((name) => `${name} ${(lstatSync(join(dir, name)).mode & 0o777).toString(8)}`)
      .sort();
  } catch {
    return [];
  }
}
