/** Promise 5: damaged, deleted, replaced and locked files pass through, are never overwritten, and heal by themselves. */
import { Database } from "bun:sqlite";
import { afterEach, describe, expect, test } from "bun:test";
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { RecoveryStore } from "../../src/store/contract.ts";
import { handleOf } from "../../src/store/handle.ts";
import { bytes, cleanUp, META, open, privateDirectory, recovered, stored } from "./helpers.ts";

afterEach(cleanUp);

/** A store with some rows, closed, and its path. */
function filled(): { path: string; handle: string } {
  const path = join(privateDirectory(), "ccr.db");
  const { store } = open({ CAVEMAN_CCR_DB: path });
  const handle = stored(store, bytes("first"));
  for (let i = 0; i < 20; i++) stored(store, bytes(`${i} `.repeat(2_000)));
  store.close();
  return { path, handle };
}

function overwrite(path: string, at: number, data: Uint8Array): void {
  const file = openSync(path, "r+");
  writeSync(file, data, 0, data.length, at);
  closeSync(file);
}

function expectUnavailable(store: RecoveryStore, what: RegExp): void {
  const put = store.put(bytes(`new ${Math.random()}`), META);
  expect(put.kind).toBe("unavailable");
  if (put.kind === "unavailable") expect(put.reason).toMatch(what);
  expect(store.info()).toMatchObject({ health: "unavailable" });
}

describe("damaged before the start", () => {
  const damages: Record<string, (path: string) => void> = {
    "not a database": (path) => writeFileSync(path, "this is a text file, not a database. ".repeat(300)),
    "header overwritten": (path) => overwrite(path, 0, new Uint8Array(100).fill(0xaa)),
    "cut off in the middle": (path) => truncateSync(path, Math.floor(statSync(path).size / 2) - 100),
    "cut off within the header": (path) => truncateSync(path, 50),
    "first page of zeros": (path) => overwrite(path, 0, new Uint8Array(4096)),
    "schema page of noise": (path) => overwrite(path, 100, new Uint8Array(3996).fill(0x5a)),
  };
  for (const [name, damage] of Object.entries(damages)) {
    test(`${name}: said once, passed through, left as it is, and anew when it is moved away`, () => {
      const { path, handle } = filled();
      damage(path);
      const before = readFileSync(path);
      const { store, warnings } = open({ CAVEMAN_CCR_DB: path });
      expectUnavailable(store, /damaged|no SQLite/);
      expect(store.get(handle).kind).toBe("unavailable");
      expect(warnings).toHaveLength(1);
      expect(readFileSync(path).equals(before)).toBe(true);

      renameSync(path, `${path}.broken`);
      const fresh = stored(store, bytes("after"));
      expect(recovered(store, fresh)).toBe("after");
      store.close();
      expect(readFileSync(`${path}.broken`).equals(before)).toBe(true);
    });
  }

  test("a database cut off beside a -wal that still has rows: neither is touched", () => {
    const path = join(privateDirectory(), "ccr.db");
    const { store } = open({ CAVEMAN_CCR_DB: path });
    stored(store, bytes("only in the -wal"));
    // As a killed process leaves them: copied while in use.
    const copy = join(privateDirectory(), "ccr.db");
    for (const suffix of ["", "-wal"]) copyFileSync(path + suffix, copy + suffix);
    truncateSync(copy, 0);
    const wal = readFileSync(`${copy}-wal`);
    expect(wal.length).toBeGreaterThan(0);
    const second = open({ CAVEMAN_CCR_DB: copy });
    expectUnavailable(second.store, /emptied while its -wal/);
    second.store.close();
    expect(readFileSync(`${copy}-wal`).equals(wal)).toBe(true);
    expect(statSync(copy).size).toBe(0);
  });

  test("a torn page in the middle: what it held is not given out wrong, the rest is", () => {
    const { path } = filled();
    const originals = Array.from({ length: 20 }, (_, i) => `${i} `.repeat(2_000));
    const size = statSync(path).size;
    overwrite(path, Math.floor(size / 2 / 4096) * 4096, new Uint8Array(4096).fill(0x31));
    const { store } = open({ CAVEMAN_CCR_DB: path });
    let good = 0;
    for (const text of originals) {
      const got = store.get(handleOf(bytes(text)));
      if (got.kind !== "found") continue;
      expect(new TextDecoder().decode(got.bytes)).toBe(text);
      good++;
    }
    expect(good).toBeGreaterThan(10);
    expect(good).toBeLessThan(20);
  });
});

describe("damaged while it is in use", () => {
  test("overwritten with noise: no handle is given out that another process could not use", () => {
    const { path } = filled();
    const { store } = open({ CAVEMAN_CCR_DB: path });
    stored(store, bytes("before"));
    overwrite(path, 0, new Uint8Array(statSync(path).size).fill(0xcd));
    const put = store.put(bytes("after the damage"), META);
    if (put.kind === "stored")
      expect(recovered(open({ CAVEMAN_CCR_DB: path }).store, put.handle)).toBe("after the damage");
    for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
    expect(recovered(store, stored(store, bytes("anew")))).toBe("anew");
  });

  test("emptied: passes through instead of handing out what the next opener would delete", () => {
    const { path } = filled();
    const { store } = open({ CAVEMAN_CCR_DB: path });
    stored(store, bytes("before"));
    truncateSync(path, 0);
    expectUnavailable(store, /emptied|damaged|replaced/);
    expect(statSync(path).size).toBe(0);
  });

  test("another database copied over it, as a backup is restored: a handle that is given out can be used", () => {
    const { path } = filled();
    const backup = filled();
    const { store } = open({ CAVEMAN_CCR_DB: path });
    stored(store, bytes("x".repeat(50_000)));
    copyFileSync(backup.path, path);
    const put = store.put(bytes("after the restore"), META);
    store.close();
    if (put.kind === "stored")
      expect(recovered(open({ CAVEMAN_CCR_DB: path }).store, put.handle)).toBe("after the restore");
  });
});

describe("deleted or replaced while it is in use", () => {
  /** Everybody else opens by path; so does this. */
  function seenByOthers(path: string, handle: string): string {
    const { store } = open({ CAVEMAN_CCR_DB: path });
    const text = recovered(store, handle);
    store.close();
    return text;
  }

  for (const gone of [[""], ["", "-wal"], ["", "-wal", "-shm"], ["-wal"], ["-shm"], ["-wal", "-shm"]]) {
    test(`deleted: ccr.db${gone.join(", ccr.db")}`, () => {
      const { path, handle } = filled();
      const { store } = open({ CAVEMAN_CCR_DB: path });
      const before = stored(store, bytes("shown before"));
      for (const suffix of gone) rmSync(path + suffix);
      const after = stored(store, bytes("shown after"));
      expect(seenByOthers(path, after)).toBe("shown after");
      if (!gone.includes("")) {
        // The database is still there: nothing that was shown may be missing from it.
        expect(seenByOthers(path, before)).toBe("shown before");
        expect(seenByOthers(path, handle)).toBe("first");
      }
    });
  }

  test("the -shm deleted, and another program has written since: nobody's rows are overwritten", () => {
    const { path } = filled();
    const { store } = open({ CAVEMAN_CCR_DB: path });
    const mine = stored(store, bytes("mine, before"));
    rmSync(`${path}-shm`);
    const other = new Database(path);
    other.run("INSERT INTO recoveries VALUES (?, '2026-01-01T00:00:00Z', 'text', 'x', 2, 1, ?, NULL)", [
      handleOf(bytes("theirs")),
      bytes("theirs"),
    ]);
    const after = stored(store, bytes("mine, after"));
    other.close();
    for (const handle of [mine, after, handleOf(bytes("theirs"))]) {
      expect(["mine, before", "mine, after", "theirs"]).toContain(seenByOthers(path, handle));
    }
  });

  test("deleted in the very moment between looking and writing", () => {
    const { path } = filled();
    let deleteNow = false;
    const now = (): number => {
      // The time is asked for after the files were looked at and before the row is written.
      if (deleteNow) for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
      deleteNow = false;
      return Date.now();
    };
    const { store } = open({ CAVEMAN_CCR_DB: path }, { now });
    deleteNow = true;
    expect(seenByOthers(path, stored(store, bytes("x")))).toBe("x");
  });

  test("replaced by another store: new handles go there, and its handles are found", () => {
    const { path } = filled();
    const other = filled();
    const inOther = open({ CAVEMAN_CCR_DB: other.path }).store;
    const theirs = stored(inOther, bytes("in the other file"));
    inOther.close();
    const { store } = open({ CAVEMAN_CCR_DB: path });
    for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix);
    renameSync(other.path, path);
    expect(recovered(store, theirs)).toBe("in the other file");
    expect(seenByOthers(path, stored(store, bytes("mine")))).toBe("mine");
  });

  test("closing an old connection does not delete the files of the new database", () => {
    const { path } = filled();
    const first = open({ CAVEMAN_CCR_DB: path }).store;
    stored(first, bytes("in the deleted file"));
    for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix);
    const second = open({ CAVEMAN_CCR_DB: path }).store;
    const handle = stored(second, bytes("in the new file"));
    first.close();
    expect(existsSync(`${path}-wal`)).toBe(true);
    expect(seenByOthers(path, handle)).toBe("in the new file");
  });

  test("the directory deleted and made again", () => {
    const directory = join(privateDirectory(), "home");
    const { store } = open({ CAVEMAN_HOME: directory });
    stored(store, bytes("x"));
    rmSync(directory, { recursive: true });
    expect(seenByOthers(join(directory, "ccr.db"), stored(store, bytes("y")))).toBe("y");
  });
});

describe("locked", () => {
  test("by another program for longer than five seconds: passed through, and used again afterwards", () => {
    const { path, handle } = filled();
    const { store, warnings } = open({ CAVEMAN_CCR_DB: path });
    const other = new Database(path);
    other.run("BEGIN IMMEDIATE");
    expectUnavailable(store, /locked by another program/);
    expect(recovered(store, handle)).toBe("first");
    other.run("ROLLBACK");
    other.close();
    stored(store, bytes("free again"));
    expect(warnings).toHaveLength(1);
    expect(store.info().health).toBe("ok");
  }, 20_000);
});

test("a path that cannot be: said once, and the server goes on", () => {
  const file = join(privateDirectory(), "file");
  writeFileSync(file, "");
  for (const path of [join(file, "ccr.db"), "/proc/nowhere/ccr.db", `/tmp/${"n".repeat(300)}/ccr.db`]) {
    const { store, warnings } = open({ CAVEMAN_CCR_DB: path });
    expectUnavailable(store, /cannot be opened|not a directory|cannot be read/);
    expect(warnings).toHaveLength(1);
  }
});
