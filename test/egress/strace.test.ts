/**
 * The real executable under strace through a full session: no socket of an internet family, no other
 * process. Needs the Debian package strace.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "../support/client.ts";
import { executable } from "../support/executable.ts";
import { records } from "../support/payloads.ts";
import { Sandbox } from "../support/sandbox.ts";

const STRACE = Bun.which("strace");
if (STRACE === null)
  console.warn("skip: strace is not installed, so no real session is watched (apt install strace)");

const sandbox = new Sandbox();
afterAll(() => sandbox.remove());

const log = join(sandbox.top, "trace.txt");

/** Calls of the kernel that were made, one per line. */
async function traced(
  command: readonly string[],
  drive: (client: Client) => Promise<void>,
): Promise<string[]> {
  const prefix = [STRACE ?? "", "-f", "-qq", "-e", "trace=network,process", "-o", log];
  const client = new Client([...prefix, ...command], sandbox.env, sandbox.work);
  await drive(client);
  const { code } = await client.close();
  expect(code).toBe(0);
  return readFileSync(log, "utf8").split("\n");
}

/** What must not be there: internet sockets, processes (threads are clones that share everything), programs. */
function suspicious(lines: readonly string[]): string[] {
  const starts = lines.filter((line) => /\bexecve(?:at)?\(/.test(line)).slice(1);
  const sockets = lines.filter((line) => /\bsocket(?:pair)?\(/.test(line) && !/\bAF_UNIX\b/.test(line));
  const addresses = lines.filter((line) => /\bAF_INET6?\b|\bAF_NETLINK\b/.test(line));
  const forks = lines.filter(
    (line) => /\bv?fork\(/.test(line) || (/\bclone3?\(/.test(line) && !line.includes("CLONE_THREAD")),
  );
  return [...new Set([...starts, ...sockets, ...addresses, ...forks])];
}

describe.skipIf(STRACE === null)("a full session of the real executable", () => {
  test("opens no internet socket and starts no program", async () => {
    const text = records(300_000);
    writeFileSync(join(sandbox.work, "big.json"), text);
    const lines = await traced([executable()], async (client) => {
      await client.initialize("2025-11-25");
      await client.call("ping");
      await client.call("tools/list");
      const { recovery_handle } = await client.payload("caveman_compress", { input: text });
      await client.tool("caveman_compress", { path: "big.json" });
      await client.tool("caveman_retrieve", { recovery_handle });
      await client.tool("caveman_retrieve", { recovery_handle, query: "job-7" });
      await client.tool("caveman_stats", {});
      const { output } = await client.payload("caveman_toon_encode", { input: '[{"a":1},{"a":2}]' });
      await client.tool("caveman_toon_decode", { input: output });
      await client.tool("caveman_compress", { path: "/etc/passwd" });
      await client.tool("caveman_nothing", {});
    });
    expect(lines.some((line) => line.includes("execve("))).toBe(true);
    expect(lines.some((line) => line.includes("CLONE_THREAD"))).toBe(true);
    expect(suspicious(lines)).toEqual([]);
  }, 60_000);

  test("the search finds what it is for", async () => {
    const program = join(sandbox.top, "guilty.ts");
    writeFileSync(
      program,
      `import { spawnSync } from "node:child_process";
       await fetch("http://127.0.0.1:9").catch(() => {});
       spawnSync("true");`,
    );
    const lines = await traced([process.execPath, program], async () => {});
    const found = suspicious(lines).join("\n");
    expect(found).toContain("AF_INET");
    expect(found).toContain("execve");
  }, 60_000);
});
