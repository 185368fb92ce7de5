/** Single statements on a database, finalised at once: an open statement would keep old pages and locks alive. */
import type { Database, SQLQueryBindings } from "bun:sqlite";

/** The first row, or null. */
export function get<Row>(db: Database, sql: string, ...values: SQLQueryBindings[]): Row | null {
  using statement = db.prepare<Row, SQLQueryBindings[]>(sql);
  return statement.get(...values);
}

export function all<Row>(db: Database, sql: string, ...values: SQLQueryBindings[]): Row[] {
  using statement = db.prepare<Row, SQLQueryBindings[]>(sql);
  return statement.all(...values);
}
