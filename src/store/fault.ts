/**
 * What can be wrong with a store, in words for people. Everything that SQLite or the file system throws
 * becomes one of these at the edge of this folder; a reason says what happened, what it means, what to do.
 */

export type FaultKind =
  /** Not as private or as plain as it must be: somebody has to look at it. */
  | "refused"
  | "busy"
  | "disk-full"
  | "read-only"
  /** A killed writer left it in the middle of a change, and this connection may not undo that. */
  | "unfinished"
  | "corrupt"
  | "cannot-open"
  /** Written by a newer version: readable, not writable. */
  | "newer"
  | "io";

export class StoreFault extends Error {
  override readonly name = "StoreFault";
  constructor(
    readonly kind: FaultKind,
    message: string,
  ) {
    super(message);
  }
}

/** `code` of a Node or SQLite error (`ENOSPC`, `SQLITE_IOERR_WRITE`), or "" for anything else. */
export function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null || !("code" in error)) return "";
  return typeof error.code === "string" ? error.code : "";
}

/** Codes by their longest matching prefix first; SQLite's extended codes refine the plain ones. */
const KINDS: readonly (readonly [prefix: string, kind: FaultKind])[] = [
  ["SQLITE_CANTOPEN_SYMLINK", "refused"],
  ["ELOOP", "refused"],
  ["SQLITE_BUSY", "busy"],
  ["SQLITE_LOCKED", "busy"],
  ["SQLITE_PROTOCOL", "busy"],
  ["SQLITE_FULL", "disk-full"],
  ["SQLITE_IOERR_SHMSIZE", "disk-full"],
  ["ENOSPC", "disk-full"],
  ["EDQUOT", "disk-full"],
  ["SQLITE_READONLY_ROLLBACK", "unfinished"],
  ["SQLITE_READONLY_RECOVERY", "unfinished"],
  ["SQLITE_READONLY", "read-only"],
  ["EROFS", "read-only"],
  ["SQLITE_CORRUPT", "corrupt"],
  ["SQLITE_NOTADB", "corrupt"],
  ["SQLITE_IOERR_SHORT_READ", "corrupt"],
  ["SQLITE_IOERR_CORRUPTFS", "corrupt"],
  ["SQLITE_CANTOPEN", "cannot-open"],
  ["SQLITE_PERM", "cannot-open"],
  ["SQLITE_AUTH", "cannot-open"],
  ["EACCES", "cannot-open"],
  ["EPERM", "cannot-open"],
  ["ENOENT", "cannot-open"],
  ["ENOTDIR", "cannot-open"],
  ["ENAMETOOLONG", "cannot-open"],
];

const WORDS: Readonly<Record<Exclude<FaultKind, "refused" | "newer">, string>> = {
  busy: "is locked by another program for longer than five seconds; the next call tries again.",
  "disk-full": "cannot grow because its disk is full; free some space and the next call uses it again.",
  "read-only": "cannot be written; make it writable and the next call uses it again.",
  unfinished:
    "was left in the middle of a change by a program that was killed; it is put right by the next program that writes to it.",
  corrupt:
    "is damaged or is no SQLite database; it is left as it is. Move it away (or restore a copy) and the next call starts anew.",
  "cannot-open": "cannot be opened or made; check that its directory exists and that you may write there.",
  io: "cannot be read or written; check the disk and its file system.",
};

/** Any thrown value as a fault about the database at `path`. Texts of SQLite are left out: they may quote data. */
export function faultOf(error: unknown, path: string): StoreFault {
  if (error instanceof StoreFault) return error;
  const code = codeOf(error);
  const kind = KINDS.find(([prefix]) => code.startsWith(prefix))?.[1] ?? "io";
  if (kind === "refused") return new StoreFault(kind, symlinkRefusal(path));
  if (kind === "newer") return new StoreFault("io", `The store ${path} ${WORDS.io}`);
  return new StoreFault(kind, `The store ${path} ${WORDS[kind]}${code === "" ? "" : ` (${code})`}`);
}

export function symlinkRefusal(path: string): string {
  return `The store is not used: ${path} is a symbolic link, which somebody else could point elsewhere. Set CAVEMAN_CCR_DB to the real file.`;
}
