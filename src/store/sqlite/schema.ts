/**
 * The tables. `recoveries` and `typed_objects` are an interface shared with other programs: their form never
 * changes here. Everything of ours is in tables of our own, `caveman_mcp_…`, with forward-only migrations.
 */
import type { Database } from "bun:sqlite";
import { StoreFault } from "../fault.ts";
import { all, get } from "./rows.ts";
import { immediately } from "./transaction.ts";

const SHARED_TABLES = [
  `CREATE TABLE IF NOT EXISTS recoveries (
    handle TEXT PRIMARY KEY,
    created_at TEXT NOT NULL,
    content_type TEXT NOT NULL,
    compressor TEXT NOT NULL,
    tokens_before INTEGER NOT NULL,
    tokens_after INTEGER NOT NULL,
    original BLOB NOT NULL,
    metadata BLOB
  )`,
  `CREATE TABLE IF NOT EXISTS typed_objects (
    object_id TEXT PRIMARY KEY,
    object_type TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    source TEXT NOT NULL,
    created_at TEXT NOT NULL,
    repository_state TEXT NOT NULL,
    session_id TEXT NOT NULL,
    transform_version TEXT NOT NULL,
    currentness TEXT NOT NULL,
    lifecycle TEXT NOT NULL,
    dependencies_json TEXT NOT NULL,
    original_byte_length INTEGER NOT NULL,
    stored_byte_length INTEGER NOT NULL,
    data BLOB NOT NULL
  )`,
  `CREATE INDEX IF NOT EXISTS typed_objects_session_created
    ON typed_objects(session_id, created_at DESC)`,
];

/**
 * Steps from one schema version of ours to the next; entry 0 makes version 1. Never edited once released.
 * - tally: one row, what `recoveries` holds, counted up to a rowid, so that the budget is exact without a scan
 * - shown: when a handle was last given out, for `store prune`
 * - roots: the project roots (their hash) that an original was stored from, for CAVEMAN_MCP_SCOPE=project
 */
const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `CREATE TABLE caveman_mcp_tally (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      bytes INTEGER NOT NULL,
      rows INTEGER NOT NULL,
      last_rowid INTEGER NOT NULL
    )`,
    "INSERT INTO caveman_mcp_tally (id, bytes, rows, last_rowid) VALUES (1, 0, 0, 0)",
    `CREATE TABLE caveman_mcp_shown (
      handle TEXT PRIMARY KEY,
      shown_at TEXT NOT NULL,
      times INTEGER NOT NULL
    )`,
    `CREATE TABLE caveman_mcp_roots (
      handle TEXT NOT NULL,
      root TEXT NOT NULL,
      PRIMARY KEY (handle, root)
    ) WITHOUT ROWID`,
  ],
];

export const SCHEMA_VERSION = MIGRATIONS.length;

const EXPECTED_COLUMNS: ReadonlyMap<string, readonly string[]> = new Map([
  [
    "recoveries",
    columns("handle created_at content_type compressor tokens_before tokens_after original metadata"),
  ],
  [
    "typed_objects",
    columns("object_id object_type content_hash source repository_state dependencies_json data"),
  ],
  ["caveman_mcp_meta", columns("key value")],
  ["caveman_mcp_tally", columns("id bytes rows last_rowid")],
  ["caveman_mcp_shown", columns("handle shown_at times")],
  ["caveman_mcp_roots", columns("handle root")],
]);

function columns(names: string): string[] {
  return names.split(" ");
}

/** More objects than any program of the family makes; a schema that is longer is not read to its end. */
const MAX_SCHEMA_OBJECTS = 1_000;

export interface SchemaState {
  /** Version of our own tables; 0 where there are none. */
  readonly version: number;
  /** Lower-case names of the expected tables that exist. */
  readonly tables: ReadonlySet<string>;
}

function hostile(path: string, what: string): StoreFault {
  return new StoreFault(
    "refused",
    `The store ${path} is not used: ${what}, which no program of this family makes. Move it away and the next call starts anew.`,
  );
}

/**
 * Checks that every expected name is an ordinary table without triggers, views, generated columns or computed
 * indexes: reading or writing it then runs nothing that the file's author chose.
 * @throws StoreFault `refused`
 */
export function inspectSchema(db: Database, path: string): SchemaState {
  const objects = all<{ type: string; name: string; owner: string; rootpage: number }>(
    db,
    `SELECT type, lower(substr(name, 1, 100)) AS name, lower(substr(tbl_name, 1, 100)) AS owner, rootpage
     FROM sqlite_schema LIMIT ${MAX_SCHEMA_OBJECTS + 1}`,
  );
  if (objects.length > MAX_SCHEMA_OBJECTS) throw hostile(path, "it holds thousands of tables");
  const tables = new Set<string>();
  for (const { type, name, owner, rootpage } of objects) {
    if (type === "trigger" && EXPECTED_COLUMNS.has(owner)) throw hostile(path, `${owner} has a trigger`);
    if (!EXPECTED_COLUMNS.has(name)) continue;
    // Virtual tables and views have no root page.
    if (type !== "table" || rootpage <= 0) throw hostile(path, `${name} is no ordinary table`);
    tables.add(name);
  }
  for (const table of tables) inspectTable(db, table, path);
  return { version: tables.has("caveman_mcp_meta") ? versionOf(db, path) : 0, tables };
}

function inspectTable(db: Database, table: string, path: string): void {
  const found = all<{ name: string; hidden: number }>(
    db,
    "SELECT lower(substr(name, 1, 100)) AS name, hidden FROM pragma_table_xinfo(?)",
    table,
  );
  if (found.some((column) => column.hidden !== 0)) throw hostile(path, `${table} has computed columns`);
  const names = new Set(found.map((column) => column.name));
  const missing = EXPECTED_COLUMNS.get(table)?.find((name) => !names.has(name));
  if (missing !== undefined) throw hostile(path, `${table} has no column ${missing}`);
  const computed = get<{ n: number }>(
    db,
    `SELECT count(*) AS n FROM pragma_index_list(?) AS l, pragma_index_xinfo(l.name) AS x
     WHERE l.partial <> 0 OR x.cid = -2`,
    table,
  );
  if (computed !== null && computed.n > 0) throw hostile(path, `${table} has a computed index`);
}

function versionOf(db: Database, path: string): number {
  const row = get<{ value: unknown }>(
    db,
    "SELECT substr(value, 1, 20) AS value FROM caveman_mcp_meta WHERE key = 'schema_version'",
  );
  const version = Number(row?.value);
  if (!Number.isSafeInteger(version) || version < 1) throw hostile(path, "its schema version is no number");
  return version;
}

/** Whether `state` lacks something that `migrate` would make. */
export function needsMigration(state: SchemaState): boolean {
  return (
    state.version < SCHEMA_VERSION || !state.tables.has("recoveries") || !state.tables.has("typed_objects")
  );
}

/** Makes what is missing, in one transaction; two processes may do so at the same moment. */
export function migrate(db: Database, path: string): void {
  immediately(db, () => {
    const state = inspectSchema(db, path);
    for (const sql of SHARED_TABLES) db.run(sql);
    if (state.version >= SCHEMA_VERSION) return;
    db.run("CREATE TABLE IF NOT EXISTS caveman_mcp_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)");
    for (const step of MIGRATIONS.slice(state.version)) for (const sql of step) db.run(sql);
    db.run(
      `INSERT INTO caveman_mcp_meta (key, value) VALUES ('schema_version', ?)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      [String(SCHEMA_VERSION)],
    );
  });
}
