/** Writes a result's files so that each is there whole or not at all, within the quota to the byte. */
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, unlinkSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf, DIRECTORY_MODE, FILE_MODE } from "./data-dir.ts";

/** A file could not be written; `code` is the system's, or QUOTA. */
export class WriteFailed extends Error {
  override readonly name = "WriteFailed";
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export interface PlannedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

const WORDS: Record<string, string> = {
  ENOSPC: "the disk is full (ENOSPC)",
  EDQUOT: "the disk quota is used up (EDQUOT)",
  EROFS: "the file system is read-only (EROFS)",
  EACCES: "writing is not permitted (EACCES)",
  ENOENT: "the data directory has vanished (ENOENT)",
};

export class ResultFiles {
  #used = 0;

  /** @param maxBytes of all files of this process; 0 = no limit */
  constructor(readonly maxBytes: number) {}

  get used(): number {
    return this.#used;
  }

  /**
   * Writes all files of one result, or none.
   * @throws WriteFailed
   */
  write(files: readonly PlannedFile[]): void {
    const total = files.reduce((sum, file) => sum + file.bytes.length, 0);
    if (this.maxBytes > 0 && this.#used + total > this.maxBytes) {
      throw new WriteFailed(
        "QUOTA",
        `the result's ${total} bytes would pass --max-data-bytes ${this.maxBytes} (${this.#used} are used)`,
      );
    }
    const written: string[] = [];
    try {
      for (const file of files) {
        writeWhole(file);
        written.push(file.path);
      }
    } catch (error) {
      for (const path of written) remove(path);
      const code = codeOf(error);
      throw new WriteFailed(code, WORDS[code] ?? `the system refused (${code})`);
    }
    this.#used += total;
  }
}

/** Temporary file beside the target, fsync, rename. */
function writeWhole({ path, bytes }: PlannedFile): void {
  mkdirSync(dirname(path), { recursive: true, mode: DIRECTORY_MODE });
  const temporary = `${path}.tmp`;
  const fd = openSync(temporary, "wx", FILE_MODE);
  try {
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
  } catch (error) {
    remove(temporary);
    throw error;
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Nothing more can be done; the caller reports the first error.
  }
}
