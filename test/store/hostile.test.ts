/** Promises 6 and 7: a database made to harm runs nothing, fills no memory, and no wrong byte comes out. */
import { Database } from "bun:sqlite";
import { afterEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { handleOf, sha256Hex } from "../../src/store/handle.ts";
import { bytes, cleanUp, META, open, privateDirectory, recovered, stored } from "./helpers.ts";

afterEach(cleanUp);

const RECOVERIES = `CREATE TABLE recoveries (handle TEXT PRIMARY KEY, created_at TEXT NOT NULL,
  content_type TEXT NOT NULL, compressor TEXT NOT NULL, tokens_before INTEGER NOT NULL,
  tokens_after INTEGER NOT NULL, original BLOB NOT NULL, metadata BLOB)`;

/** A database that somebody else made with these statements. */
function made(...statements: string[]): string {
  const path = join(privateDirectory(), "ccr.db");
  const db = new Database(path);
  for (const sql of statements) db.run(sql);
  db.close();
  return path;
}

function expectRefused(path: string): void {
  const { store, warnings } = open({ CAVEMAN_CCR_DB: path });
  expect(store.put(bytes("x"), META).kind).toBe("unavailable");
  expect(store.get("ccr_00000000000000000000000000000000").kind).toBe("unavailable");
  expect(warnings).toHaveLength(1);
}

describe("refused", () => {
  const cases: Record<string, string[]> = {
    "a view in place of a table": [
      "CREATE TABLE t (handle, created_at, content_type, compressor, tokens_before, tokens_after, original, metadata)",
      "CREATE VIEW recoveries AS SELECT * FROM t",
    ],
    "a trigger on an expected table": [
      RECOVERIES,
      "CREATE TABLE copied (original)",
      "CREATE TRIGGER steal AFTER INSERT ON recoveries BEGIN INSERT INTO copied VALUES (new.original); END",
    ],
    "a virtual table": [
      "CREATE VIRTUAL TABLE recoveries USING fts5(handle, created_at, content_type, compressor, tokens_before, tokens_after, original, metadata)",
    ],
    "a computed column": [RECOVERIES.replace("metadata BLOB", "metadata BLOB, x AS (zeroblob(900000000))")],
    "a computed index": [RECOVERIES, "CREATE INDEX i ON recoveries(upper(content_type))"],
    "a partial index": [RECOVERIES, "CREATE INDEX i ON recoveries(content_type) WHERE tokens_after > 1"],
    "a table without the columns": ["CREATE TABLE recoveries (handle TEXT PRIMARY KEY, original BLOB)"],
    "a view in place of a table of ours": [
      "CREATE VIEW caveman_mcp_meta AS SELECT 'schema_version' AS key, 1 AS value",
    ],
    "other spelling of the name": [
      "CREATE TABLE t (handle, created_at, content_type, compressor, tokens_before, tokens_after, original, metadata)",
      "CREATE VIEW RECOVERIES AS SELECT * FROM t",
    ],
    "a schema version that is no number": [
      "CREATE TABLE caveman_mcp_meta (key TEXT PRIMARY KEY, value TEXT)",
      "INSERT INTO caveman_mcp_meta VALUES ('schema_version', 'x')",
    ],
    "thousands of tables": Array.from({ length: 1_001 }, (_, i) => `CREATE TABLE t${i} (x)`),
  };
  for (const [name, statements] of Object.entries(cases)) {
    test(name, () => expectRefused(made("BEGIN", ...statements, "COMMIT")));
  }
});

test("tables and columns that others added are no reason to refuse", () => {
  const path = made(
    RECOVERIES.replace("metadata BLOB", "metadata BLOB, note TEXT DEFAULT 'none'"),
    "CREATE TABLE gateway_routes (x)",
    "CREATE VIEW recent AS SELECT * FROM gateway_routes",
    "CREATE INDEX by_type ON recoveries(content_type)",
  );
  const { store, warnings } = open({ CAVEMAN_CCR_DB: path });
  expect(recovered(store, stored(store, bytes("x")))).toBe("x");
  expect(warnings).toEqual([]);
});

describe("integrity", () => {
  /** Puts a row of any content under any handle, past all checks. */
  function plant(handle: string, original: string): string {
    const path = made(RECOVERIES);
    const db = new Database(path);
    db.run(
      `INSERT INTO recoveries VALUES (?, '2026-01-01T00:00:00Z', 'text', 'x', 2, 1, ${original}, NULL)`,
      [handle],
    );
    db.close();
    return path;
  }

  test("any changed bit is found", () => {
    const { store } = open({ CAVEMAN_CCR_DB: made() });
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.nat(), (original, where) => {
        const handle = handleOf(original);
        const changed = original.slice();
        const bit = where % (original.length * 8);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const path = made(RECOVERIES);
        const db = new Database(path);
        db.run("INSERT INTO recoveries VALUES (?, '2026-01-01T00:00:00Z', 'text', 'x', 2, 1, ?, NULL)", [
          handle,
          changed,
        ]);
        db.close();
        const damaged = open({ CAVEMAN_CCR_DB: path }).store;
        expect(damaged.get(handle).kind).toBe("corrupt");
        // What is not the original is not taken for it: nothing is shortened against it.
        expect(damaged.put(original, META).kind).toBe("unavailable");
        damaged.close();
      }),
      { numRuns: 8 },
    );
    store.close();
  });

  test("a length that would fill the memory is refused before it is read", () => {
    const handle = "ccr_00000000000000000000000000000000";
    const { store } = open({ CAVEMAN_CCR_DB: plant(handle, "zeroblob(300000000)") });
    const before = process.memoryUsage().rss;
    const got = store.get(handle);
    expect(got).toMatchObject({ kind: "corrupt", reason: expect.stringContaining("300000000") });
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  test("an original stored as TEXT is the bytes of that text", () => {
    const handle = handleOf(bytes("as text, ünïcode"));
    const { store } = open({ CAVEMAN_CCR_DB: plant(handle, "'as text, ünïcode'") });
    expect(recovered(store, handle)).toBe("as text, ünïcode");
    expect(stored(store, bytes("as text, ünïcode"))).toBe(handle);
  });

  test("numbers and the like in place of an original are never given out", () => {
    const handle = "ccr_00000000000000000000000000000000";
    for (const odd of ["12", "1.5", "''", "x''"]) {
      expect(open({ CAVEMAN_CCR_DB: plant(handle, odd) }).store.get(handle).kind).toBe("corrupt");
    }
  });
});

describe("typed objects", () => {
  const columns =
    "object_id, object_type, content_hash, source, created_at, repository_state, session_id, transform_version, currentness, lifecycle, dependencies_json, original_byte_length, stored_byte_length, data";
  function object(id: string, hash: string, data: string) {
    const directory = privateDirectory();
    const env = { CAVEMAN_HOME: directory };
    open(env).store.close();
    const db = new Database(join(directory, "ccr.db"));
    db.run(
      `INSERT INTO typed_objects (${columns}) VALUES (?, 'CommandResult', ?, '', '', '', '', '', '', '', '', 1, 1, ?)`,
      [id, hash, bytes(data)],
    );
    db.close();
    return open(env).store;
  }
  const hash = sha256Hex(bytes("data"));
  const id = `ccr_obj_${hash.slice(0, 32)}`;

  test("come back when both their id and their hash agree", () => {
    expect(recovered(object(id, `sha256:${hash}`, "data"), id)).toBe("data");
    expect(object(id, `sha256:${hash}`, "data").get(id)).toMatchObject({ contentType: "CommandResult" });
  });

  test("are corrupt when either disagrees, or when there is nothing to check by", () => {
    expect(object(id, `sha256:${hash}`, "date").get(id).kind).toBe("corrupt");
    expect(object(id, `sha256:${hash.replace(/./g, "0")}`, "data").get(id).kind).toBe("corrupt");
    const other = `ccr_obj_${"0".repeat(32)}`;
    expect(object(other, `sha256:${hash}`, "data").get(other).kind).toBe("corrupt");
    expect(object("ccr_obj_named", "", "data").get("ccr_obj_named").kind).toBe("corrupt");
  });

  test("with a name for an id are checked by their hash alone", () => {
    expect(recovered(object("ccr_obj_named", `sha256:${hash}`, "data"), "ccr_obj_named")).toBe("data");
  });
});
