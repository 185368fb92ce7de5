/**
 * How the launcher becomes the executable: in place on a Node with execve, as a child on an older one. The
 * executable is the system's shell, which says what it sees.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { node22 } from "./node22.ts";
import { newHome, scratch, stagedLauncher } from "./release.ts";
import { NODE, type RunOptions, run, start } from "./run.ts";

const launcher = stagedLauncher();
const shell = join(scratch, "shell");
copyFileSync("/bin/sh", shell);
chmodSync(shell, 0o755);

if (process.platform !== "linux") console.warn("skip: /proc is looked at, which only Linux has");

const modern = node22();
const hasExecve = (node: string) =>
  spawnSync(node, ["-p", "typeof process.execve"], { encoding: "utf8" }).stdout.trim() === "function";

const nodes: [label: string, node: string | null, inPlace: boolean][] = [
  ["the Node on PATH", NODE, hasExecve(NODE)],
  ["Node 22", modern, true],
];

describe.each(nodes)("with %s", (_, node, inPlace) => {
  const available = node !== null && process.platform === "linux";
  const options = (script: string, rest: Partial<RunOptions> & { params?: string[] } = {}): RunOptions => ({
    ...rest,
    node: node ?? NODE,
    args: ["-c", script, "name", ...(rest.params ?? [])],
    env: { CAVEMAN_MCP_BIN: shell, CAVEMAN_HOME: newHome(), ...rest.env },
  });
  const sh = (script: string, rest = {}) => run(launcher, options(script, rest));

  beforeAll(() => {
    if (available) expect(hasExecve(node)).toBe(inPlace);
  });

  test.skipIf(!available)(`${inPlace ? "no" : "one"} Node process stays behind`, async () => {
    const running = start(launcher, options('echo "$$ $(readlink /proc/$$/exe)"'));
    const { stdout } = await running.done;
    const [pid, exe] = stdout.trim().split(" ");
    expect(exe).toBe(shell);
    expect(pid === String(running.child.pid)).toBe(inPlace);
  });

  test.skipIf(!available)("stdin and stdout carry every byte", async () => {
    const input = randomBytes(300_000).toString("latin1");
    const done = await sh("exec sha256sum", { input });
    const sum = createHash("sha256").update(input, "utf8").digest("hex");
    expect(done).toMatchObject({ code: 0, stdout: `${sum}  -\n` });
  });

  test.skipIf(!available)("standard streams are left blocking", async () => {
    const { stdout } = await sh("cat /proc/$$/fdinfo/0 /proc/$$/fdinfo/1 /proc/$$/fdinfo/2");
    const flags = [...stdout.matchAll(/flags:\s*([0-7]+)/g)].map((m) => Number.parseInt(m[1] ?? "", 8));
    // 04000 is O_NONBLOCK on every Linux that there are builds for.
    expect(flags.map((f) => f & 0o4000)).toEqual([0, 0, 0]);
  });

  test.skipIf(!available)("arguments arrive as they were, without a shell", async () => {
    const params = ["a b", "$(echo evil)", "", "*", "--preload", "ünï", "'\""];
    const { stdout } = await sh("printf '<%s>' \"$@\"", { params });
    expect(stdout).toBe(params.map((p) => `<${p}>`).join(""));
  });

  test.skipIf(!available)("variables that act on Bun are taken out, those for bun install stay", async () => {
    const env = { BUN_OPTIONS: "--preload x", BUN_BE_BUN: "1", BUN_JSC_x: "1", BUN_INSTALL: "/b", KEPT: "1" };
    const { stdout } = await sh("env", { env });
    expect(stdout).not.toMatch(/^BUN_(?!INSTALL)/m);
    expect(stdout).toMatch(/^BUN_INSTALL=\/b$/m);
    expect(stdout).toMatch(/^KEPT=1$/m);
  });

  test.skipIf(!available)("the exit code is the executable's, and Node says nothing of its own", async () => {
    const stderr = `caveman-mcp: CAVEMAN_MCP_BIN is set: running ${shell}, not downloaded and not verified\n`;
    expect(await sh("exit 42")).toEqual({ code: 42, signal: null, stdout: "", stderr });
  });

  test.skipIf(!available).each(["SIGTERM", "SIGKILL", "SIGSEGV"] as const)(
    "an end by %s is reproduced",
    async (signal) => {
      expect(await sh(`ulimit -c 0; kill -${signal.slice(3)} $$`)).toMatchObject({ code: null, signal });
    },
  );

  test.skipIf(!available).each(["SIGINT", "SIGTERM", "SIGHUP", "SIGUSR2"] as const)(
    "%s is passed on",
    async (signal) => {
      const name = signal.slice(3);
      const running = start(
        launcher,
        options(
          `trap 'echo got ${name}; exit 7' ${name}; echo ready; for i in $(seq 500); do sleep 0.02; done`,
        ),
      );
      await new Promise<void>((resolve) => running.child.stdout?.once("data", () => resolve()));
      running.child.kill(signal);
      expect(await running.done).toMatchObject({ code: 7, signal: null, stdout: `ready\ngot ${name}\n` });
    },
  );

  const broken = (what: string, change: (bytes: Buffer) => void): string => {
    const file = join(scratch, what);
    const bytes = readFileSync(shell);
    change(bytes);
    writeFileSync(file, bytes, { mode: 0o755 });
    return file;
  };
  test.skipIf(!available).each([
    [
      "for a system with another loader",
      "loader",
      (b: Buffer) => b.write("/nope", b.indexOf("/lib")),
      /needs the dynamic loader \/nope/,
    ],
    [
      "for another processor",
      "processor",
      (b: Buffer) => b.writeUInt16LE(8, 0x12),
      /could not be started \(it is for another processor\)/,
    ],
    [
      "that is a script without its interpreter",
      "script",
      (b: Buffer) => b.write("#!/no/such/interpreter\n"),
      /could not be started \(ENOENT\)/,
    ],
    [
      "that is not a program",
      "text",
      (b: Buffer) => b.fill("x"),
      /could not be started \(it is not a program\)/,
    ],
  ] as const)("an executable %s is refused in words", async (_, what, change, why) => {
    const done = await sh("echo ran", { env: { CAVEMAN_MCP_BIN: broken(what, change) } });
    expect([done.code, done.stdout]).toEqual([127, ""]);
    expect(done.stderr.split("\n")[1]).toMatch(why);
    expect(done.stderr).not.toContain("stack trace");
  });
});
