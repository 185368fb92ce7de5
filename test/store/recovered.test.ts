/** Copies of originals under recovered/: private, whole, and only ever named by a handle. */
import { afterEach, describe, expect, test } from "bun:test";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { handleOf, sha256Hex } from "../../src/store/handle.ts";
import { copiesIn, writeRecovered } from "../../src/store/recovered.ts";
import { bytes, cleanUp, privateDirectory } from "./helpers.ts";

afterEach(cleanUp);

const HANDLE = handleOf(bytes("x"));

function directory(): string {
  return join(privateDirectory(), "home", "recovered");
}

describe("writing", () => {
  test("is private whatever the umask, and says what was written", () => {
    const at = directory();
    const umask = process.umask(0);
    try {
      const file = writeRecovered(at, HANDLE, bytes("content"));
      expect(file).toEqual({ path: join(at, HANDLE), bytes: 7, sha256: sha256Hex(bytes("content")) });
      expect(readFileSync(file.path, "utf8")).toBe("content");
      expect(lstatSync(file.path).mode & 0o777).toBe(0o600);
      expect(lstatSync(at).mode & 0o777).toBe(0o700);
      expect(lstatSync(dirname(at)).mode & 0o777).toBe(0o700);
    } finally {
      process.umask(umask);
    }
  });

  test("replaces an older copy as a whole and leaves nothing beside it", () => {
    const at = directory();
    writeRecovered(at, HANDLE, bytes("a longer first copy"));
    writeRecovered(at, HANDLE, bytes("second"));
    expect(readdirSync(at)).toEqual([HANDLE]);
    expect(readFileSync(join(at, HANDLE), "utf8")).toBe("second");
  });

  test("never follows a link: not for the file, not for the directory", () => {
    const at = directory();
    mkdirSync(at, { recursive: true, mode: 0o700 });
    const victim = join(privateDirectory(), "victim");
    writeFileSync(victim, "mine");
    symlinkSync(victim, join(at, HANDLE));
    writeRecovered(at, HANDLE, bytes("content"));
    expect(readFileSync(victim, "utf8")).toBe("mine");
    expect(lstatSync(join(at, HANDLE)).isSymbolicLink()).toBe(false);

    const linked = join(privateDirectory(), "recovered");
    symlinkSync(at, linked);
    expect(() => writeRecovered(linked, HANDLE, bytes("content"))).toThrow("symbolic link");
  });

  test("takes only a handle for a name", () => {
    const at = directory();
    for (const name of ["../x", "x", "", "ccr_obj_../../x", `${HANDLE}/x`]) {
      expect(() => writeRecovered(at, name, bytes("content"))).toThrow();
    }
    expect(copiesIn(at)).toEqual([]);
  });

  test("sweeps what a killed writer left a day ago, and nothing younger", () => {
    const at = directory();
    mkdirSync(at, { recursive: true, mode: 0o700 });
    const [old, young] = [join(at, `.${HANDLE}.1-a.tmp`), join(at, `.${HANDLE}.2-b.tmp`)];
    for (const path of [old, young]) writeFileSync(path, "half");
    const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
    utimesSync(old, longAgo, longAgo);
    writeRecovered(at, HANDLE, bytes("content"));
    expect(readdirSync(at).sort()).toEqual([`.${HANDLE}.2-b.tmp`, HANDLE].sort());
  });
});
