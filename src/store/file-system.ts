/**
 * Whether a directory is on a file system of this machine. WAL needs shared memory between all programs that
 * have the database open, which file systems over a network or a virtual machine's boundary do not give.
 */
import { statfsSync } from "node:fs";

/** `f_type` of statfs(2) on Linux (linux/magic.h and the file systems' own headers). */
const REMOTE_ON_LINUX: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "CIFS"],
  [0xfe534d42, "SMB2"],
  [0x01021997, "9p"],
  [0x65735546, "FUSE or virtiofs"],
  [0x73757245, "Coda"],
  [0x5346414f, "AFS"],
  [0x00c36400, "Ceph"],
  [0x0bd00bd0, "Lustre"],
  [0x47504653, "GPFS"],
  [0x01161970, "GFS2"],
  [0x7461636f, "OCFS2"],
  [0x786f4256, "VirtualBox shared folder"],
  [0xbacbacbc, "VMware shared folder"],
  [0x7c7c6673, "Parallels shared folder"],
]);

/**
 * macOS gives file systems numbers at run time, so a number says nothing there. These folders are where
 * network volumes are mounted; a local disk below /Volumes loses speed by this, never data.
 */
const REMOTE_ON_MACOS = /^\/(?:Volumes|Network|net|home)\//;

/** The name of a file system that is not local, or null for a local one (and for one that cannot be told). */
export function remoteFileSystem(directory: string, platform: string): string | null {
  if (platform === "win32") return /^[\\/]{2}/.test(directory) ? "network share" : null;
  if (platform === "darwin") return REMOTE_ON_MACOS.test(directory) ? "possibly a network volume" : null;
  try {
    return remoteByType(statfsSync(directory).type);
  } catch {
    return null;
  }
}

/** By the `f_type` that statfs gives, which some platforms give as a negative number. */
export function remoteByType(type: number): string | null {
  return REMOTE_ON_LINUX.get(type >>> 0) ?? null;
}
