/** The launcher's ordinary ways: download once, verify every time, become the executable. */
import { describe, expect, test } from "bun:test";
import { existsSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  ARCHIVE,
  cachedFile,
  FILE,
  folderOf,
  MANIFEST,
  newHome,
  release,
  SIGNATURE,
  scratch,
  stagedLauncher,
  tamper,
} from "./release.ts";
import { leftIn, run } from "./run.ts";
import { serving, startServer } from "./server.ts";

const launcher = stagedLauncher();

describe("a start", () => {
  test("downloads at first, and then only verifies", async () => {
    const server = await startServer(serving(release()));
    const env = { CAVEMAN_HOME: newHome(), CAVEMAN_RELEASE_BASE: server.base };
    const first = await run(launcher, { env, args: ["a", "b c"], input: "hello" });
    expect(first).toMatchObject({ code: 0, stdout: "ran a b c\nhello" });
    expect(first.stderr).toMatch(
      new RegExp(`^caveman-mcp: downloading ${FILE} \\(0\\.0 MB, once\\) from http://127[^\n]*\n$`),
    );
    expect(server.asked).toEqual([SIGNATURE, MANIFEST, ARCHIVE]);
    expect(leftIn(env.CAVEMAN_HOME)).toEqual([`${FILE} 700`]);
    expect(statSync(join(env.CAVEMAN_HOME, "bin")).mode & 0o777).toBe(0o700);
    await server.close();
    const second = await run(launcher, { env, args: ["x"] });
    expect(second).toEqual({ code: 0, signal: null, stdout: "ran x\n", stderr: "" });
  });

  test("takes a release from a folder that was carried in", async () => {
    const env = { CAVEMAN_HOME: newHome(), CAVEMAN_RELEASE_BASE: `file://${folderOf(release())}` };
    expect(await run(launcher, { env })).toMatchObject({ code: 0, stdout: "ran \n" });
  });

  test("uses ~/.caveman where CAVEMAN_HOME is not set", async () => {
    const home = newHome();
    const env = { HOME: home, CAVEMAN_RELEASE_BASE: `file://${folderOf(release())}` };
    expect(await run(launcher, { env })).toMatchObject({ code: 0 });
    expect(existsSync(join(home, ".caveman", "bin", FILE))).toBe(true);
  });

  test("passes the exit code on", async () => {
    const env = {
      CAVEMAN_HOME: newHome(),
      CAVEMAN_RELEASE_BASE: `file://${folderOf(release())}`,
      CODE: "42",
    };
    expect(await run(launcher, { env })).toMatchObject({ code: 42 });
  });

  test.each([
    ["changed", (file: string) => tamper(file), "its content is not the released one"],
    ["truncated", (file: string) => writeFileSync(file, "#!"), "it has 2 bytes, not"],
  ])("fetches a %s file anew", async (_, damage, why) => {
    const env = { CAVEMAN_HOME: newHome(), CAVEMAN_RELEASE_BASE: `file://${folderOf(release())}` };
    await run(launcher, { env });
    damage(cachedFile(env.CAVEMAN_HOME));
    const again = await run(launcher, { env });
    expect(again).toMatchObject({ code: 0, stdout: "ran \n" });
    expect(again.stderr).toContain(why);
    expect(await run(launcher, { env })).toMatchObject({ code: 0, stderr: "" });
  });
});

describe("CAVEMAN_MCP_BIN", () => {
  test("runs exactly that file, and one line says so", async () => {
    const own = join(scratch, "own.sh");
    writeFileSync(own, "#!/bin/sh\necho own\n", { mode: 0o755 });
    const done = await run(launcher, { env: { CAVEMAN_MCP_BIN: own, CAVEMAN_HOME: newHome() } });
    expect(done).toMatchObject({ code: 0, stdout: "own\n" });
    expect(done.stderr).toBe(
      `caveman-mcp: CAVEMAN_MCP_BIN is set: running ${own}, not downloaded and not verified\n`,
    );
  });

  test("of one program does not concern the other", async () => {
    const env = {
      CAVEMAN_MCP_PROXY_BIN: "/nowhere",
      CAVEMAN_HOME: newHome(),
      CAVEMAN_RELEASE_BASE: `file://${folderOf(release())}`,
    };
    expect(await run(launcher, { env })).toMatchObject({ code: 0, stdout: "ran \n" });
    const proxy = await run(launcher, { env, bin: "caveman-mcp-proxy.mjs" });
    expect(proxy).toMatchObject({ code: 127, stdout: "" });
    expect(proxy.stderr).toContain("CAVEMAN_MCP_PROXY_BIN is set to /nowhere, but there is no such file");
  });

  test.each([
    ["nothing", () => "/no/such/file", "there is no such file"],
    ["a directory", () => scratch, "that is a directory"],
    ["a relative path", () => "bin/caveman-mcp.mjs", "not an absolute path"],
    ["the launcher", () => join(launcher, "bin", "caveman-mcp.mjs"), "that is this launcher"],
    [
      "another copy of the launcher",
      () => join(stagedLauncher("1.0.0"), "bin", "caveman-mcp.mjs"),
      "that is this launcher",
    ],
    ["a device", () => "/dev/null", "not a regular file"],
    [
      "a file that is not executable",
      () => {
        const file = join(scratch, "plain.txt");
        writeFileSync(file, "text", { mode: 0o644 });
        return file;
      },
      "not executable",
    ],
    [
      "a link to the launcher",
      () => {
        const file = join(scratch, "link");
        symlinkSync(join(launcher, "bin", "caveman-mcp.mjs"), file);
        return file;
      },
      "that is this launcher",
    ],
  ])("refuses %s", async (_, make, why) => {
    const home = newHome();
    const done = await run(launcher, { env: { CAVEMAN_MCP_BIN: make(), CAVEMAN_HOME: home } });
    expect([done.code, done.stdout]).toEqual([127, ""]);
    expect(done.stderr).toContain(why);
    expect(done.stderr.split("\n")).toHaveLength(2);
    expect(leftIn(home)).toEqual([]);
  });
});

test("a launcher from a source tree refuses plainly", async () => {
  const done = await run(join(import.meta.dir, "..", "..", "src", "launcher"), {
    env: { CAVEMAN_HOME: newHome() },
  });
  expect([done.code, done.stdout]).toEqual([127, ""]);
  expect(done.stderr).toContain("this launcher comes from a source tree");
});
