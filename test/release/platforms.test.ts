/**
 * Executables for other platforms: right format, valid signature, and run where an emulator or a foreign C
 * library allows it. Fetches 50 MB of runtime for each, so only where CI or TEST_PLATFORMS is set.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileExecutable, compileFor, PROGRAMS } from "../../build/executable.ts";
import { formatProblem } from "../../build/executable-format.ts";
import { signAdHoc, signatureProblem } from "../../build/macho-signature.ts";
import { pinnedRuntime, tarEntry } from "../../build/runtime.ts";
import { readStamp } from "../../build/stamp.ts";
import { targetNamed } from "../../build/targets.ts";

const ROOT = join(import.meta.dir, "..", "..");
const wanted = Boolean(process.env.CI || process.env.TEST_PLATFORMS);
if (!wanted) console.warn("skip: other platforms' executables are not built (TEST_PLATFORMS=1 builds them)");

const work = mkdtempSync(join(tmpdir(), "caveman-platforms-"));
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Compiles for a target; null, and loudly so, where its runtime cannot be fetched. */
function compiled(name: string): string | null {
  try {
    const made = compileFor(ROOT, targetNamed(name), readStamp(ROOT), work, work);
    return made.find((program) => program.name === "caveman-mcp")?.file ?? null;
  } catch (error) {
    if (!String(error).includes("npm could not fetch")) throw error;
    console.warn(`skip: the runtime for ${name} cannot be fetched here`);
    return null;
  }
}

const rows = JSON.stringify(Array.from({ length: 3000 }, (_, id) => ({ id, name: `item ${id}`, ok: true })));
const has = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

/** What an executable says of its version, and the view that it makes of the rows. */
function behaviour(command: string[], env: Record<string, string> = {}) {
  const [program = "", ...before] = command;
  const run = (...args: string[]) => {
    const home = mkdtempSync(join(work, "home-"));
    const options = { env: { PATH: process.env.PATH ?? "", CAVEMAN_HOME: home, HOME: home, ...env } };
    const done = spawnSync(program, [...before, ...args], { ...options, encoding: "utf8", timeout: 60_000 });
    return { status: done.status, stdout: done.stdout };
  };
  const file = join(work, "rows.json");
  writeFileSync(file, rows);
  return { version: run("version", "--json"), view: run("compress", file) };
}

describe.skipIf(!wanted)("an executable for", () => {
  let here: ReturnType<typeof behaviour>;
  beforeAll(() => {
    here = behaviour([join(ROOT, "dist", "caveman-mcp")]);
    expect([here.version.status, here.view.status]).toEqual([0, 0]);
    expect(here.view.stdout.length).toBeLessThan(rows.length / 10);
  });

  test("linux-arm64 does under emulation what this machine's does", () => {
    const libraries = "/usr/aarch64-linux-gnu";
    if (!existsSync(libraries) || !has("qemu-aarch64-static", "--version")) {
      console.warn("skip: qemu-user-static and libc6-arm64-cross are not installed, arm64 not run");
      return;
    }
    const file = compiled("linux-arm64");
    if (file) expect(behaviour(["qemu-aarch64-static", "-L", libraries, file])).toEqual(here);
  }, 120_000);

  test("linux-x64-musl does with musl what this machine's does", () => {
    if (process.arch !== "x64" || !existsSync("/lib/ld-musl-x86_64.so.1") || !has("gcc", "--version")) {
      console.warn("skip: musl and gcc are not installed, the musl executable not run");
      return;
    }
    const file = compiled("linux-x64-musl");
    if (!file) return;
    const lib = join(work, "lib");
    mkdirSync(lib);
    for (const name of ["libstdc++.so.6", "libgcc_s.so.1"])
      copyFileSync(`/usr/lib/x86_64-linux-gnu/${name}`, join(lib, name));
    const shim = join(lib, "ld-linux-x86-64.so.2");
    const source = join(import.meta.dir, "programs", "glibc-shim.c");
    expect(has("gcc", "-shared", "-fPIC", "-nostdlib", "-ffreestanding", "-o", shim, source)).toBe(true);
    expect(behaviour([file], { LD_PRELOAD: shim, LD_LIBRARY_PATH: lib })).toEqual(here);
  }, 120_000);

  test("darwin carries an ad-hoc signature that fits every page, on both processors", () => {
    const arm64 = compiled("darwin-arm64");
    if (!arm64) return;
    // Bun signs arm64 itself: its bytes and those of our signer are the same.
    const bytes = readFileSync(arm64);
    expect(signAdHoc(bytes, "a.out").equals(bytes)).toBe(true);
    expect(formatProblem(bytes, targetNamed("darwin-x64"))).toBe("it is for another processor");
    const page = 1 << 20;
    bytes[page] = (bytes[page] ?? 0) ^ 1;
    expect(signatureProblem(bytes)).toBe(`page ${page >> 12} has another digest`);
    rmSync(arm64);

    const x64 = compiled("darwin-x64");
    if (!x64) return;
    expect(formatProblem(readFileSync(x64), targetNamed("darwin-x64"))).toBeNull();
    // Without our signer it would be the runtime's own signature, which does not fit.
    const unsigned = join(work, "unsigned", "caveman-mcp");
    const [program] = PROGRAMS;
    if (!program) return;
    const target = targetNamed("darwin-x64");
    const runtime = pinnedRuntime(target, work);
    compileExecutable({
      root: ROOT,
      program,
      stamp: readStamp(ROOT),
      outfile: unsigned,
      runtime,
      target: target.bun,
    });
    expect(signatureProblem(readFileSync(unsigned))).not.toBeNull();
  }, 180_000);
});

describe("a runtime", () => {
  test("that is not the pinned one is not used", () => {
    if (!wanted) return;
    const target = { ...targetNamed("linux-arm64"), runtimeSha256: "0".repeat(64) };
    try {
      pinnedRuntime(target, work);
      throw new Error("was used");
    } catch (error) {
      if (String(error).includes("npm could not fetch")) return;
      expect(String(error)).toContain("not the pinned 000000");
    }
    expect(existsSync(join(work, "bun-linux-arm64"))).toBe(false);
  }, 60_000);

  test("is found in its tarball by its name", () => {
    const header = (name: string, size: number) => {
      const block = Buffer.alloc(512);
      block.write(name);
      block.write(size.toString(8).padStart(11, "0"), 124);
      return block;
    };
    const tar = Buffer.concat([
      header("package/README.md", 3),
      Buffer.from("abc".padEnd(512)),
      header("package/bin/bun", 2),
      Buffer.from("xy".padEnd(512)),
      Buffer.alloc(1024),
    ]);
    expect(tarEntry(tar, "package/bin/bun")?.toString()).toBe("xy");
    expect(tarEntry(tar, "package/bin/bun.exe")).toBeNull();
  });
});
