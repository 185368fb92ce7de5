/**
 * How many bytes a value has, in SQL. `octet_length` answers from the row's header, without reading the value, but
 * is of 2023 (SQLite 3.43), and on macOS Bun uses the system's SQLite, which may be older. There, `length` does the
 * same for blobs; a TEXT value, which no program of the family writes, has to be read.
 */
import { Database } from "bun:sqlite";
import { get } from "./rows.ts";

let knowsOctetLength: boolean | null = null;

/** SQL expression for the byte length of `column`. */
export function byteLength(column: string): string {
  knowsOctetLength ??= probe();
  return knowsOctetLength
    ? `octet_length(${column})`
    : `CASE typeof(${column}) WHEN 'blob' THEN length(${column}) ELSE length(CAST(${column} AS BLOB)) END`;
}

function probe(): boolean {
  const db = new Database(":memory:");
  try {
    return get(db, "SELECT octet_length('')") !== null;
  } catch {
    return false;
  } finally {
    db.close();
  }
}
