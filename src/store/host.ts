/** What the store must know about the machine and the user, as a value, so that tests can be somebody else. */
import { homedir } from "node:os";

export interface Host {
  /** `process.platform` */
  readonly platform: string;
  /** Effective user id, or null where there are none (Windows). */
  readonly uid: number | null;
  /** The user's own directory: its mode is never changed, and on Windows private files belong below it. */
  readonly home: string | null;
}

export function thisHost(): Host {
  let home: string | null = null;
  try {
    home = homedir();
  } catch {
    // No entry for this user: nothing to protect.
  }
  return { platform: process.platform, uid: process.geteuid?.() ?? null, home };
}
