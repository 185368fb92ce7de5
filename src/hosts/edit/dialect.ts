/**
 * What a configuration format must offer so that one server can be added and taken out again. Every addition is
 * one contiguous body, and perhaps a comma behind the member before it, so that its exact inverse needs no more
 * than those two. Texts are without byte order mark.
 */
import { CaveError } from "../../text/errors.ts";
import type { Json } from "../contract.ts";

/** Name of the object of servers, and of the server in it. */
export type Path = readonly [table: string, name: string];

/** What was added to a text. */
export interface Addition {
  readonly body: string;
  /** Offset of the server's own entry in `body`, which may begin with white space and its table. */
  readonly at: number;
  /** Whether a comma was put behind the member before it. */
  readonly comma: boolean;
}

export interface Added extends Addition {
  readonly text: string;
}

export interface Dialect {
  /** The entry as plain JSON, undefined where there is none. @throws CaveError where the text does not parse */
  entryAt(text: string, path: Path): Json | undefined;
  /** Adds an entry that is not there. The result is checked: it parses, and differs by the entry alone. @throws CaveError */
  add(text: string, path: Path, entry: Json): Added;
  /** The exact inverse of `add`, or null where the body is not there as it was added. */
  undo(text: string, path: Path, addition: Addition): string | null;
  /**
   * Takes the entry out wherever and however it is written, and the table that was added with it, if it is empty.
   * @throws CaveError where that cannot be done safely
   */
  remove(text: string, path: Path, addition: Addition | null): string;
  /** Whether nothing but an empty table is left. */
  isBare(text: string, path: Path): boolean;
  /** A whole file with this one entry, for a person to paste. */
  example(path: Path, entry: Json): string;
}

/** The text is not what its format allows: it is not touched. */
export function unreadable(line: number, column: number): CaveError {
  return new CaveError(
    "cave_config_unreadable",
    `it does not parse (line ${line}, column ${column}), so it was not touched. Repair it, or see what the host says about it.`,
  );
}

/** The text parses, but has no place where the entry could go. */
export function noPlace(why: string): CaveError {
  return new CaveError("cave_config_shape", `${why}, so it was not touched.`);
}

/** One-based line and column of an offset. */
export function position(text: string, offset: number): [line: number, column: number] {
  const before = text.slice(0, offset);
  const lines = before.split(/\r\n|\r|\n/);
  return [lines.length, (lines.at(-1)?.length ?? 0) + 1];
}

/** The line break that the text uses first; `\n` where it has none. */
export function lineBreak(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
}
