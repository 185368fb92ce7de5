/** Promise 8: never WAL where shared memory between machines would be needed. */
import { Database } from "bun:sqlite";
import { afterEach, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { remoteByType, remoteFileSystem } from "../../src/store/file-system.ts";
import { reportStore } from "../../src/store/maintenance/report.ts";
import { bytes, cleanUp, hostLike, META, open, privateDirectory, recovered, stored } from "./helpers.ts";

afterEach(cleanUp);

/** A machine on which every directory is on the network. */
const REMOTE = hostLike({ remoteFileSystem: () => "NFS" });

describe("which file systems are remote", () => {
  test("by the numbers of statfs(2), also where they come as negative ones", () => {
    expect(remoteByType(0x6969)).toBe("NFS");
    expect(remoteByType(0xff534d42)).toBe("CIFS");
    expect(remoteByType(0xff534d42 | 0)).toBe("CIFS");
    expect(remoteByType(0x01021997)).toBe("9p");
    for (const local of [0xef53, 0x9123683e, 0x58465342, 0x01021994, 0x794c7630])
      expect(remoteByType(local)).toBeNull();
  });

  test("by path where numbers say nothing", () => {
    expect(remoteFileSystem("/Volumes/team/x", "darwin")).not.toBeNull();
    expect(remoteFileSystem("/Users/u/.caveman", "darwin")).toBeNull();
    expect(remoteFileSystem("\\\\server\\share\\x", "win32")).not.toBeNull();
    expect(remoteFileSystem("C:\\Users\\u", "win32")).toBeNull();
  });

  test("a directory that cannot be asked about counts as local", () => {
    expect(remoteFileSystem(join(privateDirectory(), "gone"), "linux")).toBeNull();
  });
});

describe("on a remote file system", () => {
  test("a new database never gets a -wal, and everything works", () => {
    const path = join(privateDirectory(), "ccr.db");
    const { store } = open({ CAVEMAN_CCR_DB: path }, { host: REMOTE });
    expect(recovered(store, stored(store, bytes("x")))).toBe("x");
    expect(existsSync(`${path}-wal`)).toBe(false);
    expect(existsSync(`${path}-shm`)).toBe(false);
    const second = open({ CAVEMAN_CCR_DB: path }, { host: REMOTE }).store;
    expect(recovered(second, stored(second, bytes("y")))).toBe("y");
  });

  test("a database in WAL mode is taken out of it, with all its rows", () => {
    const path = join(privateDirectory(), "ccr.db");
    const first = open({ CAVEMAN_CCR_DB: path }).store;
    const handle = stored(first, bytes("before"));
    first.close();
    const { store } = open({ CAVEMAN_CCR_DB: path }, { host: REMOTE });
    expect(recovered(store, handle)).toBe("before");
    expect(existsSync(`${path}-wal`)).toBe(false);
    stored(store, bytes("after"));
  });

  test("while somebody has it open in WAL mode, nothing is stored", () => {
    const path = join(privateDirectory(), "ccr.db");
    const local = open({ CAVEMAN_CCR_DB: path }).store;
    stored(local, bytes("x"));
    const { store, warnings } = open({ CAVEMAN_CCR_DB: path }, { host: REMOTE });
    expect(warnings).toEqual([expect.stringMatching(/locked by another program|has it open in WAL mode/)]);
    local.close();
    expect(recovered(store, stored(store, bytes("y")))).toBe("y");
  }, 60_000);

  test("a database of a newer version is not written there either", () => {
    const path = join(privateDirectory(), "ccr.db");
    open({ CAVEMAN_CCR_DB: path }, { host: REMOTE }).store.close();
    const db = new Database(path);
    db.run("UPDATE caveman_mcp_meta SET value = '99'");
    db.close();
    const { store } = open({ CAVEMAN_CCR_DB: path }, { host: REMOTE });
    expect(store.put(bytes("x"), META).kind).toBe("unavailable");
    expect(store.info()).toMatchObject({ rows: 0, health: "unavailable" });
  });

  test("info warns about it", () => {
    const path = join(privateDirectory(), "ccr.db");
    open({ CAVEMAN_CCR_DB: path }).store.close();
    expect(reportStore({ CAVEMAN_CCR_DB: path }, { host: REMOTE })).toMatchObject({
      warnings: [expect.stringContaining("NFS")],
    });
  });
});
