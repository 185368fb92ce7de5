/** The executable between other programs: early and slow readers, terminals. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { executable } from "../support/executable.ts";
import { distinctProse } from "../support/payloads.ts";
import { Sandbox } from "../support/sandbox.ts";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = new Sandbox();
});
afterEach(() => sandbox.remove());

const PROSE = distinctProse(1_000_000);

function bash(script: string): string {
  writeFileSync(join(sandbox.work, "big.txt"), PROSE);
  const done = spawnSync("bash", ["-c", script], {
    cwd: sandbox.work,
    env: { ...process.env, ...sandbox.env, EXE: executable() },
    maxBuffer: 16 * 1024 * 1024,
  });
  return done.stdout.toString();
}

test("a reader that leaves early ends the command quietly", () => {
  const out = bash('set -o pipefail; "$EXE" compress big.txt 2>err | head -c 10; echo " code $?"');
  expect(out).toEndWith(" code 0\n");
  expect(readFileSync(join(sandbox.work, "err"), "utf8")).not.toContain("cave_");
});

test("a slow reader gets everything", () => {
  expect(bash('"$EXE" compress big.txt 2>/dev/null | (sleep 0.2; cat)') === PROSE).toBe(true);
});

test("a writer that comes late is waited for", () => {
  expect(bash('(sleep 0.2; cat big.txt) | "$EXE" compress 2>/dev/null') === PROSE).toBe(true);
});

test("a bare start without a terminal says nothing", () => {
  expect(sandbox.run([])).toMatchObject({ code: 0, out: "", err: "" });
});

const script = Bun.which("script");
if (script === null)
  console.warn("skip: script (Debian package bsdutils) is not installed, so no terminal is tried");

test.skipIf(script === null)("a bare start on a terminal explains itself", () => {
  const typed = spawnSync(script ?? "", ["-qec", executable(), "/dev/null"], {
    input: "\u0004",
    env: { ...process.env, ...sandbox.env },
  });
  expect(typed.stdout.toString()).toContain("This is caveman-mcp, an MCP server");
});
