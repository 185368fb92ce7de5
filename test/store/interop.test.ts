/** One file, several programs: what others wrote is read, left as it is, and what we write can be read by them. */
import { Database } from "bun:sqlite";
import { afterEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { forgetHandle } from "../../src/store/maintenance/free.ts";
import { verifyStore } from "../../src/store/maintenance/verify.ts";
import { bytes, cleanUp, open, privateDirectory, recovered, stored } from "./helpers.ts";
import { type FamilyOriginal, makeFamilyDatabase } from "./programs/family-database.ts";

afterEach(cleanUp);

const SHARED = process.env.CAVEMAN_SHARED ?? join(import.meta.dir, "..", "..", "..", "shared");
const FOREIGN = join(SHARED, "interop", "ccr-go.db");
const hasForeign = existsSync(FOREIGN);
if (!hasForeign)
  console.warn("skip: interop with another program's database (no shared/interop beside the repository)");
const hasSqlite = spawnSync("sqlite3", ["--version"]).status === 0;
if (!hasSqlite)
  console.warn("skip: reading our database with the sqlite3 program (Debian package sqlite3 is missing)");

interface Given {
  readonly path: string;
  readonly originals: readonly FamilyOriginal[];
}

interface ForeignEntry {
  readonly handle: string;
  readonly original?: string;
  readonly original_base64?: string;
}

function foreignDatabase(): Given {
  const path = join(privateDirectory(), "ccr.db");
  copyFileSync(FOREIGN, path);
  const entries = JSON.parse(readFileSync(join(SHARED, "interop", "ccr-go.json"), "utf8")) as ForeignEntry[];
  return {
    path,
    originals: entries.map((entry) => {
      const base64 = entry.original_base64;
      const original = base64 === undefined ? bytes(entry.original ?? "") : Buffer.from(base64, "base64");
      return { handle: entry.handle, original };
    }),
  };
}

function ownDatabase(): Given {
  const path = join(privateDirectory(), "ccr.db");
  return { path, originals: makeFamilyDatabase(path) };
}

/** Everything in the tables that the others read, as they read it. */
function seenByOthers(path: string) {
  const db = new Database(path);
  const all = (sql: string) => db.query<Record<string, unknown>, []>(sql).all();
  const seen = {
    recoveries: all("SELECT * FROM recoveries ORDER BY handle"),
    objects: all("SELECT * FROM typed_objects ORDER BY object_id"),
    schema: all(
      "SELECT name, sql FROM sqlite_schema WHERE tbl_name IN ('recoveries', 'typed_objects') ORDER BY name",
    ),
    journal: all("PRAGMA journal_mode"),
  };
  db.close();
  return seen;
}

for (const [name, make, runs] of [
  ["another program's database", foreignDatabase, hasForeign],
  ["a database in the family's form", ownDatabase, true],
] as const) {
  describe.skipIf(!runs)(name, () => {
    test("gives back every original, byte for byte", () => {
      const { path, originals } = make();
      const { store, warnings } = open({ CAVEMAN_CCR_DB: path });
      expect(originals.length).toBeGreaterThan(4);
      for (const { handle, original } of originals) {
        const got = store.get(handle);
        if (got.kind !== "found") throw new Error(`${handle}: ${JSON.stringify(got)}`);
        expect(Buffer.compare(got.bytes, original)).toBe(0);
      }
      expect(warnings).toEqual([]);
    });

    test("takes our rows and keeps its own: rows, schema and journal mode as they were", () => {
      const { path } = make();
      const before = seenByOthers(path);
      const { store } = open({ CAVEMAN_CCR_DB: path });
      const handle = stored(store, bytes("ours"));
      store.close();
      const after = seenByOthers(path);
      expect(after.recoveries.filter((row) => row.handle !== handle)).toEqual(before.recoveries);
      expect(after.recoveries.find((row) => row.handle === handle)).toMatchObject({
        original: bytes("ours"),
      });
      expect({ ...after, recoveries: [] }).toEqual({ ...before, recoveries: [] });
      expect(verifyStore({ CAVEMAN_CCR_DB: path })).toMatchObject({ bad: 0, structure: [], stopped: null });
    });

    test("an original that it already holds is not stored twice", () => {
      const { path, originals } = make();
      const { store } = open({ CAVEMAN_CCR_DB: path });
      const { rows } = store.info();
      const first = originals.find(({ handle }) => !handle.startsWith("ccr_obj_"));
      if (first === undefined) throw new Error("no original");
      expect(stored(store, first.original)).toBe(first.handle);
      expect(store.info().rows).toBe(rows);
    });

    test("forgets what it is told to, typed objects included, and nothing else", () => {
      const { path, originals } = make();
      const env = { CAVEMAN_CCR_DB: path };
      const object = originals.find(({ handle }) => handle.startsWith("ccr_obj_"));
      if (object === undefined) throw new Error("no typed object");
      expect(forgetHandle(env, object.handle)).toMatchObject({ kind: "freed", rows: 1 });
      const { store } = open(env);
      expect(store.get(object.handle)).toEqual({ kind: "unknown" });
      for (const { handle } of originals)
        if (handle !== object.handle) expect(store.get(handle).kind).toBe("found");
    });
  });
}

test.skipIf(!hasSqlite)("another SQLite reads and writes our database while we have it open", () => {
  const path = join(privateDirectory(), "ccr.db");
  const { store } = open({ CAVEMAN_CCR_DB: path });
  const handle = stored(store, bytes("ours"));
  const sqlite = (sql: string) => spawnSync("sqlite3", [path, sql], { encoding: "utf8" });
  expect(sqlite("SELECT handle, CAST(original AS TEXT), metadata IS NULL FROM recoveries").stdout).toBe(
    `${handle}|ours|1\n`,
  );
  const theirs = "ccr_ba7816bf8f01cfea414140de5dae2223";
  expect(
    sqlite(
      `INSERT INTO recoveries VALUES ('${theirs}', '2026-01-01T00:00:00Z', 'text', 'x', 2, 1, CAST('abc' AS BLOB), NULL)`,
    ),
  ).toMatchObject({ status: 0, stderr: "" });
  expect(recovered(store, theirs)).toBe("abc");
  expect(sqlite("PRAGMA integrity_check").stdout).toBe("ok\n");
});
