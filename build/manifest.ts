/**
 * The list of a release's executables that is signed: `checksums/<version>.json`.
 * Its bytes are canonical (sorted keys, no spaces), so that anyone who rebuilds gets the same file.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import stringify from "fast-json-stable-stringify";
import { sha256 } from "./runtime.ts";
import type { Stamp } from "./stamp.ts";
import type { Target } from "./targets.ts";

export const SCHEMA = "caveman.checksums.v1";

/** One executable; sizes in bytes, digests SHA-256 in hex. */
export interface Artifact {
  readonly name: string;
  readonly target: string;
  readonly file: string;
  readonly size: number;
  readonly sha256: string;
  readonly archive: string;
  readonly archive_size: number;
  readonly archive_sha256: string;
}

export interface Manifest {
  readonly schema: typeof SCHEMA;
  readonly version: string;
  readonly commit: string;
  /** The commit's date, not the build's. */
  readonly created_at: string;
  readonly artifacts: readonly Artifact[];
}

export const manifestName = (version: string): string => `checksums-${version}.json`;

/** The best level takes three times as long for 2.5 % less. */
const GZIP_LEVEL = 6;

/** gzip without a name, a time or the system's kind in its header (RFC 1952), so that the bytes repeat. */
export function archive(bytes: Uint8Array): Buffer {
  const packed = gzipSync(bytes, { level: GZIP_LEVEL });
  packed.writeUInt32LE(0, 4);
  packed[9] = 255;
  return packed;
}

/** Writes the executable `from` as a released archive into `dir` and describes both. */
export function pack(from: string, dir: string, name: string, version: string, target: Target): Artifact {
  const bytes = readFileSync(from);
  const packed = archive(bytes);
  const file = `${name}-${version}-${target.name}${target.exe}`;
  writeFileSync(join(dir, `${file}.gz`), packed);
  return {
    name,
    target: target.name,
    file,
    size: bytes.length,
    sha256: sha256(bytes),
    archive: `${file}.gz`,
    archive_size: packed.length,
    archive_sha256: sha256(packed),
  };
}

export function manifestOf(stamp: Stamp, artifacts: readonly Artifact[]): Manifest {
  const { version, commit, date } = stamp;
  return { schema: SCHEMA, version, commit, created_at: date, artifacts };
}

/** The exact bytes that are signed and published. */
export function serialise(manifest: Manifest): Buffer {
  return Buffer.from(stringify(manifest), "utf8");
}
