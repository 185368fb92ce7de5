/** What install and uninstall do about files that others write too. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { claudeCode } from "../../src/hosts/clients/claude-code.ts";
import { codex } from "../../src/hosts/clients/codex.ts";
import { cursor } from "../../src/hosts/clients/cursor.ts";
import { editFile } from "../../src/hosts/files/replace.ts";
import { install } from "../../src/hosts/install.ts";
import { registrationOf } from "../../src/hosts/place.ts";
import { readRecords } from "../../src/hosts/records.ts";
import { uninstall } from "../../src/hosts/uninstall.ts";
import { CaveError } from "../../src/text/errors.ts";
import { type Sandbox, sandbox, snapshot } from "./support/sandbox.ts";

const LAUNCH = { command: "/opt/caveman-mcp", args: [] };
const NEWER = { command: "/opt/caveman-mcp-2", args: [] };
const OPTIONS = { force: false, dryRun: false };
const FORCE = { force: true, dryRun: false };

let box: Sandbox;
beforeEach(() => {
  box = sandbox();
});
afterEach(() => box.remove());

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return error instanceof CaveError ? error.code : `not a CaveError: ${error}`;
  }
  return "no error";
}

function withFile(text: string) {
  const place = box.place(claudeCode);
  writeFileSync(place.file, text);
  return place;
}

describe("entries of others", () => {
  const THEIRS = '{"mcpServers": {"caveman": {"command": "/mine"}}}\n';

  test("install shows and leaves them, --force replaces them", () => {
    const place = withFile(THEIRS);
    const kept = install(place, claudeCode.entry(LAUNCH), OPTIONS);
    expect(kept.kind).toBe("kept");
    expect(kept.found).toEqual({ command: "/mine" });
    expect(readFileSync(place.file, "utf8")).toBe(THEIRS);
    expect(install(place, claudeCode.entry(LAUNCH), FORCE).kind).toBe("replaced");
    expect(registrationOf(place).kind).toBe("ours");
  });

  test("uninstall leaves them, also where they are what install would write; --force takes them out", () => {
    for (const entry of [{ command: "/mine" }, claudeCode.entry(LAUNCH)]) {
      const text = JSON.stringify({ a: 1, mcpServers: { caveman: entry } });
      const place = withFile(text);
      expect(install(place, claudeCode.entry(LAUNCH), OPTIONS).kind).toMatch(/kept|present/);
      expect(uninstall(place, OPTIONS).kind).toBe("kept");
      expect(readFileSync(place.file, "utf8")).toBe(text);
      expect(uninstall(place, FORCE).kind).toBe("removed");
      expect(JSON.parse(readFileSync(place.file, "utf8"))).toEqual({ a: 1, mcpServers: {} });
    }
  });

  test("an entry of ours that somebody changed is theirs", () => {
    const place = withFile('{"a": 1}');
    install(place, claudeCode.entry(LAUNCH), OPTIONS);
    const changed = readFileSync(place.file, "utf8").replace(
      '"env": {}',
      '"env": {"CAVEMAN_MCP_LOG": "debug"}',
    );
    writeFileSync(place.file, changed);
    expect(registrationOf(place).kind).toBe("changed");
    expect(uninstall(place, OPTIONS).kind).toBe("kept");
    expect(install(place, claudeCode.entry(NEWER), OPTIONS).kind).toBe("kept");
    expect(readFileSync(place.file, "utf8")).toBe(changed);
  });
});

describe("files that hosts rewrite", () => {
  test("an entry of ours goes from a file that was written anew in another layout", () => {
    const place = withFile('{"a": 1}');
    install(place, claudeCode.entry(LAUNCH), OPTIONS);
    const data = JSON.parse(readFileSync(place.file, "utf8"));
    writeFileSync(place.file, JSON.stringify({ ...data, b: [2] }, null, 8));
    expect(uninstall(place, OPTIONS).kind).toBe("removed");
    expect(JSON.parse(readFileSync(place.file, "utf8"))).toEqual({ a: 1, b: [2] });
  });

  test("a file of ours goes where a host only wrote it anew, and stays where it added something", () => {
    const place = box.place(cursor, "project");
    const before = snapshot(box.root);
    install(place, cursor.entry(LAUNCH), OPTIONS);
    const data = JSON.parse(readFileSync(place.file, "utf8"));
    writeFileSync(place.file, JSON.stringify(data, null, 4));
    expect(uninstall(place, OPTIONS).kind).toBe("file removed");
    const { [join("caveman", "backups")]: _, ...after } = snapshot(box.root);
    expect(Object.keys(after).filter((name) => !name.startsWith("caveman"))).toEqual(
      Object.keys(before).filter((name) => !name.startsWith("caveman")),
    );
    install(place, cursor.entry(LAUNCH), OPTIONS);
    writeFileSync(place.file, JSON.stringify({ ...data, mine: true }));
    expect(uninstall(place, OPTIONS).kind).toBe("removed");
    expect(JSON.parse(readFileSync(place.file, "utf8"))).toEqual({ mine: true });
  });

  test("a file that changes between reading and writing is read again, and no change is lost", () => {
    const file = join(box.root, "busy.txt");
    writeFileSync(file, "0");
    let others = 0;
    const { after } = editFile(file, (before) => ({ after: Buffer.from(`${before}+ours`), result: null }), {
      beforeWrite: () => others < 3 && writeFileSync(file, `theirs ${++others}`),
    });
    expect(String(after)).toBe("theirs 3+ours");
    expect(readFileSync(file, "utf8")).toBe("theirs 3+ours");
    expect(readdirSync(box.root).filter((name) => name.includes(".caveman-"))).toEqual([]);
  });

  test("a file that never stops changing is given up, without a trace", () => {
    const file = join(box.root, "busy.txt");
    writeFileSync(file, "0");
    let others = 0;
    const edit = () =>
      editFile(file, (before) => ({ after: Buffer.from(`${before}+ours`), result: null }), {
        beforeWrite: () => writeFileSync(file, `theirs ${++others}`),
      });
    expect(codeOf(edit)).toBe("cave_config_busy");
    expect(readFileSync(file, "utf8")).toBe(`theirs ${others}`);
    expect(readdirSync(box.root).filter((name) => name.includes(".caveman-"))).toEqual([]);
  });

  test("a failed install leaves no record", () => {
    const place = withFile("{ this is not JSON");
    expect(codeOf(() => install(place, claudeCode.entry(LAUNCH), OPTIONS))).toBe("cave_config_unreadable");
    expect(readFileSync(place.file, "utf8")).toBe("{ this is not JSON");
    expect(existsSync(join(box.machine.cavemanHome, "installs.json"))).toBe(false);
  });

  test("a newer command replaces the older one in its place, and uninstall still gives back the same bytes", () => {
    const text = '{\n  "mcpServers": {\n    "b": {} // mine\n  }\n}\n';
    const place = withFile(text);
    install(place, claudeCode.entry(LAUNCH), OPTIONS);
    expect(install(place, claudeCode.entry(NEWER), OPTIONS).kind).toBe("updated");
    expect(readFileSync(place.file, "utf8")).toContain(NEWER.command);
    expect(readFileSync(place.file, "utf8")).not.toContain('"/opt/caveman-mcp"');
    uninstall(place, OPTIONS);
    expect(readFileSync(place.file, "utf8")).toBe(text);
    expect(readRecords(box.machine.cavemanHome)).toEqual([]);
  });
});

describe("places", () => {
  test("a project's file that is a link out of the project is refused", () => {
    const outside = join(box.root, "outside.json");
    writeFileSync(outside, "{}");
    symlinkSync(outside, join(box.machine.cwd, ".mcp.json"));
    const place = box.place(claudeCode, "project");
    expect(codeOf(() => install(place, claudeCode.entry(LAUNCH), OPTIONS))).toBe("cave_config_refused");
    expect(readFileSync(outside, "utf8")).toBe("{}");
  });

  test("so is a project's folder that is one, whether the file is there or not", () => {
    const outside = join(box.root, "outside");
    mkdirSync(outside);
    symlinkSync(outside, join(box.machine.cwd, ".cursor"));
    const place = box.place(cursor, "project");
    expect(codeOf(() => install(place, cursor.entry(LAUNCH), OPTIONS))).toBe("cave_config_refused");
    expect(readdirSync(outside)).toEqual([]);
  });

  test("a pipe, a folder and a file of 1 GiB are refused, and none is read", () => {
    const place = box.place(claudeCode);
    Bun.spawnSync(["mkfifo", place.file]);
    expect(codeOf(() => install(place, claudeCode.entry(LAUNCH), OPTIONS))).toBe("cave_config_refused");
    expect(registrationOf(place).kind).toBe("unreadable");
    rmSync(place.file);
    mkdirSync(place.file);
    expect(codeOf(() => install(place, claudeCode.entry(LAUNCH), OPTIONS))).toBe("cave_config_refused");
    rmSync(place.file, { recursive: true });
    writeFileSync(place.file, "");
    truncateSync(place.file, 2 ** 30);
    expect(codeOf(() => install(place, claudeCode.entry(LAUNCH), OPTIONS))).toBe("cave_config_unreadable");
  });

  test("links in a circle are refused", () => {
    const place = box.place(claudeCode);
    symlinkSync(place.file, place.file);
    expect(codeOf(() => install(place, claudeCode.entry(LAUNCH), OPTIONS))).toBe("cave_config_refused");
  });

  test("backups: private, of the state before, the last three of each file", () => {
    const place = withFile('{"n": 0}');
    for (let n = 1; n <= 5; n++) {
      install(place, claudeCode.entry(LAUNCH), OPTIONS);
      uninstall(place, OPTIONS);
      writeFileSync(place.file, `{"n": ${n}}`);
    }
    const folder = join(box.machine.cavemanHome, "backups");
    const names = readdirSync(folder).sort();
    expect(names).toHaveLength(3);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of names) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, names[1] ?? ""), "utf8")).toBe('{"n": 4}');
  });

  test("a dry run changes nothing at all", () => {
    const place = withFile('{"a": 1}');
    const before = snapshot(box.root);
    const outcome = install(place, claudeCode.entry(LAUNCH), { force: false, dryRun: true });
    expect(outcome.kind).toBe("added");
    expect(JSON.parse(outcome.after).mcpServers.caveman).toEqual(claudeCode.entry(LAUNCH));
    expect(snapshot(box.root)).toEqual(before);
  });

  test("UTF-16 and other bytes that are no UTF-8 are left alone", () => {
    const place = box.place(claudeCode);
    writeFileSync(place.file, Buffer.from("\uFEFF{}", "utf16le"));
    expect(codeOf(() => install(place, claudeCode.entry(LAUNCH), OPTIONS))).toBe("cave_config_unreadable");
  });

  test("records that cannot be read are not overwritten", () => {
    const file = join(box.machine.cavemanHome, "installs.json");
    writeFileSync(file, '{"schema": "of another version"}');
    const place = withFile("{}");
    expect(codeOf(() => install(place, claudeCode.entry(LAUNCH), OPTIONS))).toBe("cave_records_unreadable");
    expect(readFileSync(file, "utf8")).toBe('{"schema": "of another version"}');
    expect(readFileSync(place.file, "utf8")).toBe("{}");
  });

  test("records are private", () => {
    install(withFile("{}"), claudeCode.entry(LAUNCH), OPTIONS);
    expect(statSync(join(box.machine.cavemanHome, "installs.json")).mode & 0o777).toBe(0o600);
  });

  test("several servers in one file go in the reverse order, each exactly", () => {
    const place = box.place(codex);
    const proxy = box.place(codex, "user", "docs");
    install(place, codex.entry(LAUNCH), OPTIONS);
    install(proxy, codex.entry({ command: "/p", args: ["--url", "https://x/"] }), OPTIONS);
    expect(uninstall(proxy, OPTIONS).kind).toBe("removed");
    expect(uninstall(place, OPTIONS).kind).toBe("file removed");
    expect(existsSync(join(box.machine.home, ".codex"))).toBe(false);
  });

  test("a folder that may not be written to is said so", () => {
    // Root may write anywhere, so the folder's place is taken by a file.
    writeFileSync(join(box.machine.home, ".codex"), "");
    const place = box.place(codex);
    expect(codeOf(() => install(place, codex.entry(LAUNCH), OPTIONS))).toBe("cave_config_refused");
    chmodSync(join(box.machine.home, ".codex"), 0o600);
  });
});
