/** Whether an executable is what its target needs: format, processor, C library, code signature. */
import { signatureProblem } from "./macho-signature.ts";
import type { Target } from "./targets.ts";

/** The loader that an ELF-64 file asks for; null when it is static. */
function elfInterpreter(file: Buffer): string | null {
  const table = Number(file.readBigUInt64LE(0x20));
  for (let i = 0; i < file.readUInt16LE(0x38); i++) {
    const at = table + i * file.readUInt16LE(0x36);
    // 3 is PT_INTERP.
    if (file.readUInt32LE(at) !== 3) continue;
    const offset = Number(file.readBigUInt64LE(at + 8));
    return file.toString("latin1", offset, file.indexOf(0, offset));
  }
  return null;
}

/** Machine numbers of ELF, Mach-O and PE, by processor. */
const MACHINES = {
  x64: { elf: 62, macho: 0x01000007, pe: 0x8664 },
  arm64: { elf: 183, macho: 0x0100000c, pe: 0xaa64 },
};

/** What is wrong with `file` as an executable for `target`; null when nothing is. */
export function formatProblem(file: Buffer, target: Target): string | null {
  const [system, arch, libc] = target.name.split("-");
  const machine = MACHINES[arch === "arm64" ? "arm64" : "x64"];
  if (system === "linux") {
    if (file.toString("latin1", 0, 6) !== "\x7fELF\x02\x01") return "it is not a 64-bit ELF file";
    if (file.readUInt16LE(0x12) !== machine.elf) return "it is for another processor";
    const loader = elfInterpreter(file) ?? "";
    return loader.includes("ld-musl") === (libc === "musl") ? null : `its loader is ${loader}`;
  }
  if (system === "darwin") {
    if (file.readUInt32LE(0) !== 0xfeedfacf) return "it is not a 64-bit Mach-O file";
    if (file.readUInt32LE(4) !== machine.macho) return "it is for another processor";
    return signatureProblem(file);
  }
  if (file.toString("latin1", 0, 2) !== "MZ") return "it is not a Windows program";
  const pe = file.readUInt32LE(0x3c);
  if (file.toString("latin1", pe, pe + 4) !== "PE\0\0") return "it is not a Windows program";
  return file.readUInt16LE(pe + 4) === machine.pe ? null : "it is for another processor";
}
