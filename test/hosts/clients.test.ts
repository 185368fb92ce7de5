/** Where each host's files are on each platform, and the form of its entry. */
import { describe, expect, test } from "bun:test";
import type { Machine } from "../../src/hosts/contract.ts";
import { isHere, launchIn, npxLaunch } from "../../src/hosts/launch.ts";
import { HOSTS } from "../../src/hosts/registry.ts";

const LAUNCH = { command: "/bin/caveman-mcp", args: ["--x"] };

function machine(platform: string, home: string | null, env: Machine["env"] = {}): Machine {
  return { platform, home, env, cwd: platform === "win32" ? "C:\\p" : "/p", cavemanHome: null };
}

const MACHINES = {
  linux: machine("linux", "/h"),
  xdg: machine("linux", "/h", { XDG_CONFIG_HOME: "/c", CODEX_HOME: "/x", CLAUDE_CONFIG_DIR: "/cl" }),
  darwin: machine("darwin", "/Users/h"),
  win32: machine("win32", "C:\\Users\\h", { APPDATA: "C:\\Users\\h\\AppData\\Roaming" }),
};

describe("files", () => {
  const wanted: Record<string, Record<keyof typeof MACHINES, string>> = {
    "claude-code": {
      linux: "/h/.claude.json",
      xdg: "/cl/.claude.json",
      darwin: "/Users/h/.claude.json",
      win32: "C:\\Users\\h\\.claude.json",
    },
    "claude-desktop": {
      linux: "/h/.config/Claude/claude_desktop_config.json",
      xdg: "/c/Claude/claude_desktop_config.json",
      darwin: "/Users/h/Library/Application Support/Claude/claude_desktop_config.json",
      win32: "C:\\Users\\h\\AppData\\Roaming\\Claude\\claude_desktop_config.json",
    },
    cursor: {
      linux: "/h/.cursor/mcp.json",
      xdg: "/h/.cursor/mcp.json",
      darwin: "/Users/h/.cursor/mcp.json",
      win32: "C:\\Users\\h\\.cursor\\mcp.json",
    },
    vscode: {
      linux: "/h/.config/Code/User/mcp.json",
      xdg: "/c/Code/User/mcp.json",
      darwin: "/Users/h/Library/Application Support/Code/User/mcp.json",
      win32: "C:\\Users\\h\\AppData\\Roaming\\Code\\User\\mcp.json",
    },
    codex: {
      linux: "/h/.codex/config.toml",
      xdg: "/x/config.toml",
      darwin: "/Users/h/.codex/config.toml",
      win32: "C:\\Users\\h\\.codex\\config.toml",
    },
    opencode: {
      linux: "/h/.config/opencode/opencode.json",
      xdg: "/c/opencode/opencode.json",
      darwin: "/Users/h/.config/opencode/opencode.json",
      win32: "C:\\Users\\h\\.config\\opencode\\opencode.json",
    },
    "gemini-cli": {
      linux: "/h/.gemini/settings.json",
      xdg: "/h/.gemini/settings.json",
      darwin: "/Users/h/.gemini/settings.json",
      win32: "C:\\Users\\h\\.gemini\\settings.json",
    },
    windsurf: {
      linux: "/h/.codeium/windsurf/mcp_config.json",
      xdg: "/h/.codeium/windsurf/mcp_config.json",
      darwin: "/Users/h/.codeium/windsurf/mcp_config.json",
      win32: "C:\\Users\\h\\.codeium\\windsurf\\mcp_config.json",
    },
    zed: {
      linux: "/h/.config/zed/settings.json",
      xdg: "/c/zed/settings.json",
      darwin: "/Users/h/.config/zed/settings.json",
      win32: "C:\\Users\\h\\AppData\\Roaming\\Zed\\settings.json",
    },
    cline: {
      linux: "/h/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
      xdg: "/c/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
      darwin:
        "/Users/h/Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
      win32:
        "C:\\Users\\h\\AppData\\Roaming\\Code\\User\\globalStorage\\saoudrizwan.claude-dev\\settings\\cline_mcp_settings.json",
    },
  };
  for (const host of HOSTS) {
    test(host.id, () => {
      for (const [name, where] of Object.entries(MACHINES)) {
        expect(host.files("user", where)[0]).toBe(wanted[host.id]?.[name as keyof typeof MACHINES]);
      }
      expect(host.files("user", machine("linux", null))).toEqual([]);
    });
  }
  test("every host is in the table above", () => {
    expect(HOSTS.map((h) => h.id).sort()).toEqual(Object.keys(wanted).sort());
  });
});

test("every entry names the command and its arguments, and nothing secret", () => {
  for (const host of HOSTS) {
    expect(launchIn(host.entry(LAUNCH))).toEqual(LAUNCH);
    expect(host.next.length).toBeGreaterThan(10);
  }
});

test("a host is here by its files or by its program in PATH, which is only looked for", () => {
  const [claude] = HOSTS;
  if (claude === undefined) throw new Error("no hosts");
  const linux = machine("linux", "/h", { PATH: "/a::/b" });
  expect(isHere(claude, linux, () => false)).toBe(false);
  expect(isHere(claude, linux, (path) => path === "/h/.claude")).toBe(true);
  expect(isHere(claude, linux, (path) => path === "/b/claude")).toBe(true);
  const windows = machine("win32", "C:\\h", { PATH: "C:\\a;C:\\b" });
  expect(isHere(claude, windows, (path) => path === "C:\\b\\claude.cmd")).toBe(true);
});

test("npx never runs what a repository brings along, and on Windows goes through cmd", () => {
  expect(npxLaunch("linux", "/h/.caveman", "1.2.3", "caveman-mcp")).toEqual({
    command: "npx",
    args: ["--prefix", "/h/.caveman/npx", "-y", "caveman-mcp@1.2.3"],
  });
  expect(npxLaunch("win32", "C:\\c", "1.2.3", "caveman-mcp-proxy", ["--url", "u"])).toEqual({
    command: "cmd",
    args: [
      "/c",
      "npx",
      "--prefix",
      "C:\\c\\npx",
      "-y",
      "--package=caveman-mcp@1.2.3",
      "caveman-mcp-proxy",
      "--url",
      "u",
    ],
  });
});
