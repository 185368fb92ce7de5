/** What the store must know about the machine and the user, as a value, so that tests can be somebody else. */
import { homedir } from "node:os";
import { remoteFileSystem } from "./file-system.ts";

export interface Host {
  /** `process.platform` */
  readonly platform: string;
  /** Effective user id, or null where there are none (Windows). */
  readonly uid: number | null;
  /** The user's own directory: its mode is never changed, and on Windows private files belong below it. */
  readonly home: string | null;
  /** Name of the file system of a directory where it is not one of this machine, else null. */
  readonly remoteFileSystem: (directory: string) => string | null;
}

export function thisHost(): Host {
  let home: string | null = null;
  try {
    home = homedir();
  } catch {
    // No entry for this user: nothing to protect.
  }
  const { platform } = process;
  return {
    platform,
    uid: process.geteuid?.() ?? null,
    home,
    remoteFileSystem: (directory) => remoteFileSystem(directory, platform),
  };
}
