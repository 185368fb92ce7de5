/** What a verb works on: the named file, or stdin. */
import { CaveError } from "../text/errors.ts";
import type { Io } from "./io.ts";

/** @throws CaveError `cave_cannot_read` */
export function readInput(file: string | undefined, io: Io): Uint8Array {
  if (file === undefined || file === "-") {
    if (io.stdinIsTerminal) io.err("caveman-mcp: reading from the terminal; end with Ctrl-D, or name a FILE");
    return io.stdin();
  }
  try {
    return io.file(file);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    throw new CaveError(
      "cave_cannot_read",
      `The file could not be read (${code}). Check its name and that you may read it.`,
    );
  }
}

const STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of `bytes`, or null where they are no UTF-8. A byte order mark stays: the text is the bytes. */
export function textOrNull(bytes: Uint8Array): string | null {
  try {
    return STRICT.decode(bytes);
  } catch {
    return null;
  }
}
