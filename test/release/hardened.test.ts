/** A compiled program does what it was built for, whatever lies in its folder or stands in the environment. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileExecutable } from "../../build/executable.ts";
import { BLANKED_VARIABLES, CRASH_REPORT_URL, harden } from "../../build/harden.ts";
import { ownRuntime } from "../../build/runtime.ts";

const ROOT = join(import.meta.dir, "..", "..");
const dir = mkdtempSync(join(tmpdir(), "caveman-hardened-"));
const stamp = { version: "1.2.3", commit: "0".repeat(40), date: "2026-01-01T00:00:00Z" };
const runtime = ownRuntime(join(ROOT, "dist", ".runtime"));

function compiled(name: string, outDir: string, workers: string[] = [], from = runtime): string {
  const outfile = join(dir, outDir, "caveman-mcp");
  const main = `test/release/programs/${name}.ts`;
  const program = { name: "caveman-mcp" as const, main, workers };
  compileExecutable({ root: ROOT, program, stamp, outfile, runtime: from });
  return outfile;
}

/** A folder with everything that a Bun program may pick up, all of it hostile. */
function hostileFolder(): string {
  const folder = mkdtempSync(join(dir, "hostile-"));
  const files: Record<string, string> = {
    ".env": "HOSTILE_DOT_ENV=yes\n",
    ".env.local": "HOSTILE_DOT_ENV=local\n",
    ".env.production": "HOSTILE_DOT_ENV=production\n",
    "bunfig.toml": 'preload = ["./evil.ts"]\n[run]\npreload = ["./evil.ts"]\n',
    "package.json": '{"name": "hostile", "type": "commonjs", "imports": {"#x": "./evil.ts"}}',
    "tsconfig.json": '{"compilerOptions": {"paths": {"*": ["./evil.ts"]}}}',
    "evil.ts": 'globalThis.hostilePreload = true; console.log("EVIL");',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

let program = "";
beforeAll(() => {
  program = compiled("main", "a", ["test/release/programs/worker.ts"]);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function run(env: Record<string, string> = {}) {
  const cwd = hostileFolder();
  const before = readdirSync(cwd).sort();
  const done = spawnSync(program, ["--preload", "./evil.ts"], {
    cwd,
    env: { PATH: process.env.PATH ?? "", HOME: cwd, ...env },
    encoding: "utf8",
    timeout: 20_000,
  });
  return { ...done, created: readdirSync(cwd).filter((name) => !before.includes(name)) };
}

const UNTOUCHED = {
  main: true,
  worker: "hello from the worker",
  execArgv: [],
  argv: ["--preload", "./evil.ts"],
  fromDotEnv: null,
  preloaded: false,
};

describe("a compiled program", () => {
  test("ignores the folder that it is started in, the home folder included", () => {
    const done = run();
    expect([done.stderr, done.status, done.created]).toEqual(["", 0, []]);
    expect(JSON.parse(done.stdout)).toEqual(UNTOUCHED);
  });

  test.each([
    ["BUN_OPTIONS", "--preload ./evil.ts"],
    ["BUN_BE_BUN", "1"],
    ["BUN_INSPECT", "unix://./debugger.sock"],
    ["BUN_INSPECT_CONNECT_TO", "unix://./debugger.sock"],
    ["BUN_INSPECT_PRELOAD", "./evil.ts"],
    ["BUN_BYTECODE_ORDER_OUT", "./order"],
    ["BUN_BYTECODE_DIGEST_OUT", "./digest"],
    ["NODE_OPTIONS", "--require ./evil.ts"],
  ])("ignores %s", (name, value) => {
    const done = run({ [name]: value });
    expect([done.stderr, done.status, done.created]).toEqual(["", 0, []]);
    expect(JSON.parse(done.stdout)).toEqual(UNTOUCHED);
  });

  test("opens no socket when a debugger is asked for", () => {
    if (spawnSync("strace", ["-V"]).status !== 0) {
      console.warn("skip: strace is not installed, sockets of a compiled program not looked at");
      return;
    }
    const cwd = hostileFolder();
    const done = spawnSync(
      "strace",
      ["-f", "-e", "trace=socket,connect,bind,listen", "-o", "trace", program],
      {
        cwd,
        env: { PATH: process.env.PATH ?? "", HOME: cwd, BUN_INSPECT: "ws://127.0.0.1:0/x" },
        timeout: 30_000,
      },
    );
    expect(done.status).toBe(0);
    expect(readFileSync(join(cwd, "trace"), "utf8")).not.toMatch(/\b(socket|connect|bind|listen)\(/);
  });

  test("two builds are the same bytes", () => {
    const again = compiled("main", "b", ["test/release/programs/worker.ts"]);
    expect(readFileSync(again).equals(readFileSync(program))).toBe(true);
  });

  test.skipIf(process.platform === "win32")("a crash sends nothing, even when asked to", async () => {
    /** Crashes the program with a stand-in for curl on its PATH; the address curl was given, or null. */
    const crash = async (file: string) => {
      const bin = mkdtempSync(join(dir, "bin-"));
      writeFileSync(
        join(bin, "curl"),
        `#!/bin/sh\necho "$@" > "${bin}/asked.new"; mv "${bin}/asked.new" "${bin}/asked"\n`,
      );
      chmodSync(join(bin, "curl"), 0o755);
      const env = { PATH: `${bin}:${process.env.PATH}`, BUN_ENABLE_CRASH_REPORTING: "1" };
      const done = spawnSync(file, [], { env, encoding: "utf8" });
      expect(done.status === 0).toBe(false);
      // curl is started by the dying process and not waited for: give it as long as the control needs.
      for (let i = 0; i < 50 && !existsSync(join(bin, "asked")); i++) await Bun.sleep(10);
      const asked = existsSync(join(bin, "asked")) ? readFileSync(join(bin, "asked"), "utf8") : null;
      return { stderr: done.stderr, asked };
    };
    const control = await crash(compiled("crash", "d", [], process.execPath));
    expect(control.asked).toContain(CRASH_REPORT_URL);
    const hardened = await crash(compiled("crash", "c"));
    expect(hardened.asked).toBeNull();
    expect(hardened.stderr).toContain("nowhere://disabled");
    expect(hardened.stderr).not.toContain(CRASH_REPORT_URL);
  });
});

describe("hardening", () => {
  const table = (names: readonly string[], url = CRASH_REPORT_URL) =>
    Buffer.from(`\0${names.join("\0")}\0${url}\0`, "latin1");

  test("blanks every name and the address, and changes nothing else", () => {
    const runtime = table([...BLANKED_VARIABLES, "BUN_TMPDIR"]);
    const before = Buffer.from(runtime);
    harden(runtime);
    for (const name of BLANKED_VARIABLES) expect(runtime.includes(`\0${name}\0`)).toBe(false);
    expect(runtime.includes("\0BUN_TMPDIR\0")).toBe(true);
    expect(runtime.length).toBe(before.length);
    const changed = [...runtime].filter((byte, i) => byte !== before[i]).length;
    const url = [..."nowhere://disabled"].filter((c, i) => c !== CRASH_REPORT_URL[i]).length;
    expect(changed).toBe(BLANKED_VARIABLES.length + url);
  });

  test("refuses a runtime that lacks a name or holds it twice", () => {
    expect(() => harden(table(BLANKED_VARIABLES.slice(1)))).toThrow("BUN_OPTIONS does not occur");
    expect(() => harden(table([...BLANKED_VARIABLES, "BUN_BE_BUN"]))).toThrow("occurs more than once");
    expect(() => harden(table(BLANKED_VARIABLES, "https://elsewhere"))).toThrow("does not occur");
  });
});
