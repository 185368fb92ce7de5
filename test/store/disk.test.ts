/** Promise 5 on real disks: a small file system that fills up, one that becomes read-only, a directory without rights. */
import { afterEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import {
  chownSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { writeRecovered } from "../../src/store/recovered.ts";
import { bytes, cleanUp, later, META, open, privateDirectory, recovered, stored } from "./helpers.ts";

afterEach(cleanUp);

/** Runs a program of the system; false where it is missing or fails. */
function run(...command: string[]): boolean {
  return spawnSync(command[0] ?? "", command.slice(1)).status === 0;
}

/** A file system in memory of this many KiB, or null where this user may not mount. */
function mountSmall(kib: number): string | null {
  const directory = join(privateDirectory(), "disk");
  mkdirSync(directory);
  if (!run("mount", "-t", "tmpfs", "-o", `size=${kib}k,mode=0700`, "tmpfs", directory)) return null;
  later(() => run("umount", directory));
  return directory;
}

const canMount = process.platform === "linux" && mountSmall(64) !== null;
cleanUp();
if (!canMount) console.warn("skip: tests of full and read-only disks need the right to mount a tmpfs (root)");
const isRoot = process.geteuid?.() === 0;
if (!isRoot)
  console.warn("skip: the test of a directory without rights needs root (to become somebody else)");

/** Mounts for a test that only runs where that works. */
function smallDisk(kib: number): string {
  const directory = mountSmall(kib);
  if (directory === null) throw new Error("mount failed");
  return directory;
}

/** Takes all the room there is. */
function fill(directory: string): string {
  const path = join(directory, "filler");
  for (let size = 1024 * 1024; size >= 512; ) {
    try {
      writeFileSync(path, Buffer.alloc(size), { flag: "a" });
    } catch {
      size /= 2;
    }
  }
  return path;
}

/** Bytes that no file system compresses or shares. */
function noise(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}

describe.skipIf(!canMount)("a full disk", () => {
  test("while in use: passes through, old handles keep working, and it is used again when there is room", () => {
    const directory = smallDisk(1024);
    const { store, warnings } = open({ CAVEMAN_CCR_DB: join(directory, "ccr.db") });
    const before = stored(store, bytes("before"));
    const filler = fill(directory);
    const put = store.put(noise(60_000), META);
    expect(put.kind).toBe("unavailable");
    if (put.kind === "unavailable") expect(put.reason).toContain("disk is full");
    expect(store.info()).toMatchObject({ health: "unavailable", rows: 1 });
    expect(recovered(store, before)).toBe("before");
    store.put(noise(60_000), META);
    expect(warnings).toHaveLength(1);
    rmSync(filler);
    const big = noise(60_000);
    const handle = stored(store, big);
    const got = store.get(handle);
    expect(got.kind === "found" && Buffer.compare(got.bytes, big) === 0).toBe(true);
    expect(store.info()).toMatchObject({ health: "ok", rows: 2, bytes: 60_006 });
  });

  test("byte by byte until nothing fits: every handle that was given out is there", () => {
    const directory = smallDisk(700);
    const path = join(directory, "ccr.db");
    const { store } = open({ CAVEMAN_CCR_DB: path });
    const given: [string, Uint8Array][] = [];
    let refused = 0;
    for (let i = 0; i < 200 && refused < 5; i++) {
      const original = noise(9_000);
      const put = store.put(original, META);
      if (put.kind === "stored") given.push([put.handle, original]);
      else refused++;
    }
    expect(refused).toBe(5);
    expect(given.length).toBeGreaterThan(10);
    store.close();
    const again = open({ CAVEMAN_CCR_DB: path }).store;
    for (const [handle, original] of given) {
      const got = again.get(handle);
      expect(got.kind === "found" && Buffer.compare(got.bytes, original) === 0).toBe(true);
    }
  });

  test("from the start: there is no store until there is room", () => {
    const directory = smallDisk(256);
    const filler = fill(directory);
    const { store, warnings } = open({ CAVEMAN_CCR_DB: join(directory, "ccr.db") });
    expect(store.put(bytes("x"), META).kind).toBe("unavailable");
    expect(warnings).toHaveLength(1);
    rmSync(filler);
    expect(recovered(store, stored(store, bytes("x")))).toBe("x");
  });

  test("from the start, with a store on it: old handles are read, or said to be unavailable; never unknown", () => {
    const directory = smallDisk(512);
    const path = join(directory, "ccr.db");
    const first = open({ CAVEMAN_CCR_DB: path }).store;
    const inDatabase = stored(first, bytes("in the database"));
    first.close();
    fill(directory);
    const { store, warnings } = open({ CAVEMAN_CCR_DB: path });
    expect(recovered(store, inDatabase)).toBe("in the database");
    expect(store.put(noise(5_000), META).kind).toBe("unavailable");
    expect(warnings).toEqual([expect.stringContaining("disk is full")]);
  });

  test("a -wal that a killed process left on a full disk: its rows are not called unknown", () => {
    const source = join(privateDirectory(), "ccr.db");
    const running = open({ CAVEMAN_CCR_DB: source }).store;
    const inWal = stored(running, bytes("in the -wal only"));
    const directory = smallDisk(512);
    const path = join(directory, "ccr.db");
    for (const suffix of ["", "-wal"]) copyFileSync(source + suffix, path + suffix);
    const filler = fill(directory);
    const { store } = open({ CAVEMAN_CCR_DB: path });
    expect(store.get(inWal).kind).not.toBe("unknown");
    rmSync(filler);
    expect(recovered(store, inWal)).toBe("in the -wal only");
  });

  test("a recovered file is whole or not there", () => {
    const directory = smallDisk(512);
    const recoveredTo = join(directory, "recovered");
    const handle = "ccr_00000000000000000000000000000000";
    expect(() => writeRecovered(recoveredTo, handle, noise(2_000_000))).toThrow("ENOSPC");
    expect(readdirSync(recoveredTo)).toEqual([]);
    expect(readFileSync(writeRecovered(recoveredTo, handle, bytes("small")).path, "utf8")).toBe("small");
  });
});

describe.skipIf(!canMount)("a disk that becomes read-only", () => {
  test("from the start: old handles are read, nothing is stored, until it can be written again", () => {
    const directory = smallDisk(1024);
    const path = join(directory, "ccr.db");
    const first = open({ CAVEMAN_CCR_DB: path }).store;
    const handle = stored(first, bytes("before"));
    first.close();
    expect(run("mount", "-o", "remount,ro", directory)).toBe(true);
    const { store, warnings } = open({ CAVEMAN_CCR_DB: path });
    const put = store.put(bytes("new"), META);
    expect(put.kind).toBe("unavailable");
    if (put.kind === "unavailable") expect(put.reason).toContain("cannot be written");
    expect(recovered(store, handle)).toBe("before");
    expect(store.info()).toMatchObject({ health: "unavailable", rows: 1 });
    expect(warnings).toHaveLength(1);
    expect(run("mount", "-o", "remount,rw", directory)).toBe(true);
    expect(recovered(store, stored(store, bytes("new")))).toBe("new");
    expect(store.info().health).toBe("ok");
  });

  test("with nothing on it: no store, and no crash", () => {
    const directory = smallDisk(256);
    expect(run("mount", "-o", "remount,ro", directory)).toBe(true);
    for (const path of [join(directory, "ccr.db"), join(directory, "sub", "ccr.db")]) {
      const { store, warnings } = open({ CAVEMAN_CCR_DB: path });
      expect(store.put(bytes("x"), META).kind).toBe("unavailable");
      expect(store.get("ccr_00000000000000000000000000000000").kind).toBe("unavailable");
      expect(warnings).toHaveLength(1);
    }
  });
});

test.skipIf(!isRoot)("a directory in which this user may not write: read, not written", () => {
  const nobody = 65_534;
  const directory = join(privateDirectory(), "theirs");
  mkdirSync(directory, { mode: 0o700 });
  const path = join(directory, "ccr.db");
  const first = open({ CAVEMAN_CCR_DB: path }).store;
  const handle = stored(first, bytes("before"));
  first.close();
  for (const name of [".", ...readdirSync(directory)]) chownSync(join(directory, name), nobody, nobody);
  const child = spawnSync(
    process.execPath,
    [join(import.meta.dir, "programs", "as-nobody.ts"), directory, handle],
    { encoding: "utf8", env: { ...process.env, CAVEMAN_CCR_DB: path } },
  );
  expect(child.stderr.trim().split("\n")).toHaveLength(1);
  expect(JSON.parse(child.stdout)).toEqual({ put: "unavailable", get: "before", afterwards: "stored" });
});
