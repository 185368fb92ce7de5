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

/** The system's reason, in words, for a file that could not be started. */
function unstartable(file, code) {
  return new Refusal(
    `${file} could not be started (${code}). It may be for another platform, or on a disk that forbids programs (noexec).`,
  );
}

/**
 * Whether execve can be used. Node aborts with a core dump when it fails, so only for native executables
 * whose loader exists; a script's interpreter is left to spawn, which reports what is wrong.
 */
function replaceable(file) {
  if (typeof process.execve !== "function" || process.platform === "win32") return false;
  try {
    const { kind, interpreter } = inspect(file);
    if (kind === "macho") return true;
    if (kind !== "elf") return false;
    if (interpreter === null || existsSync(interpreter)) return true;
  } catch {
    return false;
  }
  throw new Refusal(
    `${file} needs a dynamic loader that this system does not have. On NixOS, enable nix-ld; elsewhere, set ` +
      "CAVEMAN_MCP_BIN to an executable that was built for it.",
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
    let child;
    try {
      child = spawn(file, args, { stdio: "inherit", env: clean, windowsHide: true });
    } catch (error) {
      reject(unstartable(file, error.code));
      return;
    }
    for (const signal of FORWARDED) {
      try {
        process.on(signal, () => child.kill(signal));
      } catch {}
    }
    child.once("error", (error) => reject(unstartable(file, error.code)));
    child.once("exit", endAs);
  });
}
