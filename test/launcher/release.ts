/**
 * For tests of the launcher: a packed launcher that pins a key made here, and releases signed with it.
 * The executables are shell scripts of a few bytes where 100 MB would only cost time.
 */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Artifact,
  archive,
  type Manifest,
  manifestName,
  SCHEMA,
  serialise,
} from "../../build/manifest.ts";
import { stageNpm } from "../../build/npm.ts";
import { sha256 } from "../../build/runtime.ts";
import { newKey, pinned, type SigningKey, sign } from "../../build/signature.ts";

export const ROOT = join(import.meta.dir, "..", "..");
export const VERSION = "9.8.7";
export const TARGET = `${process.platform}-${process.arch}`;
export const FILE = `caveman-mcp-${VERSION}-${TARGET}`;

/** One for all test files, which share this module; in the tests' home, which test/setup.ts removes. */
export const scratch = mkdtempSync(join(process.env.HOME ?? tmpdir(), "launcher-"));

export const key = newKey();
export const revokedKey = newKey();

/** Packs the launcher as it is released, pinning this file's keys; returns its folder. */
export function stagedLauncher(version = VERSION): string {
  const dir = mkdtempSync(join(scratch, "npm-"));
  stageNpm(ROOT, dir, version, { repository: "", keys: [pinned(key), pinned(revokedKey, true)] });
  return dir;
}

/** Prints `ran`, its arguments and what it got on stdin; ends with the code in CODE. */
export const SCRIPT = '#!/bin/sh\necho "ran $*"\ncat\nexit $CODE\n';

export interface ReleaseOptions {
  readonly version?: string;
  readonly executable?: Uint8Array;
  readonly signer?: SigningKey;
  /** Changes the manifest's artifact before signing. */
  readonly artifact?: Partial<Artifact>;
  /** Changes the manifest before signing. */
  readonly manifest?: (manifest: Manifest) => unknown;
}

/** A release's files by name: signature, manifest, archive. */
export type Release = Map<string, Buffer>;

export const MANIFEST = manifestName(VERSION);
export const SIGNATURE = `${MANIFEST}.sig`;
export const ARCHIVE = `${FILE}.gz`;

export function release(options: ReleaseOptions = {}): Release {
  const { version = VERSION, signer = key } = options;
  const executable = Buffer.from(options.executable ?? Buffer.from(SCRIPT));
  const packed = archive(executable);
  const file = `caveman-mcp-${version}-${TARGET}`;
  const artifact: Artifact = {
    name: "caveman-mcp",
    target: TARGET,
    file,
    size: executable.length,
    sha256: sha256(executable),
    archive: `${file}.gz`,
    archive_size: packed.length,
    archive_sha256: sha256(packed),
    ...options.artifact,
  };
  const plain: Manifest = {
    schema: SCHEMA,
    version,
    commit: "0".repeat(40),
    created_at: "2026-01-01T00:00:00Z",
    artifacts: [artifact],
  };
  const manifest = serialise((options.manifest?.(plain) ?? plain) as Manifest);
  return new Map([
    [MANIFEST, manifest],
    [SIGNATURE, Buffer.from(sign(manifest, signer))],
    [ARCHIVE, packed],
  ]);
}

/** The same release with one file's bytes changed by `change`. */
export function altered(files: Release, name: string, change: (bytes: Buffer) => Buffer): Release {
  const copy = new Map(files);
  copy.set(name, change(Buffer.from(files.get(name) ?? Buffer.alloc(0))));
  return copy;
}

/** Flips one bit in the middle. */
export function flipped(bytes: Buffer): Buffer {
  const at = bytes.length >> 1;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}

/** Writes a release into a folder; returns it. */
export function folderOf(files: Release): string {
  const dir = mkdtempSync(join(scratch, "files-"));
  for (const [name, bytes] of files) writeFileSync(join(dir, name), bytes);
  return dir;
}

/** A new CAVEMAN_HOME below a private folder. */
export function newHome(): string {
  const home = join(mkdtempSync(join(scratch, "home-")), ".caveman");
  mkdirSync(home, { mode: 0o700 });
  return home;
}

export const cachedFile = (home: string): string => join(home, "bin", FILE);

/** Replaces a cached file's content, keeping its size. */
export function tamper(file: string): void {
  writeFileSync(file, flipped(readFileSync(file)));
}
