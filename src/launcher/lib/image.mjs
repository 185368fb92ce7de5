/**
 * Looks into an executable's head: what kind it is, and which dynamic loader it asks for.
 * Tells musl from glibc without running a program, and foresees starts that the system would refuse.
 */
import { closeSync, openSync, readSync } from "node:fs";

/** ELF-64 program header of the loader's path (System V ABI, `PT_INTERP`). */
const PT_INTERP = 3;
/** ELF machine numbers of the processors that there are builds for. */
const MACHINES = new Map([
  [62, "x64"],
  [183, "arm64"],
]);
/** Longest loader path that is read, in bytes; PATH_MAX on Linux. */
const MAX_INTERPRETER = 4096;
/** Program headers that are looked at; real executables have about ten. */
const MAX_HEADERS = 128;

/** Bytes at an offset that the file itself names, so it may be anything; none where there are none. */
function read(fd, position, length) {
  if (!Number.isSafeInteger(position)) return Buffer.alloc(0);
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(fd, bytes, 0, length, position));
}

function interpreterOf(fd, head) {
  const count = Math.min(head.readUInt16LE(0x38), MAX_HEADERS);
  const size = head.readUInt16LE(0x36);
  if (size < 0x38) return null;
  const table = read(fd, Number(head.readBigUInt64LE(0x20)), count * size);
  for (let at = 0; at + 0x38 <= table.length; at += size) {
    if (table.readUInt32LE(at) !== PT_INTERP) continue;
    const length = Math.min(Number(table.readBigUInt64LE(at + 0x20)), MAX_INTERPRETER);
    return read(fd, Number(table.readBigUInt64LE(at + 8)), length)
      .toString("latin1")
      .replace(/\0.*$/s, "");
  }
  return null;
}

/**
 * @param {string} file
 * @returns {{ kind: "elf" | "macho" | "script" | "other", arch?: string | undefined, interpreter: string | null,
 *   head: string }} arch: Node's name of an ELF file's processor; interpreter: the loader that it names, null
 *   when it is static; head: the first bytes as latin1.
 *   Throws what the file system throws.
 */
export function inspect(file) {
  const fd = openSync(file, "r");
  try {
    const head = read(fd, 0, 512);
    const text = head.toString("latin1");
    if (head.length >= 64 && text.startsWith("\x7fELF\x02\x01")) {
      const arch = MACHINES.get(head.readUInt16LE(0x12));
      return { kind: "elf", arch, interpreter: interpreterOf(fd, head), head: text };
    }
    const magic = head.length >= 4 ? head.readUInt32BE(0) : 0;
    // 64-bit Mach-O, little-endian, and the universal header (mach-o/loader.h, mach-o/fat.h).
    if (magic === 0xcffaedfe || magic === 0xcafebabe) return { kind: "macho", interpreter: null, head: text };
    return { kind: text.startsWith("#!") ? "script" : "other", interpreter: null, head: text };
  } finally {
    closeSync(fd);
  }
}
