/** What is published for hosts names this version: the plugin, and the links of docs/install-hosts.md. */
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { HOSTS } from "../../src/hosts/registry.ts";

const ROOT = join(import.meta.dir, "..", "..");
const read = (...path: string[]) => readFileSync(join(ROOT, ...path), "utf8");
const { version } = JSON.parse(read("package.json"));

/** A variable that the host replaces. */
const variable = (name: string) => `$\{${name}}`;

test("the Claude Code plugin starts this version, in a folder of its own that is there", () => {
  const plugin = join("release", "claude-plugin");
  const manifest = JSON.parse(read(plugin, ".claude-plugin", "plugin.json"));
  expect(manifest.version).toBe(version);
  expect(manifest.mcpServers.caveman).toEqual({
    command: "npx",
    args: ["--prefix", `${variable("CLAUDE_PLUGIN_ROOT")}/npx`, "-y", `caveman-mcp@${version}`],
  });
  expect(existsSync(join(ROOT, plugin, "npx", "package.json"))).toBe(true);
  const [listed] = JSON.parse(read(".claude-plugin", "marketplace.json")).plugins;
  expect(listed).toMatchObject({ name: manifest.name, source: "./release/claude-plugin" });
});

test("the links of Cursor and VS Code hold this version's command", () => {
  const page = read("docs", "install-hosts.md");
  const wanted = { command: "npx", args: ["--prefix", variable("userHome"), "-y", `caveman-mcp@${version}`] };
  const link = (name: string) =>
    new URL(new RegExp(`\\[add to ${name}\\]\\(([^)]+)\\)`).exec(page)?.[1] ?? "");
  expect(JSON.parse(atob(link("Cursor").searchParams.get("config") ?? ""))).toEqual(wanted);
  expect(JSON.parse(link("VS Code").searchParams.get("config") ?? "")).toEqual(wanted);
});

test("the pages name every host", () => {
  for (const { id } of HOSTS) {
    expect(read("docs", "reference", "hosts.md")).toContain(`| \`${id}\` |`);
    expect(read("docs", "install-hosts.md")).toContain(id);
  }
});

test("this repository's own registration is what a host reads", () => {
  const { mcpServers } = JSON.parse(read(".mcp.json"));
  expect(mcpServers.caveman).toEqual({ type: "stdio", command: "dist/caveman-mcp", args: [], env: {} });
});
