/**
 * Makes and checks the ad-hoc code signature of a thin 64-bit Mach-O file. macOS kills a program whose pages
 * differ from its signature, and Apple silicon one that has none. Bun signs what it compiles for arm64, but
 * leaves the runtime's own signature, which no longer fits, in what it compiles for x64.
 * Layout: xnu's cs_blobs.h; load commands: mach-o/loader.h.
 */
import { createHash } from "node:crypto";

const LC_SEGMENT_64 = 0x19;
const LC_CODE_SIGNATURE = 0x1d;
const MAGIC_SUPER_BLOB = 0xfade0cc0;
const MAGIC_CODE_DIRECTORY = 0xfade0c02;
const HASH_SHA256 = 2;
const FLAG_ADHOC = 0x2;
const FLAG_LINKER_SIGNED = 0x20000;
const VERSION_WITH_EXEC_SEGMENT = 0x20400;
const EXEC_SEGMENT_MAIN_BINARY = 1n;
/** Bytes of a super blob's head with one entry, and of a code directory before its identifier. */
const SUPER_BLOB_BYTES = 20;
const DIRECTORY_BYTES = 88;
/** Page size that digests are taken over: 4 KiB, as a power of two. */
const PAGE_SHIFT = 12;

/** Offset of the first load command of that kind for which `matches` holds; null when there is none. */
function loadCommand(
  file: Buffer,
  kind: number,
  matches: (at: number) => boolean = () => true,
): number | null {
  const commands = file.readUInt32LE(16);
  for (let at = 32, i = 0; i < commands; i++, at += file.readUInt32LE(at + 4)) {
    if (file.readUInt32LE(at) === kind && matches(at)) return at;
  }
  return null;
}

/** Offset and size of the signature; null when there is none. */
function signatureRange(file: Buffer): [offset: number, size: number] | null {
  const at = loadCommand(file, LC_CODE_SIGNATURE);
  return at === null ? null : [file.readUInt32LE(at + 8), file.readUInt32LE(at + 12)];
}

function segment(file: Buffer, name: string): number {
  const at = loadCommand(file, LC_SEGMENT_64, (at) =>
    file.toString("latin1", at + 8, at + 24).startsWith(`${name}\0`),
  );
  if (at === null) throw new Error(`the Mach-O file has no segment ${name}`);
  return at;
}

/** The code directory inside the signature's super blob. */
function codeDirectory(signature: Buffer): Buffer | null {
  if (signature.length < 12 || signature.readUInt32BE(0) !== MAGIC_SUPER_BLOB) return null;
  for (let i = 0; i < signature.readUInt32BE(8); i++) {
    const at = signature.readUInt32BE(12 + i * 8 + 4);
    if (signature.readUInt32BE(at) === MAGIC_CODE_DIRECTORY) {
      return signature.subarray(at, at + signature.readUInt32BE(at + 4));
    }
  }
  return null;
}

/** What is wrong with the file's ad-hoc signature; null when every page has the digest that it names. */
export function signatureProblem(file: Buffer): string | null {
  const range = signatureRange(file);
  if (!range) return "it has no code signature";
  const [offset, size] = range;
  if (offset + size !== file.length) return "the signature is not the end of the file";
  const directory = codeDirectory(file.subarray(offset, offset + size));
  if (!directory) return "the signature has no code directory";
  const hashOffset = directory.readUInt32BE(16);
  const pages = directory.readUInt32BE(28);
  const codeLimit = directory.readUInt32BE(32);
  if ((directory.readUInt32BE(12) & FLAG_ADHOC) === 0) return "the signature is not ad-hoc";
  if (directory.readUInt8(36) !== 32 || directory.readUInt8(37) !== HASH_SHA256)
    return "its digests are not SHA-256";
  if (codeLimit !== offset) return "the signature does not cover everything before it";
  const pageSize = 1 << directory.readUInt8(39);
  if (pages !== Math.ceil(codeLimit / pageSize)) return "the number of pages is wrong";
  for (let page = 0; page < pages; page++) {
    const bytes = file.subarray(page * pageSize, Math.min((page + 1) * pageSize, codeLimit));
    const expected = directory.subarray(hashOffset + page * 32, hashOffset + page * 32 + 32);
    if (!createHash("sha256").update(bytes).digest().equals(expected))
      return `page ${page} has another digest`;
  }
  return null;
}

/**
 * The file with its signature replaced by an ad-hoc one, byte for byte what Bun's own signer makes for arm64.
 * Throws when there is no signature to replace.
 */
export function signAdHoc(unsigned: Buffer, identifier: string): Buffer {
  const range = signatureRange(unsigned);
  const command = loadCommand(unsigned, LC_CODE_SIGNATURE);
  if (!range || command === null) throw new Error("the Mach-O file has no signature to replace");
  const [codeLimit] = range;
  const pages = Math.ceil(codeLimit / (1 << PAGE_SHIFT));
  const hashOffset = DIRECTORY_BYTES + identifier.length + 1;
  const directoryBytes = hashOffset + pages * 32;
  const file = Buffer.alloc(codeLimit + SUPER_BLOB_BYTES + directoryBytes);
  unsigned.copy(file, 0, 0, codeLimit);

  // The head of the file is signed too, so it must be final before the pages are hashed.
  file.writeUInt32LE(file.length - codeLimit, command + 12);
  const linkedit = segment(file, "__LINKEDIT");
  const linkeditBytes = file.length - Number(file.readBigUInt64LE(linkedit + 40));
  file.writeBigUInt64LE(BigInt(linkeditBytes), linkedit + 48);
  file.writeBigUInt64LE(BigInt(Math.ceil(linkeditBytes / 4096) * 4096), linkedit + 32);

  const blob = file.subarray(codeLimit);
  for (const [i, word] of [MAGIC_SUPER_BLOB, blob.length, 1, 0, SUPER_BLOB_BYTES].entries()) {
    blob.writeUInt32BE(word, i * 4);
  }
  const directory = blob.subarray(SUPER_BLOB_BYTES);
  const words = [
    MAGIC_CODE_DIRECTORY,
    directoryBytes,
    VERSION_WITH_EXEC_SEGMENT,
    FLAG_ADHOC | FLAG_LINKER_SIGNED,
    hashOffset,
    DIRECTORY_BYTES,
    0, // special slots
    pages,
    codeLimit,
  ];
  for (const [i, word] of words.entries()) directory.writeUInt32BE(word, i * 4);
  for (const [i, byte] of [32, HASH_SHA256, 0, PAGE_SHIFT].entries()) directory.writeUInt8(byte, 36 + i);
  const text = segment(file, "__TEXT");
  directory.writeBigUInt64BE(file.readBigUInt64LE(text + 40), 64);
  directory.writeBigUInt64BE(file.readBigUInt64LE(text + 48), 72);
  directory.writeBigUInt64BE(EXEC_SEGMENT_MAIN_BINARY, 80);
  directory.write(identifier, DIRECTORY_BYTES, "latin1");
  for (let page = 0; page < pages; page++) {
    const bytes = file.subarray(page << PAGE_SHIFT, Math.min((page + 1) << PAGE_SHIFT, codeLimit));
    createHash("sha256")
      .update(bytes)
      .digest()
      .copy(directory, hashOffset + page * 32);
  }
  return file;
}
