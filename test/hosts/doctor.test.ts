/** Every condition that doctor knows, made real; and that it changes nothing, connects to nothing, starts nothing. */

import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { checkEnvironment, KNOWN } from "../../src/cli/doctor/environment.ts";
import { checkExecutable, checkLauncherCache } from "../../src/cli/doctor/executable.ts";
import { exitCodeOf, type Finding } from "../../src/cli/doctor/finding.ts";
import { checkHosts } from "../../src/cli/doctor/hosts.ts";
import { selfTest } from "../../src/cli/doctor/self-test.ts";
import { checkStore, LITTLE_DISK_BYTES } from "../../src/cli/doctor/store.ts";
import { claudeCode } from "../../src/hosts/clients/claude-code.ts";
import { codex } from "../../src/hosts/clients/codex.ts";
import type { HostDefinition } from "../../src/hosts/contract.ts";
import { install } from "../../src/hosts/install.ts";
import { npxFolder, npxLaunch } from "../../src/hosts/launch.ts";
import { openStore } from "../../src/store/open-store.ts";
import { VERSION } from "../../src/text/version.ts";
import { type Sandbox, sandbox, snapshot } from "./support/sandbox.ts";

const ROOT = join(import.meta.dir, "..", "..");
const META = { contentType: "text", compressor: "x", tokensBefore: 10, tokensAfter: 2 };

let box: Sandbox;
let env: Record<string, string>;
beforeEach(() => {
  box = sandbox();
  env = { CAVEMAN_HOME: box.machine.cavemanHome };
  chmodSync(box.machine.cavemanHome, 0o700);
});
afterEach(() => box.remove());

function levels(findings: readonly Finding[]): Record<string, string> {
  return Object.fromEntries(findings.map((f) => [f.code, f.level]));
}

test("the exit code is the gravest finding's", () => {
  const of = (level: Finding["level"]): Finding => ({ area: "store", level, code: "x", message: "" });
  expect(exitCodeOf([of("fine"), of("note")])).toBe(0);
  expect(exitCodeOf([of("fine"), of("warning")])).toBe(1);
  expect(exitCodeOf([of("broken"), of("warning")])).toBe(2);
});

describe("executable and launcher", () => {
  test("from source", () => {
    expect(checkExecutable(null).level).toBe("warning");
    expect(checkExecutable("/x").level).toBe("fine");
  });

  const bin = (): string => {
    const folder = join(box.machine.cavemanHome, "bin");
    mkdirSync(folder, { mode: 0o700 });
    return folder;
  };

  test("no home, no cache, a cache that is a file, one that others can write", () => {
    expect(levels(checkLauncherCache(null))).toEqual({ no_home: "warning" });
    expect(levels(checkLauncherCache(box.machine.cavemanHome))).toEqual({ launcher_cache_empty: "fine" });
    const file = join(box.machine.cavemanHome, "bin");
    chmodSync(bin(), 0o777);
    expect(levels(checkLauncherCache(box.machine.cavemanHome))).toEqual({
      launcher_cache_not_private: "warning",
    });
    chmodSync(file, 0o700);
    writeFileSync(join(box.root, "bin"), "", { mode: 0o600 });
    expect(levels(checkLauncherCache(box.root))).toEqual({ launcher_cache_unreadable: "warning" });
  });

  test("a cached executable that is the released one, one that is not, one without manifest, an unfinished one", () => {
    const folder = bin();
    const name = "caveman-mcp-1.2.3-linux-x64";
    const check = () => levels(checkLauncherCache(box.machine.cavemanHome));
    writeFileSync(join(folder, name), "released");
    expect(check()).toEqual({ launcher_cached_damaged: "warning" });
    const sha256 = createHash("sha256").update("released").digest("hex");
    const manifest = (file: string) => JSON.stringify({ artifacts: [{ file, sha256 }] });
    writeFileSync(join(folder, "checksums-1.2.3.json"), manifest(name));
    expect(check()).toEqual({ launcher_cached: "fine" });
    writeFileSync(join(folder, name), "tampered");
    expect(check()).toEqual({ launcher_cached_damaged: "warning" });
    writeFileSync(join(folder, "checksums-1.2.3.json"), manifest("another"));
    expect(check()).toEqual({ launcher_cached_damaged: "warning" });
    writeFileSync(join(folder, ".partial"), "");
    expect(check()).toMatchObject({ launcher_cache_unfinished: "note" });
  });
});

describe("store", () => {
  const stored = (): string => {
    const store = openStore(env, () => {});
    const put = store.put(new TextEncoder().encode("an original"), META);
    store.close();
    if (put.kind !== "stored") throw new Error("not stored");
    return put.handle;
  };
  const database = (): string => join(box.machine.cavemanHome, "ccr.db");

  test("none yet, in memory, refused", () => {
    expect(levels(checkStore(env))).toEqual({ store_absent: "fine" });
    expect(levels(checkStore({ ...env, CAVEMAN_MCP_EPHEMERAL: "1" }))).toEqual({ store_in_memory: "note" });
    expect(levels(checkStore({ CAVEMAN_CCR_DB: "relative.db" }))).toEqual({ store_unavailable: "broken" });
  });

  test("sound, and what it saved", () => {
    stored();
    const findings = checkStore(env);
    expect(levels(findings)).toEqual({ store: "fine", store_sound: "fine", savings: "fine" });
    expect(findings.at(-1)?.message).toContain("10 tokens, their views 2");
  });

  test("no database", () => {
    writeFileSync(database(), "not a database, but long enough to be looked at ".repeat(100), {
      mode: 0o600,
    });
    expect(levels(checkStore(env))).toEqual({ store_unavailable: "broken" });
  });

  test("readable by others; nearly full; little disk", () => {
    stored();
    chmodSync(database(), 0o644);
    expect(levels(checkStore(env)).store_warning).toBe("warning");
    chmodSync(database(), 0o600);
    expect(levels(checkStore({ ...env, CAVEMAN_CCR_MAX_BYTES: "12" })).store_warning).toBe("warning");
    expect(levels(checkStore(env, LITTLE_DISK_BYTES - 1)).store_disk).toBe("warning");
  });

  test("an original that is not what its handle says", () => {
    stored();
    const db = new Database(database());
    db.run("UPDATE recoveries SET original = x'00'");
    db.close();
    expect(levels(checkStore(env)).store_corrupt_originals).toBe("broken");
  });

  test("a damaged database", () => {
    stored();
    const db = new Database(database());
    db.run("PRAGMA wal_checkpoint(TRUNCATE)");
    db.run("PRAGMA journal_mode=DELETE");
    const page = db.query<{ rootpage: number }, []>(
      "SELECT rootpage FROM sqlite_schema WHERE name LIKE 'sqlite_autoindex_recoveries%'",
    );
    const { rootpage = 0 } = page.get() ?? {};
    const { page_size: size } = db.query<{ page_size: number }, []>("PRAGMA page_size").get() ?? {
      page_size: 0,
    };
    page.finalize();
    db.close();
    const bytes = readFileSync(database());
    // The index of the handles loses its content: rows without entries.
    bytes.fill(0, (rootpage - 1) * size + 3, (rootpage - 1) * size + 5);
    writeFileSync(database(), bytes);
    const found = levels(checkStore(env));
    expect([found.store_damaged, found.store_corrupt_originals, found.store_unavailable]).toContain("broken");
  });
});

describe("hosts", () => {
  const executable = (): string => {
    const path = join(box.root, "caveman-mcp");
    writeFileSync(path, "#!/bin/sh\n", { mode: 0o755 });
    return path;
  };
  const wanted = (command: string) => (host: HostDefinition) => host.entry({ command, args: [] });
  const check = (command: string) => checkHosts(box.machine, wanted(command));
  const write = (servers: unknown): void =>
    writeFileSync(box.place(claudeCode).file, JSON.stringify({ mcpServers: { caveman: servers } }));

  test("none here; one here, not registered", () => {
    expect(levels(check("/x"))).toEqual({ no_host: "note" });
    mkdirSync(join(box.machine.home, ".claude"));
    expect(levels(check("/x"))).toEqual({ not_registered: "note" });
  });

  test("registered by install; with npx; by hand; from a source tree", () => {
    const command = executable();
    install(box.place(claudeCode), claudeCode.entry({ command, args: [] }), { force: false, dryRun: false });
    expect(levels(check(command))).toEqual({ registered: "fine" });
    const npx = npxLaunch(process.platform, box.machine.cavemanHome, VERSION, "caveman-mcp");
    write(claudeCode.entry(npx));
    expect(levels(check(command))).toEqual({ npx_folder_missing: "broken" });
    mkdirSync(npxFolder(process.platform, box.machine.cavemanHome));
    expect(levels(check(command))).toEqual({ registered: "fine" });
    write({ command });
    expect(levels(checkHosts(box.machine, () => null))).toEqual({ registered: "note" });
  });

  test("another command than install would write", () => {
    const command = executable();
    write({ command, args: ["--old"] });
    expect(levels(check(command))).toEqual({ registration_differs: "warning" });
  });

  test("a command that is gone, a folder, not executable, none, or looked up", () => {
    write({ command: join(box.root, "gone") });
    expect(levels(check("/x"))).toEqual({ command_unusable: "broken" });
    write({ command: box.root });
    expect(levels(check("/x"))).toEqual({ command_unusable: "broken" });
    const command = executable();
    chmodSync(command, 0o600);
    write({ command });
    expect(levels(check("/x"))).toEqual({ command_unusable: "broken" });
    write({ url: "https://x/" });
    expect(levels(check("/x"))).toEqual({ no_command: "broken" });
    for (const bare of ["npx", "caveman-mcp", "./node_modules/.bin/caveman-mcp"]) {
      write({ command: bare, args: ["caveman-mcp"] });
      expect(levels(check("/x"))).toEqual({ command_looked_up: "warning" });
    }
  });

  test("a file that cannot be read; one of a project", () => {
    mkdirSync(join(box.machine.home, ".codex"));
    writeFileSync(box.place(codex).file, "a = [");
    expect(levels(check("/x"))).toEqual({ config_unreadable: "warning" });
    writeFileSync(join(box.machine.cwd, ".mcp.json"), '{"mcpServers": {"caveman": {"command": "sh"}}}');
    expect(levels(check("/x"))).toEqual({ config_unreadable: "warning", command_looked_up: "warning" });
  });
});

describe("self-test", () => {
  test("passes", () => expect(selfTest().level).toBe("fine"));

  test("fails where bytes do not come back, nothing is shortened, or something throws", () => {
    const outcome = {
      output: "disk full",
      recovery_handle: "ccr_x",
      tokens_before: 9,
      tokens_after: 1,
    } as never;
    const compress = () => outcome;
    const other = { kind: "original", bytes: new Uint8Array(3), contentType: "json" } as const;
    expect(selfTest({ compress, retrieve: () => other }).level).toBe("broken");
    const nothing = { output: "", recovery_handle: null, tokens_before: 9, tokens_after: 9 } as never;
    expect(selfTest({ compress: () => nothing, retrieve: () => other }).level).toBe("broken");
    const thrown = (): never => {
      throw new Error("payload that must not be told");
    };
    const failed = selfTest({ compress: thrown, retrieve: thrown });
    expect(failed.level).toBe("broken");
    expect(failed.message).not.toContain("payload");
  });
});

describe("environment", () => {
  test("variables in effect, misspelled ones, values that may be secret", () => {
    const set = {
      CAVEMAN_HOME: "/h",
      CAVEMAN_CCR_MAXBYTES: "1",
      CAVEMAN_PROXY_HEADER: "secret",
      CAVEMAN_RELEASE_BASE: "https://u:secret@x",
    };
    const findings = checkEnvironment(set, null);
    expect(levels(findings)).toMatchObject({ unknown_variable: "warning", execute_mcp: "fine" });
    expect(JSON.stringify(findings)).not.toContain("secret");
  });

  test("execute.mcp of a value that is none", () => {
    expect(levels(checkEnvironment({ CAVEMAN_MCP: "maybe" }, null)).execute_mcp).toBe("warning");
    for (const text of ["{", '{"execute": {"mcp": 1}}', "[]"]) {
      writeFileSync(join(box.machine.cavemanHome, "config.json"), text);
      expect(levels(checkEnvironment({}, box.machine.cavemanHome)).execute_mcp).toBe(
        text === "[]" ? "fine" : "warning",
      );
    }
  });

  test("the list of variables is the reference's", () => {
    const page = readFileSync(join(ROOT, "docs", "reference", "environment.md"), "utf8");
    const documented = new Set(page.match(/CAVEMAN_[A-Z0-9_]*[A-Z0-9]/g));
    const others = [...documented].filter((name) => !name.startsWith("CAVEMAN_PROXY"));
    expect(others.sort()).toEqual([...KNOWN].sort());
  });
});

const EXECUTABLE = join(ROOT, "dist", process.platform === "win32" ? "caveman-mcp.exe" : "caveman-mcp");
const missing = [EXECUTABLE, "/usr/bin/strace"].filter((path) => !existsSync(path));
if (missing.length > 0)
  console.warn(`skip: doctor's system calls are not watched without ${missing.join(", ")}`);

test.skipIf(missing.length > 0)("changes nothing, connects to nothing, starts nothing", async () => {
  const store = openStore(env, () => {});
  store.put(new TextEncoder().encode("an original"), META);
  store.close();
  const evil = join(box.root, "evil");
  writeFileSync(evil, `#!/bin/sh\ntouch ${join(box.root, "started")}\n`, { mode: 0o755 });
  const entry = { mcpServers: { caveman: { command: evil } } };
  writeFileSync(join(box.machine.cwd, ".mcp.json"), JSON.stringify(entry));
  writeFileSync(join(box.machine.home, ".claude.json"), JSON.stringify(entry));
  const before = snapshot(box.root);
  const trace = join(dirname(box.root), `${box.root.split("/").at(-1)}.trace`);
  const doctor = Bun.spawn(
    [
      "/usr/bin/strace",
      "-f",
      "-qq",
      "-e",
      "trace=network,execve,execveat",
      "-o",
      trace,
      EXECUTABLE,
      "doctor",
      "--json",
    ],
    {
      env: { ...env, HOME: box.machine.home, PATH: "" },
      cwd: box.machine.cwd,
      stdout: "pipe",
      stderr: "ignore",
    },
  );
  const report = JSON.parse(await new Response(doctor.stdout).text());
  expect(await doctor.exited).toBe(report.exit);
  expect(levels(report.findings)).toMatchObject({ self_test: "fine", registration_differs: "warning" });
  expect(snapshot(box.root)).toEqual(before);
  const calls = readFileSync(trace, "utf8").split("\n");
  await Bun.file(trace).delete();
  expect(calls.filter((call) => /\b(?:connect|bind|sendto|AF_INET6?)\b/.test(call))).toEqual([]);
  expect(calls.filter((call) => /\bexecve(?:at)?\(/.test(call))).toHaveLength(1);
});
