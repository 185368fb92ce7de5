/**
 * One `bun build --compile`: the flags that every executable is made with, in one place.
 * A compiled program must not act on the folder that it is started in, hence the autoload flags.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { formatProblem } from "./executable-format.ts";
import { signAdHoc } from "./macho-signature.ts";
import { pinnedRuntime } from "./runtime.ts";
import type { Stamp } from "./stamp.ts";
import type { Target } from "./targets.ts";

/** An executable that is shipped, with its entry points. */
export interface Program {
  readonly name: "caveman-mcp" | "caveman-mcp-proxy";
  readonly main: string;
  /** Further entry points; found at run time as `new URL("./worker.ts", import.meta.url)` beside main. */
  readonly workers: readonly string[];
  /** Globals that nothing in it may reach: each becomes `undefined`, in libraries too. */
  readonly absent?: readonly string[];
}

/** What could carry bytes away, or turn text into code. The server talks to nobody. */
const SERVER_ABSENT = ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "eval"];

/** Both programs; the entry points are paths below the root of the checkout. */
export const PROGRAMS: readonly Program[] = [
  { name: "caveman-mcp", main: "src/cli/main.ts", workers: ["src/cli/worker.ts"], absent: SERVER_ABSENT },
  { name: "caveman-mcp-proxy", main: "src/proxy/main.ts", workers: ["src/proxy/worker.ts"] },
];

/** Why each: docs/decisions/release.md. */
const FLAGS = [
  "--compile",
  "--minify",
  "--bytecode",
  "--format=esm",
  // What main and worker share is compiled in once, and the server starts without the verbs: 4 MB and a third less.
  "--splitting",
  "--sourcemap=none",
  "--env=disable",
  "--no-compile-autoload-dotenv",
  "--no-compile-autoload-bunfig",
  "--no-compile-autoload-tsconfig",
  "--no-compile-autoload-package-json",
] as const;

/** Flags that take `names` out of a bundle. A library's own variable of such a name is left alone. */
export function absentFlags(names: readonly string[]): string[] {
  return names.flatMap((name) => ["--define", `${name}=undefined`]);
}

/** The arguments after `bun build`, but for the entry points, the target and the output. */
export function compileFlags(stamp: Stamp): string[] {
  const define = (name: string, value: string) => ["--define", `${name}=${JSON.stringify(value)}`];
  return [
    ...FLAGS,
    ...define("CAVEMAN_BUILD_VERSION", stamp.version),
    ...define("CAVEMAN_BUILD_COMMIT", stamp.commit),
    ...define("CAVEMAN_BUILD_DATE", stamp.date),
  ];
}

export interface CompileJob {
  readonly root: string;
  readonly program: Program;
  readonly stamp: Stamp;
  /** Where the executable goes. Its base name ends up inside the executable, so it is part of the bytes. */
  readonly outfile: string;
  /** File of the hardened runtime that goes into the executable. */
  readonly runtime: string;
  /** Bun's name of the target; absent: this machine. */
  readonly target?: string;
}

/** Environment of the compiler: BUN_* could add preloads or change what is fetched. */
function cleanEnv(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && !/^(BUN|NODE)_/.test(pair[0]),
  );
  return Object.fromEntries(kept);
}

/**
 * Compiles every program that exists for `target` with the runtime in `runtimeDir`, fetching it there first.
 * All of them are called the same while they are compiled, since the name is part of the bytes.
 * @returns the programs' names with their files below `outDir`
 */
export function compileFor(root: string, target: Target, stamp: Stamp, runtimeDir: string, outDir: string) {
  const runtime = pinnedRuntime(target, runtimeDir);
  try {
    return PROGRAMS.filter((program) => existsSync(join(root, program.main))).map((program) => {
      const outfile = join(outDir, target.name, program.name + target.exe);
      compileExecutable({ root, program, stamp, outfile, runtime, target: target.bun });
      if (target.name === "darwin-x64") {
        writeFileSync(outfile, signAdHoc(readFileSync(outfile), program.name));
      }
      const problem = formatProblem(readFileSync(outfile), target);
      if (problem) throw new Error(`${program.name} for ${target.name} is not usable: ${problem}`);
      return { name: program.name, file: outfile };
    });
  } finally {
    rmSync(runtime);
  }
}

/** Compiles one executable; the file appears under its name only when whole. Throws with Bun's words. */
export function compileExecutable(job: CompileJob): void {
  const outDir = dirname(job.outfile);
  mkdirSync(outDir, { recursive: true });
  const scratch = mkdtempSync(join(outDir, ".compile-"));
  try {
    const file = join(scratch, basename(job.outfile));
    const entries = [job.program.main, ...job.program.workers.filter((w) => existsSync(join(job.root, w)))];
    const runtime = [`--compile-executable-path=${job.runtime}`];
    if (job.target) runtime.push(`--target=${job.target}`);
    const flags = [...compileFlags(job.stamp), ...absentFlags(job.program.absent ?? [])];
    const args = ["build", ...flags, ...runtime, ...entries, "--outfile", file];
    const done = spawnSync(process.execPath, args, { cwd: job.root, env: cleanEnv(), encoding: "utf8" });
    if (done.status !== 0 || !existsSync(file)) {
      throw new Error(`bun build of ${job.program.name} failed:\n${done.stderr}${done.stdout}`);
    }
    chmodSync(file, 0o755);
    renameSync(file, job.outfile);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
