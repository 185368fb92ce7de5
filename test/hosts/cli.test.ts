/** The verbs as a person runs them, with the real executable. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { countTokens } from "../../src/tokens/counter.ts";
import { Client } from "../support/client.ts";
import { type Sandbox, sandbox, snapshot } from "./support/sandbox.ts";

const ROOT = join(import.meta.dir, "..", "..");
const EXECUTABLE = join(ROOT, "dist", process.platform === "win32" ? "caveman-mcp.exe" : "caveman-mcp");
const isBuilt = existsSync(EXECUTABLE);
if (!isBuilt)
  console.warn("skip: the verbs of hosts are not tried, dist/caveman-mcp is not built (npm run build)");

let box: Sandbox;
let env: Record<string, string>;
beforeEach(() => {
  box = sandbox();
  env = { HOME: box.machine.home, CAVEMAN_HOME: box.machine.cavemanHome, PATH: "" };
});
afterEach(() => box.remove());

function run(...args: string[]) {
  const done = Bun.spawnSync([EXECUTABLE, ...args], { env, cwd: box.machine.cwd });
  return { code: done.exitCode, out: done.stdout.toString(), err: done.stderr.toString() };
}

describe.skipIf(!isBuilt)("hosts on the command line", () => {
  test("install, hosts, install again, uninstall", () => {
    const before = snapshot(box.machine.home);
    const first = run("install", "claude-code");
    expect(first).toMatchObject({ code: 0 });
    expect(first.out).toContain("caveman added in");
    const file = join(box.machine.home, ".claude.json");
    const entry = JSON.parse(readFileSync(file, "utf8")).mcpServers.caveman;
    expect(entry).toEqual({ type: "stdio", command: EXECUTABLE, args: [], env: {} });
    expect(JSON.parse(run("hosts", "--json").out)[0]).toMatchObject({
      host: "claude-code",
      found: true,
      user: { file, registered: "ours" },
    });
    expect(run("hosts").out).toMatch(/^claude-code\s+yes\s+yes\s+no/m);
    expect(run("install", "claude-code").out).toContain("already");
    expect(run("uninstall", "claude-code")).toMatchObject({ code: 0 });
    expect(snapshot(box.machine.home)).toEqual(before);
    expect(run("uninstall", "claude-code").out).toContain("not registered");
  });

  test("the prefix cost that is printed is that of the server's tools/list", async () => {
    const client = new Client([EXECUTABLE], env, box.machine.cwd);
    await client.initialize("2025-11-25");
    await client.call("tools/list", {});
    await client.close();
    const line = client.lines.at(-1) ?? "";
    const result = /"result":(\{.*\})\}$/.exec(line)?.[1] ?? "";
    const tokens = countTokens(result).tokens;
    expect(tokens).toBeGreaterThan(100);
    expect(run("install", "cursor").out).toContain(`cost ${tokens} tokens`);
    expect(JSON.parse(run("doctor", "--json").out).prefix_tokens).toBe(tokens);
  });

  test("--dry-run prints a unified diff and changes nothing", () => {
    const file = join(box.machine.home, ".claude.json");
    writeFileSync(file, '{\n  "theme": "dark"\n}\n');
    const before = snapshot(box.root);
    const { out, code } = run("install", "claude-code", "--dry-run");
    expect(code).toBe(0);
    expect(out).toContain(`+++ ${file}`);
    expect(out).toContain('-  "theme": "dark"\n+  "theme": "dark",\n+  "mcpServers": {');
    expect(snapshot(box.root)).toEqual(before);
  });

  test("somebody else's entry is shown without its secrets, and left", () => {
    const file = join(box.machine.home, ".claude.json");
    const text = '{"mcpServers": {"caveman": {"command": "/mine", "env": {"KEY": "s3cret"}}}}';
    writeFileSync(file, text);
    for (const verb of ["install", "uninstall"]) {
      const { code, err } = run(verb, "claude-code");
      expect(code).toBe(1);
      expect(err).toContain("/mine");
      expect(err).not.toContain("s3cret");
      expect(readFileSync(file, "utf8")).toBe(text);
    }
  });

  test("install --auto registers with what is here, unless execute.mcp says no", () => {
    mkdirSync(join(box.machine.home, ".claude"));
    mkdirSync(join(box.machine.home, ".codex"));
    for (const mode of ["false", "marker-only", "nonsense"]) {
      env.CAVEMAN_MCP = mode;
      expect(run("install", "--auto").out).toContain("Nothing was registered");
    }
    expect(run("install", "codex").code).toBe(0);
    delete env.CAVEMAN_MCP;
    writeFileSync(join(box.machine.cavemanHome, "config.json"), '{"execute": {"mcp": false}}');
    expect(run("install", "--auto").out).toContain("Nothing was registered");
    env.CAVEMAN_MCP = "true";
    const { out, code } = run("install", "--auto");
    expect(code).toBe(0);
    expect(out).toContain("caveman added in");
    expect(out).toContain("already");
  });

  test("a proxied server is registered beside it, and goes with it", () => {
    expect(run("install", "codex", "--proxy", "docs=https://example.com/mcp").code).toBe(0);
    const file = join(box.machine.home, ".codex", "config.toml");
    expect(readFileSync(file, "utf8")).toContain(
      `[mcp_servers.docs]\ncommand = "${join(ROOT, "dist", "caveman-mcp-proxy")}"\nargs = ["--url", "https://example.com/mcp", "--recovery"]`,
    );
    expect(run("uninstall", "codex").code).toBe(0);
    expect(existsSync(file)).toBe(false);
  });

  test("wrong usage is told in one line, without quoting a URL", () => {
    const wrong = [
      ["install"],
      ["install", "nosuchhost"],
      ["install", "codex", "--scope", "world"],
      ["install", "codex", "--proxy", "docs=https://user:s3cret@example.com/"],
      ["install", "codex", "--proxy", "docs=file:///s3cret"],
      ["install", "codex", "--proxy", "two words=https://s3cret/"],
      ["print", "codex", "--link"],
    ];
    for (const args of wrong) {
      const { code, err, out } = run(...args);
      expect(code).toBe(2);
      expect(out).toBe("");
      expect(err.trim().split("\n")).toHaveLength(1);
      expect(err).not.toContain("s3cret");
    }
    expect(run("install", "windsurf", "--scope", "project")).toMatchObject({ code: 1 });
  });

  test("print gives what install writes, and links that hold it", () => {
    expect(JSON.parse(run("print").out)).toEqual({
      mcpServers: { caveman: { command: EXECUTABLE, args: [] } },
    });
    expect(run("print", "--toml").out).toBe(`[mcp_servers.caveman]\ncommand = "${EXECUTABLE}"\nargs = []\n`);
    expect(JSON.parse(run("print", "opencode").out).mcp.caveman.command).toEqual([EXECUTABLE]);
    const cursor = new URL(run("print", "cursor", "--link").out.trim());
    expect(JSON.parse(atob(cursor.searchParams.get("config") ?? ""))).toEqual({
      command: EXECUTABLE,
      args: [],
    });
    const vscode = run("print", "vscode", "--link").out.trim();
    expect(JSON.parse(decodeURIComponent(vscode.slice(vscode.indexOf("?") + 1)))).toMatchObject({
      name: "caveman",
    });
    const npx = JSON.parse(run("print", "--npx").out).mcpServers.caveman;
    expect(npx.args.slice(0, 2)).toEqual(["--prefix", join(box.machine.cavemanHome, "npx")]);
  });

  test("report: everything, one original, as text, JSON and a private page", () => {
    expect(run("report")).toMatchObject({ code: 0, out: "" });
    const rows = Array.from({ length: 300 }, (_, id) => ({ id, state: "ok", ms: id % 9 }));
    const input = join(box.machine.cwd, "rows.json");
    writeFileSync(input, JSON.stringify(rows));
    const handle = /ccr_[0-9a-f]{32}/.exec(run("compress", input).err)?.[0] ?? "";
    const before = snapshot(box.root);
    const all = JSON.parse(run("report", "--json", "--since", "7d").out);
    expect(all).toMatchObject({
      schema: "caveman.mcp.report.v1",
      originals: 1,
      by_type: [{ name: "json", originals: 1 }],
    });
    expect(all.tokens_after).toBeLessThan(all.tokens_before);
    expect(JSON.parse(run("report", "--json", "--since", "2999-01-01").out)).toMatchObject({
      originals: 0,
      largest: [],
    });
    for (const output of [run("report").out, JSON.stringify(all), run("report", "--html", "-").out]) {
      expect(output).not.toContain(handle);
    }
    const one = JSON.parse(run("report", handle, "--json").out);
    expect(one).toMatchObject({ handle, view_as_shown: true, tokens_before: all.tokens_before });
    expect(one.parts.some((part: { shown: boolean }) => !part.shown)).toBe(true);
    expect(run("report", handle).out).toMatch(/^- /m);
    expect(snapshot(box.root)).toEqual(before);
    const page = join(box.machine.cwd, "report.html");
    expect(run("report", `<<ccr:${handle}>>`, "--html", page).code).toBe(0);
    expect(statSync(page).mode & 0o777).toBe(0o600);
    expect(readFileSync(page, "utf8")).toContain('id="gone-0"');
  });

  test("report: what is wrong is said", () => {
    expect(run("report", `ccr_${"0".repeat(32)}`)).toMatchObject({ code: 1, out: "" });
    expect(run("report", "nothing")).toMatchObject({ code: 1, out: "" });
    expect(run("report", "--html", join(box.root, "no", "such", "folder")).err).not.toContain("internal");
    for (const args of [
      ["--since", "soon"],
      ["--json", "--html", "x"],
      ["--query", "x"],
      ["ccr_x", "--since", "7d"],
    ]) {
      expect(run("report", ...args)).toMatchObject({ code: 2, out: "" });
    }
  });
});
