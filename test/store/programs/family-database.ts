/**
 * A database as another program of the family writes it: its own SQL, times with nanoseconds, WAL, none of our
 * tables, an original that is no UTF-8, a typed object. Run it with a path to look at one.
 */
import { Database } from "bun:sqlite";
import { createHash } from "node:crypto";

export interface FamilyOriginal {
  readonly handle: string;
  readonly original: Uint8Array;
}

const SCHEMA = `
CREATE TABLE recoveries (
  handle TEXT PRIMARY KEY,
  created_at TEXT NOT NULL,
  content_type TEXT NOT NULL,
  compressor TEXT NOT NULL,
  tokens_before INTEGER NOT NULL,
  tokens_after INTEGER NOT NULL,
  original BLOB NOT NULL,
  metadata BLOB
);
CREATE TABLE typed_objects (
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
);
CREATE INDEX typed_objects_session_created ON typed_objects(session_id, created_at DESC);`;

const ORIGINALS: readonly (string | number[])[] = [
  JSON.stringify(Array.from({ length: 60 }, (_, id) => ({ id, state: id % 7 ? "ok" : "failed" }))),
  "time,level\r\n2026-01-01T00:00:00Z,info\r\n",
  "\ufeffa byte order mark, an astral character \u{1f9ed} and a NUL \0",
  Array.from({ length: 1_024 }, (_, i) => i & 0xff),
  "",
];

export function makeFamilyDatabase(path: string): FamilyOriginal[] {
  const db = new Database(path);
  db.run("PRAGMA journal_mode = WAL");
  for (const sql of SCHEMA.split(";\n")) db.run(sql);
  const rows = ORIGINALS.map((content) => {
    const original =
      typeof content === "string" ? new TextEncoder().encode(content) : Uint8Array.from(content);
    const handle = `ccr_${sha256(original).slice(0, 32)}`;
    db.run(
      "INSERT INTO recoveries VALUES (?, '2026-01-01T00:00:00.123456789Z', 'text', 'text', 100, 10, ?, ?)",
      [handle, original, new TextEncoder().encode('{"by":"another program"}')],
    );
    return { handle, original };
  });
  const object = new TextEncoder().encode('{"observation":"file listing"}');
  const hash = sha256(object);
  db.run(
    "INSERT INTO typed_objects VALUES (?, 'CommandResult', ?, 'ls', '2026-01-01T00:00:00Z', '', 's1', '1', 'current', 'hot', '[]', ?, ?, ?)",
    [`ccr_obj_${hash.slice(0, 32)}`, `sha256:${hash}`, object.length, object.length, object],
  );
  db.close();
  return [...rows, { handle: `ccr_obj_${hash.slice(0, 32)}`, original: object }];
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

if (import.meta.main) {
  const path = process.argv[2];
  if (path === undefined) throw new Error("usage: family-database.ts PATH");
  console.log(makeFamilyDatabase(path).map(({ handle, original }) => `${handle} ${original.length} bytes`));
}
