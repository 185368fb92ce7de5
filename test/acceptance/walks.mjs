/**
 * A newcomer's walk with real hosts: a fresh clone, the build, install, the host's own words, a tool call, doctor,
 * report, uninstall. Writes docs/walks/HOST.md, with this machine's paths replaced.
 *   node test/acceptance/walks.mjs FOLDER_OF_THE_HOSTS_PROGRAMS
 * The folder holds claude, opencode and codex (a node_modules/.bin). No login and no network but npm's is needed;
 * `unshare` keeps the started hosts off the network where it may be used.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { stripVTControlCharacters } from "node:util";

const ROOT = join(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "..", "..");
const PROGRAMS = process.argv[2];
if (PROGRAMS === undefined) throw new Error("say where the hosts' programs are");

/** One command of a walk may take as long as a host's slowest start. */
const LIMIT_MS = 180_000;
const SHOWN_LINES = 30;
const SHOWN_COLUMNS = 160;

const scratch = mkdtempSync(join(tmpdir(), "caveman-walk-"));
const clone = join(scratch, "caveman-mcp");
const executable = join(clone, "dist", "caveman-mcp");
const offline = spawnSync("unshare", ["-rn", "true"]).status === 0 ? ["unshare", "-rn"] : [];

/** A home of its own for one host. */
function environment(home) {
  mkdirSync(home, { recursive: true });
  const kept = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(CAVEMAN|CLAUDE|XDG|CODEX|OPENCODE|ANTHROPIC)/.test(name),
    ),
  );
  return {
    ...kept,
    HOME: home,
    PATH: `${join(clone, "dist")}:${PROGRAMS}:${process.env.PATH}`,
    DISABLE_AUTOUPDATER: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
  };
}

function scrubbed(text, home) {
  const places = [
    [clone, "~/caveman-mcp"],
    [home, "~"],
    [scratch, "~"],
    [ROOT, "~/caveman-mcp"],
    [PROGRAMS, "~/bin"],
  ];
  let out = stripVTControlCharacters(text);
  for (const [place, name] of places) out = out.replaceAll(place, name);
  return out.replaceAll("~/home", "~").replace(/^WARNING: proceeding.*\n/gm, "");
}

function shortened(text) {
  const lines = text
    .trimEnd()
    .split("\n")
    .map((l) => (l.length > SHOWN_COLUMNS ? `${l.slice(0, SHOWN_COLUMNS)} …` : l));
  return lines.length <= SHOWN_LINES
    ? lines.join("\n")
    : [...lines.slice(0, SHOWN_LINES - 1), `(${lines.length - SHOWN_LINES + 1} more lines)`].join("\n");
}

class Walk {
  parts = [];
  failed = [];
  constructor(title, home) {
    this.home = home;
    this.env = environment(home);
    this.project = join(home, "project");
    mkdirSync(this.project, { recursive: true });
    this.parts.push(
      `# A walk with ${title}\n\nMade by test/acceptance/walks.mjs from a fresh clone; paths are shortened.\n`,
    );
  }

  say(text) {
    this.parts.push(`${text}\n`);
  }

  /** Runs a command as shown and keeps what it printed. `wanted` must be in its output. */
  run(command, wanted, { cwd = this.project, wrap = [], shown = command } = {}) {
    const [program, ...args] = [...wrap, "bash", "-c", command];
    const done = spawnSync(program, args, {
      cwd,
      env: this.env,
      encoding: "utf8",
      timeout: LIMIT_MS,
      input: "",
    });
    const output = scrubbed(`${done.stdout}${done.stderr}`, this.home);
    this.keep(shown, output, wanted, done.status);
    return output;
  }

  keep(command, output, wanted, status = 0) {
    if (status !== 0 || !output.includes(wanted)) this.failed.push(`${command}: ${status}\n${output}`);
    this.parts.push(`\`\`\`\n$ ${command}\n${shortened(output)}\n\`\`\`\n`);
  }

  write(name) {
    mkdirSync(join(ROOT, "docs", "walks"), { recursive: true });
    writeFileSync(join(ROOT, "docs", "walks", `${name}.md`), this.parts.join("\n"));
    for (const failure of this.failed) console.error(`${name}: ${failure}`);
    if (this.failed.length > 0) process.exitCode = 1;
    console.log(`docs/walks/${name}.md: ${this.failed.length === 0 ? "as expected" : "NOT as expected"}`);
  }
}

/** What every walk begins and ends with. */
async function walk(id, title, middle) {
  const w = new Walk(title, join(scratch, "home", id));
  w.say(`Built once in a clone of this repository: ${built}`);
  w.run(`caveman-mcp install ${id} --dry-run`, "caveman");
  w.run(`caveman-mcp install ${id}`, "caveman added in");
  await middle(w);
  w.say("By hand, so that there is something to report:");
  w.run("caveman-mcp compress test/fixtures/start/packages.ndjson", "elided (caveman)", { cwd: clone });
  w.run("caveman-mcp doctor", "Everything is fine.");
  w.run("caveman-mcp report", "originals");
  w.run(`caveman-mcp uninstall ${id}`, "removed");
  w.run("caveman-mcp hosts", id);
  w.write(id);
}

/** A tool output worth shortening: what npm printed about packages, from the fixtures. */
const SAMPLE = readFileSync(join(ROOT, "test", "fixtures", "start", "packages.ndjson"), "utf8");

/** Calls a tool through `codex app-server`, as its own user interface does. */
async function throughCodex(w) {
  const [program, ...args] = [...offline, "codex", "app-server"];
  const server = spawn(program, args, { cwd: w.project, env: w.env, stdio: ["pipe", "pipe", "ignore"] });
  const waiting = new Map();
  createInterface({ input: server.stdout }).on("line", (line) => {
    const message = JSON.parse(line);
    if (message.method === undefined) waiting.get(message.id)?.(message);
  });
  let next = 0;
  const ask = (method, params) =>
    new Promise((resolve) => {
      const id = next++;
      waiting.set(id, resolve);
      server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    });
  try {
    await ask("initialize", {
      clientInfo: { name: "walk", title: "walk", version: "1" },
      capabilities: { experimentalApi: true },
    });
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "initialized" })}\n`);
    const status = await ask("mcpServerStatus/list", {});
    const servers = status.result.data.map(
      ({ name, tools }) => `${name}: ${Object.keys(tools).sort().join(", ")}`,
    );
    w.say("`codex app-server`, asked for the status of its servers (`mcpServerStatus/list`):");
    w.keep("mcpServerStatus/list", servers.join("\n"), "caveman_compress");
    const thread = await ask("thread/start", { cwd: w.project, sandbox: "read-only" });
    const call = await ask("mcpServer/tool/call", {
      threadId: thread.result.thread.id,
      server: "caveman",
      tool: "caveman_compress",
      arguments: { input: SAMPLE },
    });
    const { compressed, ...facts } = JSON.parse(call.result.content[0].text);
    w.say("A tool call through it, with JSON lines that a package manager printed:");
    w.keep(
      "mcpServer/tool/call caveman_compress",
      `${compressed}\n\n${JSON.stringify(facts, null, 2)}`,
      "elided (caveman)",
    );
    const back = await ask("mcpServer/tool/call", {
      threadId: thread.result.thread.id,
      server: "caveman",
      tool: "caveman_retrieve",
      arguments: { recovery_handle: facts.recovery_handle },
    });
    const same = back.result.content[0].text === SAMPLE;
    w.keep(
      "mcpServer/tool/call caveman_retrieve",
      same ? "the original, byte for byte" : "something else",
      "byte for byte",
    );
  } finally {
    server.kill();
  }
}

let built = "";
try {
  const setUp = new Walk("the build", join(scratch, "home", "build"));
  setUp.run(`git clone -q ${ROOT} ${clone} && cd ${clone} && npm ci >/dev/null && npm run build`, "", {
    cwd: scratch,
  });
  if (!existsSync(executable)) throw new Error(setUp.failed.join("\n"));
  built = "`git clone … && npm ci && npm run build`, with `dist/` in PATH.";
  await walk("claude-code", "Claude Code", (w) => {
    w.run("claude --version", "Claude Code");
    w.run("claude mcp list", "Connected", { wrap: offline });
    w.run("claude mcp get caveman", "Connected", { wrap: offline });
  });
  await walk("opencode", "opencode", (w) => {
    w.run("opencode --version", ".");
    w.run("opencode mcp list", "connected", { wrap: offline });
  });
  await walk("codex", "Codex", async (w) => {
    w.run("codex --version", "codex");
    w.run("codex mcp list", "caveman");
    await throughCodex(w);
  });
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
