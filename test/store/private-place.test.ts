/** Promise 4: files are private, and a place that somebody else could have prepared is refused. */
import { afterEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { privatePlace } from "../../src/store/private-place.ts";
import { bytes, cleanUp, hostLike, META, open, privateDirectory, recovered, stored } from "./helpers.ts";

afterEach(cleanUp);

const mode = (path: string): number => lstatSync(path).mode & 0o777;
const isRoot = process.geteuid?.() === 0;
if (!isRoot) console.warn("skip: tests of files of other users need root (chown)");

function expectRefused(path: string, what: RegExp): void {
  const { store, warnings } = open({ CAVEMAN_CCR_DB: path });
  const put = store.put(bytes("x"), META);
  expect(put.kind).toBe("unavailable");
  if (put.kind === "unavailable") expect(put.reason).toMatch(what);
  expect(store.get("ccr_00000000000000000000000000000000").kind).toBe("unavailable");
  expect(warnings).toHaveLength(1);
  store.close();
}

describe("private", () => {
  test("whatever the umask: directory 0700, database and companions 0600", () => {
    const directory = join(privateDirectory(), "a", "b");
    const umask = process.umask(0);
    try {
      const { store } = open({ CAVEMAN_CCR_DB: join(directory, "ccr.db") });
      stored(store, bytes("x"));
      expect(readdirSync(directory).sort()).toEqual(["ccr.db", "ccr.db-shm", "ccr.db-wal"]);
      for (const name of readdirSync(directory)) expect(mode(join(directory, name))).toBe(0o600);
      expect([mode(directory), mode(dirname(directory))]).toEqual([0o700, 0o700]);
      expect(process.umask()).toBe(0);
    } finally {
      process.umask(umask);
    }
  });

  test("what is looser is tightened, companions included", () => {
    const directory = privateDirectory();
    const path = join(directory, "ccr.db");
    const first = open({ CAVEMAN_CCR_DB: path }).store;
    const handle = stored(first, bytes("x"));
    for (const name of readdirSync(directory)) chmodSync(join(directory, name), 0o644);
    chmodSync(directory, 0o755);
    const { store } = open({ CAVEMAN_CCR_DB: path });
    expect(recovered(store, handle)).toBe("x");
    expect(mode(directory)).toBe(0o700);
    for (const name of readdirSync(directory)) expect(mode(join(directory, name))).toBe(0o600);
  });

  test("the home directory itself keeps its mode", () => {
    const directory = privateDirectory();
    chmodSync(directory, 0o755);
    const { store } = open(
      { CAVEMAN_CCR_DB: join(directory, "ccr.db") },
      { host: hostLike({ home: directory }) },
    );
    stored(store, bytes("x"));
    expect(mode(directory)).toBe(0o755);
    expect(mode(join(directory, "ccr.db"))).toBe(0o600);
  });
});

describe("refused", () => {
  test("a symbolic link in place of the database", () => {
    const directory = privateDirectory();
    const real = join(directory, "real.db");
    open({ CAVEMAN_CCR_DB: real }).store.close();
    symlinkSync(real, join(directory, "link.db"));
    expectRefused(join(directory, "link.db"), /symbolic link/);
    symlinkSync(join(directory, "nowhere.db"), join(directory, "dangling.db"));
    expectRefused(join(directory, "dangling.db"), /symbolic link/);
    expect(readdirSync(directory)).not.toContain("nowhere.db");
  });

  test("a directory that others may write to, sticky or not", () => {
    for (const bits of [0o777, 0o1777, 0o770, 0o702]) {
      const directory = join(privateDirectory(), "open");
      mkdirSync(directory);
      chmodSync(directory, bits);
      expectRefused(join(directory, "ccr.db"), /Others may write/);
      expect(readdirSync(directory)).toEqual([]);
    }
  });

  test("something else in place of the database", () => {
    const path = join(privateDirectory(), "ccr.db");
    mkdirSync(path);
    expectRefused(path, /not a regular file/);
  });

  for (const suffix of ["-wal", "-shm", "-journal"]) {
    test(`a ${suffix} file that is a link, a directory or has a second name`, () => {
      const makers = [
        (at: string) => symlinkSync(join(dirname(at), "elsewhere"), at),
        (at: string) => mkdirSync(at),
        (at: string) => {
          writeFileSync(at, "");
          linkSync(at, join(dirname(at), "second-name"));
        },
      ];
      for (const make of makers) {
        const path = join(privateDirectory(), "ccr.db");
        make(path + suffix);
        expectRefused(path, new RegExp(`ccr\\.db${suffix} is not a regular file of yours`));
      }
    });
  }

  test.skipIf(!isRoot)("a directory, a database or a companion of another user", () => {
    const other = 12_345;
    const directory = privateDirectory();
    chownSync(directory, other, other);
    expectRefused(join(directory, "ccr.db"), /belongs to another user/);

    const path = join(privateDirectory(), "ccr.db");
    writeFileSync(path, "");
    chownSync(path, other, other);
    expectRefused(path, /belongs to another user/);

    const third = join(privateDirectory(), "ccr.db");
    writeFileSync(`${third}-wal`, "");
    chownSync(`${third}-wal`, other, other);
    expectRefused(third, /not a regular file of yours/);
  });

  test("when the cause is removed the store works, without a restart", () => {
    const directory = privateDirectory();
    chmodSync(directory, 0o777);
    const { store } = open({ CAVEMAN_CCR_DB: join(directory, "ccr.db") });
    expect(store.put(bytes("x"), META).kind).toBe("unavailable");
    expect(store.info().health).toBe("unavailable");
    chmodSync(directory, 0o700);
    expect(recovered(store, stored(store, bytes("x")))).toBe("x");
    expect(store.info().health).toBe("ok");
  });
});

describe("on Windows", () => {
  test("a store outside the user profile is warned about", () => {
    const path = join(privateDirectory(), "ccr.db");
    const at = (home: string) =>
      privatePlace(path, hostLike({ platform: "win32", uid: null, home })).warnings;
    expect(at("C:\\Users\\u")).toHaveLength(1);
  });
});
