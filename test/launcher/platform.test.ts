/** Which build a machine gets: decided from the head of Node's own file, without running anything. */
import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { inspect } from "../../src/launcher/lib/image.mjs";
import { currentTarget } from "../../src/launcher/lib/platform.mjs";
import { printable } from "../../src/launcher/lib/stderr.mjs";
import { FILE, folderOf, newHome, release, scratch, stagedLauncher } from "./release.ts";
import { NODE } from "./run.ts";

const dir = mkdtempSync(join(scratch, "images-"));

/** A minimal ELF-64 head: one program header that names a loader, or none. */
function elf(machine: number, interpreter: string | null): Buffer {
  const bytes = Buffer.alloc(256);
  bytes.write("\x7fELF\x02\x01\x01", "latin1");
  bytes.writeUInt16LE(machine, 0x12);
  bytes.writeBigUInt64LE(64n, 0x20);
  bytes.writeUInt16LE(56, 0x36);
  bytes.writeUInt16LE(1, 0x38);
  if (interpreter === null) return bytes;
  bytes.writeUInt32LE(3, 64);
  bytes.writeBigUInt64LE(128n, 72);
  bytes.writeBigUInt64LE(BigInt(interpreter.length + 1), 96);
  bytes.write(interpreter, 128, "latin1");
  return bytes;
}

function file(name: string, bytes: Uint8Array): string {
  const path = join(dir, name);
  writeFileSync(path, bytes);
  return path;
}

describe("the build for", () => {
  test.each([
    ["linux", "x64", "/lib64/ld-linux-x86-64.so.2", "linux-x64"],
    ["linux", "x64", "/lib/ld-musl-x86_64.so.1", "linux-x64-musl"],
    ["linux", "arm64", "/lib/ld-musl-aarch64.so.1", "linux-arm64-musl"],
    ["linux", "arm64", "/nix/store/abc-glibc-2.40/lib/ld-linux-aarch64.so.1", "linux-arm64"],
    ["darwin", "arm64", "/lib/ld-musl-aarch64.so.1", "darwin-arm64"],
    ["win32", "x64", "", "windows-x64"],
  ])("%s %s whose Node asks for %s is the right one", (platform, arch, loader, expected) => {
    const execPath = file("node", elf(arch === "x64" ? 62 : 183, loader));
    expect(currentTarget({ platform, arch, execPath } as NodeJS.Process)).toBe(expected);
  });

  test("this machine is what its Node says, a static Node's what the machine has", () => {
    const { platform } = process;
    const asked = spawnSync(NODE, ["-p", "process.report.getReport().header.glibcVersionRuntime ?? ''"], {
      encoding: "utf8",
    });
    const expected = asked.stdout.trim() === "" && platform === "linux" ? "-musl" : "";
    expect(
      currentTarget({ ...process, platform, arch: process.arch, execPath: NODE }).endsWith("-musl"),
    ).toBe(expected === "-musl");
    const execPath = file("static", elf(62, null));
    expect(currentTarget({ platform: "linux", arch: "x64", execPath } as NodeJS.Process)).toStartWith(
      "linux-x64",
    );
  });
});

describe("a file's head", () => {
  test.each<[string, Uint8Array, object]>([
    ["a native executable", elf(62, "/lib/ld.so"), { kind: "elf", arch: "x64", interpreter: "/lib/ld.so" }],
    ["a static one", elf(183, null), { kind: "elf", arch: "arm64", interpreter: null }],
    ["one for a processor without a build", elf(8, null), { kind: "elf", arch: undefined }],
    ["a macOS executable", Buffer.from("cffaedfe0c000001", "hex"), { kind: "macho" }],
    ["a script", Buffer.from("#!/bin/sh\n"), { kind: "script" }],
    ["a text", Buffer.from("hello"), { kind: "other" }],
    ["nothing", Buffer.alloc(0), { kind: "other" }],
  ])("tells %s", (name, bytes, expected) => {
    expect(inspect(file(name, bytes))).toMatchObject(expected);
  });

  test("may be anything: nothing in it makes reading fail", () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 700 }),
      fc
        .uint8Array({ maxLength: 300 })
        .map((tail) => Buffer.concat([elf(62, "/lib/ld.so").subarray(0, 64), tail])),
      fc.tuple(fc.nat(255), fc.nat(255)).map(([at, value]) => {
        const copy = elf(62, "/lib/ld.so");
        copy[at] = value;
        return copy;
      }),
    );
    fc.assert(
      fc.property(bytes, (content) => {
        expect(["elf", "macho", "script", "other"]).toContain(inspect(file("any", content)).kind);
      }),
      { numRuns: 200 },
    );
  });
});

test("what is said has no control characters, whatever comes from outside", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(printable(`\u001b[2J${text}\u202e`)).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e]/u);
    }),
  );
});

test("on a terminal the download is a line that moves", () => {
  if (spawnSync("script", ["--version"]).status !== 0) {
    console.warn("skip: script (bsdutils) is not installed, progress on a terminal not tried");
    return;
  }
  const command = `${NODE} ${join(stagedLauncher(), "bin", "caveman-mcp.mjs")} </dev/null`;
  const env = {
    PATH: process.env.PATH ?? "",
    CAVEMAN_HOME: newHome(),
    CAVEMAN_RELEASE_BASE: `file://${folderOf(release())}`,
  };
  const done = spawnSync("script", ["-qec", command, "/dev/null"], { env, encoding: "utf8" });
  expect(done.stdout).toMatch(
    new RegExp(`\rcaveman-mcp: downloading ${FILE} 0\\.0 of 0\\.0 MB \\(100 %\\)\r?\n`),
  );
  expect(done.stdout).toContain("ran ");
});
