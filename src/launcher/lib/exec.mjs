/**
 * Becomes the executable: in place where Node can (execve), else as a child with the same stdio, signals
 * passed on and its end reproduced. No shell in either case.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { inspect } from "./image.mjs";
import { Refusal } from "./stderr.mjs";

/** What a host or a shell sends to end or tell a server something; the rest keeps its default. */
const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR2", "SIGCONT", "SIGWINCH"];

/**
 * The environment without the variables that act on the Bun runtime inside the executable. Those of
 * `bun install` stay: they have no effect on it, and servers that it starts may need them.
 */
export function scrubbed(env) {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^BUN_/i.test(name) || /^BUN_INSTALL/i.test(name)),
  );
}

function unstartable(file, why) {
  return new Refusal(
    `${file} could not be started (${why}). It may be for another platform, or on a disk that forbids programs (noexec).`,
  );
}

/**
 * Refuses a file that the system could not start as it is, and tells whether execve may be used: Node aborts
 * with a core dump when that fails, and spawn hands a file without a known head to a shell.
 */
function replaceable(file) {
  if (process.platform === "win32") return false;
  const native = typeof process.execve === "function";
  let image;
  try {
    image = inspect(file);
  } catch {
    // May be run but not read: spawn reports what the system says.
    return false;
  }
  const { kind, arch, interpreter } = image;
  if (kind === "script") return false;
  if (kind === "macho") return native;
  if (kind !== "elf") throw unstartable(file, "it is not a program");
  if (arch !== process.arch) throw unstartable(file, "it is for another processor");
  if (interpreter === null || existsSync(interpreter)) return native;
  throw new Refusal(
    `${file} needs the dynamic loader ${interpreter}, which this system does not have. On NixOS, enable nix-ld; ` +
      "elsewhere, set CAVEMAN_MCP_BIN to an executable that was built for it.",
  );
}

/** Ends this process the way the child ended. */
function endAs(code, signal) {
  if (signal === null) process.exit(code ?? 1);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // Reached when the signal does not end a process, or only after this turn; the shell's code for it.
  setTimeout(() => process.exit(128 + (constants.signals[signal] ?? 0)), 1000);
}

/** Starts `file` with `args`; does not return where execve is used. Rejects when it cannot be started. */
export async function become(file, args, env) {
  const clean = scrubbed(env);
  if (replaceable(file)) process.execve?.(file, [file, ...args], clean);
  await new Promise((_, reject) => {
    /** @type {import("node:child_process").ChildProcess | null} */
    let child = null;
    // Before the child exists: it may ask for a signal sooner than this process gets to the next line.
    for (const signal of FORWARDED) {
      try {
        process.on(signal, () => child?.kill(/** @type {NodeJS.Signals} */ (signal)));
      } catch {}
    }
    try {
      child = spawn(file, args, { stdio: "inherit", env: clean, windowsHide: true });
    } catch (error) {
      reject(unstartable(file, error.code));
      return;
    }
    child.once("error", (error) => reject(unstartable(file, /** @type {any} */ (error).code)));
    child.once("exit", endAs);
  });
}
