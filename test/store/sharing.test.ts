/** What is shared with other programs and other versions: rows they add or take, rollback mode, scope, schema versions. */
import { Database } from "bun:sqlite";
import { afterEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { handleOf } from "../../src/store/handle.ts";
import { bytes, cleanUp, META, open, privateDirectory, recovered, stored } from "./helpers.ts";

afterEach(cleanUp);

/** What another program of the family does, without knowing our tables. */
function elsewhere(path: string, work: (db: Database) => void): void {
  const db = new Database(path);
  work(db);
  db.close();
}

function insert(db: Database, original: string, verb = "INSERT"): void {
  db.run(`${verb} INTO recoveries VALUES (?, '2026-01-01T00:00:00Z', 'text', 'text', 2, 1, ?, NULL)`, [
    handleOf(bytes(original)),
    bytes(original),
  ]);
}

describe("the budget counts what is really there", () => {
  function budgeted(): { path: string; store: ReturnType<typeof open>["store"] } {
    const path = join(privateDirectory(), "ccr.db");
    const { store } = open({ CAVEMAN_CCR_DB: path, CAVEMAN_CCR_MAX_BYTES: "30" });
    stored(store, bytes("0123456789"));
    return { path, store };
  }

  test("rows that another program added", () => {
    const { path, store } = budgeted();
    elsewhere(path, (db) => insert(db, "abcdefghij"));
    expect(store.put(bytes("eleven byte"), META)).toEqual({ kind: "full" });
    stored(store, bytes("ten bytes!"));
    expect(store.info()).toMatchObject({ rows: 3, bytes: 30 });
  });

  test("rows that another program removed, the newest one included", () => {
    const { path, store } = budgeted();
    stored(store, bytes("abcdefghij"));
    stored(store, bytes("klmnopqrst"));
    expect(store.put(bytes("x"), META)).toEqual({ kind: "full" });
    elsewhere(path, (db) =>
      db.run("DELETE FROM recoveries WHERE handle = ?", [handleOf(bytes("klmnopqrst"))]),
    );
    stored(store, bytes("ten bytes!"));
    expect(store.info()).toMatchObject({ rows: 3, bytes: 30 });
  });

  test("rows that another program wrote again under new row numbers", () => {
    const { path, store } = budgeted();
    elsewhere(path, (db) => {
      insert(db, "0123456789", "INSERT OR REPLACE");
      insert(db, "0123456789", "INSERT OR REPLACE");
    });
    expect(store.info()).toMatchObject({ rows: 1, bytes: 10 });
    stored(store, bytes("abcdefghijklmnopqrst"));
    expect(store.info()).toMatchObject({ rows: 2, bytes: 30 });
  });

  test("rows that another program added, when a write of ours failed in between", () => {
    const { path, store } = budgeted();
    elsewhere(path, (db) => insert(db, "abcdefghij"));
    const broken = { ...META, contentType: null as unknown as string };
    expect(store.put(bytes("x"), broken).kind).toBe("unavailable");
    expect(store.put(bytes("eleven byte"), META)).toEqual({ kind: "full" });
    stored(store, bytes("ten bytes!"));
    expect(store.info()).toMatchObject({ rows: 3, bytes: 30 });
  });

  test("after another program has compacted the file", () => {
    const { path, store } = budgeted();
    stored(store, bytes("abcdefghij"));
    elsewhere(path, (db) => {
      db.run("DELETE FROM recoveries WHERE handle = ?", [handleOf(bytes("0123456789"))]);
      db.run("VACUUM");
      insert(db, "klmnopqrst");
    });
    expect(store.put(bytes("eleven byte"), META)).toEqual({ kind: "full" });
    stored(store, bytes("ten bytes!"));
    expect(store.info()).toMatchObject({ rows: 3, bytes: 30 });
  });
});

describe("journal mode", () => {
  test("a new database is in WAL mode, and one found in rollback mode stays so", () => {
    const path = join(privateDirectory(), "ccr.db");
    const { store } = open({ CAVEMAN_CCR_DB: path });
    expect(existsSync(`${path}-wal`)).toBe(true);
    const handle = stored(store, bytes("before"));
    store.close();
    elsewhere(path, (db) => db.run("PRAGMA journal_mode = DELETE"));
    const again = open({ CAVEMAN_CCR_DB: path }).store;
    expect(recovered(again, handle)).toBe("before");
    expect(recovered(again, stored(again, bytes("after")))).toBe("after");
    expect(existsSync(`${path}-wal`)).toBe(false);
    again.close();
    elsewhere(path, (db) =>
      expect(db.query("PRAGMA journal_mode").get()).toEqual({ journal_mode: "delete" }),
    );
  });

  test("a rollback journal left by a killed writer is rolled back", () => {
    const path = join(privateDirectory(), "ccr.db");
    const first = open({ CAVEMAN_CCR_DB: path }).store;
    const handle = stored(first, bytes("committed"));
    first.close();
    const child = Bun.spawnSync([
      process.execPath,
      "-e",
      `const { Database } = require("bun:sqlite");
       const db = new Database(${JSON.stringify(path)});
       db.run("PRAGMA journal_mode = DELETE");
       db.run("PRAGMA cache_size = 1");
       db.run("BEGIN IMMEDIATE");
       db.run("UPDATE recoveries SET original = zeroblob(500000)");
       process.kill(process.pid, "SIGKILL");`,
    ]);
    expect(child.signalCode).toBe("SIGKILL");
    expect(existsSync(`${path}-journal`)).toBe(true);
    const { store } = open({ CAVEMAN_CCR_DB: path });
    expect(recovered(store, handle)).toBe("committed");
    stored(store, bytes("more"));
  });
});

describe("schema versions", () => {
  test("a database of a newer version is read, not written, and said so", () => {
    const path = join(privateDirectory(), "ccr.db");
    const first = open({ CAVEMAN_CCR_DB: path }).store;
    const handle = stored(first, bytes("old"));
    first.close();
    elsewhere(path, (db) => {
      db.run("UPDATE caveman_mcp_meta SET value = '2'");
      db.run("ALTER TABLE caveman_mcp_tally ADD COLUMN objects INTEGER");
    });
    const { store, warnings } = open({ CAVEMAN_CCR_DB: path });
    expect(recovered(store, handle)).toBe("old");
    expect(store.put(bytes("new"), META).kind).toBe("unavailable");
    expect(store.info()).toMatchObject({ rows: 1, health: "unavailable" });
    expect(warnings).toEqual([expect.stringContaining("newer version")]);
    store.close();
    elsewhere(path, (db) =>
      expect(db.query("SELECT value FROM caveman_mcp_meta").get()).toEqual({ value: "2" }),
    );
  });

  test("the tables that others read have exactly their form", () => {
    const path = join(privateDirectory(), "ccr.db");
    open({ CAVEMAN_CCR_DB: path }).store.close();
    elsewhere(path, (db) => {
      const columns = (table: string) =>
        db
          .query<{ name: string; type: string; notnull: number; pk: number }, []>(
            `PRAGMA table_info(${table})`,
          )
          .all()
          .map(({ name, type, notnull, pk }) => `${name} ${type}${notnull ? "!" : ""}${pk ? " key" : ""}`);
      expect(columns("recoveries")).toEqual([
        "handle TEXT key",
        "created_at TEXT!",
        "content_type TEXT!",
        "compressor TEXT!",
        "tokens_before INTEGER!",
        "tokens_after INTEGER!",
        "original BLOB!",
        "metadata BLOB",
      ]);
      expect(columns("typed_objects")).toEqual([
        "object_id TEXT key",
        ..."object_type content_hash source created_at repository_state session_id transform_version currentness lifecycle dependencies_json"
          .split(" ")
          .map((name) => `${name} TEXT!`),
        "original_byte_length INTEGER!",
        "stored_byte_length INTEGER!",
        "data BLOB!",
      ]);
      expect(db.query("PRAGMA index_xinfo(typed_objects_session_created)").all()).toMatchObject([
        { name: "session_id", desc: 0 },
        { name: "created_at", desc: 1 },
        {},
      ]);
    });
  });

  test("a row has the time of the clock in RFC 3339 UTC, the counts, the type and no metadata", () => {
    const path = join(privateDirectory(), "ccr.db");
    const { store } = open({ CAVEMAN_CCR_DB: path }, { now: () => Date.parse("2026-03-01T12:34:56.789Z") });
    const handle = stored(store, bytes("x"));
    elsewhere(path, (db) =>
      expect(db.query("SELECT * FROM recoveries").all()).toEqual([
        {
          handle,
          created_at: "2026-03-01T12:34:56.789Z",
          content_type: "json",
          compressor: "json",
          tokens_before: 100,
          tokens_after: 10,
          original: bytes("x"),
          metadata: null,
        },
      ]),
    );
  });
});

describe("CAVEMAN_MCP_SCOPE=project", () => {
  function projects() {
    const base = privateDirectory();
    const [one, two] = [join(base, "one"), join(base, "two")];
    for (const project of [one, two]) mkdirSync(join(project, ".git"), { recursive: true });
    mkdirSync(join(one, "src", "deep"), { recursive: true });
    return { one, two, env: { CAVEMAN_HOME: join(base, "home") } };
  }

  test("hands out only what was stored from the same root", () => {
    const { one, two, env } = projects();
    const scoped = { ...env, CAVEMAN_MCP_SCOPE: "project" };
    const handle = stored(open(env, { cwd: one }).store, bytes("of one"));
    expect(recovered(open(scoped, { cwd: join(one, "src", "deep") }).store, handle)).toBe("of one");
    const other = open(scoped, { cwd: two }).store;
    expect(other.get(handle)).toEqual({ kind: "unknown" });
    expect(recovered(open(env, { cwd: two }).store, handle)).toBe("of one");
    // Whoever has the bytes may have them back.
    stored(other, bytes("of one"));
    expect(recovered(other, handle)).toBe("of one");
  });

  test("rows of unknown origin are handed out to no project", () => {
    const { one, env } = projects();
    const path = join(env.CAVEMAN_HOME, "ccr.db");
    const scoped = open({ ...env, CAVEMAN_MCP_SCOPE: "project" }, { cwd: one }).store;
    elsewhere(path, (db) => insert(db, "from elsewhere"));
    expect(scoped.get(handleOf(bytes("from elsewhere")))).toEqual({ kind: "unknown" });
  });

  test("without version control the directory itself is the root; no path is stored", () => {
    const base = privateDirectory();
    const home = privateDirectory();
    const scoped = { CAVEMAN_HOME: home, CAVEMAN_MCP_SCOPE: "project" };
    const { store } = open(scoped, { cwd: base });
    expect(recovered(store, stored(store, bytes("x")))).toBe("x");
    elsewhere(join(home, "ccr.db"), (db) => {
      expect(JSON.stringify(db.query("SELECT * FROM caveman_mcp_roots").all())).not.toContain(base);
    });
  });
});

test("the last one to close leaves the database alone, without companions", () => {
  const directory = privateDirectory();
  const { store } = open({ CAVEMAN_HOME: directory });
  stored(store, bytes("x"));
  expect(readdirSync(directory).sort()).toEqual(["ccr.db", "ccr.db-shm", "ccr.db-wal"]);
  store.close();
  expect(readdirSync(directory)).toEqual(["ccr.db"]);
});
