/**
 * The attack table, this machine: a cache that was tampered with or that others can write to, launchers that
 * race or are killed, disks that are full or read-only. Nothing unverified is ever run.
 */
import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { newKey } from "../../build/signature.ts";
import {
  ARCHIVE,
  cachedFile,
  FILE,
  folderOf,
  MANIFEST,
  newHome,
  release,
  SCRIPT,
  SIGNATURE,
  scratch,
  stagedLauncher,
  tamper,
  VERSION,
} from "./release.ts";
import { leftIn, run, start } from "./run.ts";
import { respond, serving, startServer } from "./server.ts";

const launcher = stagedLauncher();
const base = `file://${folderOf(release())}`;
const nowhere = `file://${scratch}/nowhere`;
const isRoot = process.getuid?.() === 0;
if (!isRoot) console.warn("skip: not root, folders of other users and small disks not tried");
const preload = { NODE_OPTIONS: `--import=${join(import.meta.dir, "sabotage.mjs")}` };

const EVIL = "#!/bin/sh\necho evil\n";

/** A home whose cache holds the verified executable. */
async function filled(): Promise<string> {
  const home = newHome();
  const done = await run(launcher, { env: { CAVEMAN_HOME: home, CAVEMAN_RELEASE_BASE: base } });
  expect(done.code).toBe(0);
  return home;
}

async function refused(home: string, why: string, env: Record<string, string> = {}): Promise<void> {
  const done = await run(launcher, { env: { CAVEMAN_HOME: home, CAVEMAN_RELEASE_BASE: nowhere, ...env } });
  expect([done.code, done.stdout]).toEqual([127, ""]);
  expect(done.stderr).toContain(why);
}

async function startsAnew(home: string, why: string): Promise<void> {
  const again = await run(launcher, { env: { CAVEMAN_HOME: home, CAVEMAN_RELEASE_BASE: base } });
  expect([again.code, again.stdout]).toEqual([0, "ran \n"]);
  expect(again.stderr).toContain(why);
  expect(leftIn(home)).toEqual([`${FILE} 700`]);
  expect(readFileSync(cachedFile(home), "utf8")).toBe(SCRIPT);
}

/** Puts another release, signed by somebody else, into the cache. */
function strangers(home: string): void {
  const files = release({ executable: Buffer.from(EVIL), signer: newKey() });
  for (const name of [MANIFEST, SIGNATURE]) writeFileSync(join(home, "bin", name), files.get(name) ?? "");
  writeFileSync(cachedFile(home), EVIL);
}

describe("a cached executable is not run that", () => {
  const cases: [what: string, damage: (file: string, home: string) => void, why: string][] = [
    ["was changed", (file) => tamper(file), "its content is not the released one"],
    ["was replaced", (file) => writeFileSync(file, EVIL), "bytes, not"],
    ["was truncated", (file) => writeFileSync(file, SCRIPT.slice(0, 9)), "it has 9 bytes"],
    ["was emptied", (file) => writeFileSync(file, ""), "it has 0 bytes"],
    [
      "is a symlink",
      (file) => {
        writeFileSync(join(dirname(file), "..", "evil"), EVIL, { mode: 0o755 });
        rmSync(file);
        symlinkSync("../evil", file);
      },
      "not a regular file",
    ],
    [
      "is a symlink to the right content",
      (file) => {
        copyFileSync(file, join(dirname(file), "..", "same"));
        rmSync(file);
        symlinkSync("../same", file);
      },
      "not a regular file",
    ],
    [
      "is a pipe",
      (file) => {
        rmSync(file);
        spawnSync("mkfifo", [file]);
      },
      "not a regular file",
    ],
    [
      "comes with somebody else's manifest",
      (_, home) => strangers(home),
      "which this launcher does not know",
    ],
    ["lost its manifest", (_, home) => rmSync(join(home, "bin", MANIFEST)), "signed manifest is missing"],
    ["lost its signature", (_, home) => rmSync(join(home, "bin", SIGNATURE)), "signed manifest is missing"],
    [
      "has another version's manifest",
      (_, home) => {
        const older = release({ version: "9.8.6", executable: Buffer.from(EVIL) });
        for (const name of [MANIFEST, SIGNATURE])
          writeFileSync(join(home, "bin", name), older.get(name) ?? "");
      },
      "the manifest is for version 9.8.6",
    ],
  ];
  for (const [what, damage, why] of cases) {
    test(`${what}: it is fetched anew, or the start refused`, async () => {
      const home = await filled();
      damage(cachedFile(home), home);
      await refused(home, why);
      await startsAnew(home, why);
    });
  }

  test("is a directory: the start is refused, and nothing is deleted", async () => {
    const home = await filled();
    rmSync(cachedFile(home));
    mkdirSync(cachedFile(home));
    await refused(home, "is a folder, where the launcher keeps a file", { CAVEMAN_RELEASE_BASE: base });
    expect(existsSync(cachedFile(home))).toBe(true);
  });
});

describe("a cache folder is refused that", () => {
  test.each([
    ["others can write to", 0o757],
    ["a group can write to", 0o770],
  ])("%s", async (_, mode) => {
    const home = await filled();
    chmodSync(join(home, "bin"), mode);
    await refused(home, "can be written to by others", { CAVEMAN_RELEASE_BASE: base });
    chmodSync(join(home, "bin"), 0o700);
    chmodSync(home, mode);
    await refused(home, 'chmod go-w "', { CAVEMAN_RELEASE_BASE: base });
  });

  test.skipIf(!isRoot)("belongs to somebody else", async () => {
    const home = await filled();
    chownSync(join(home, "bin"), 65534, 65534);
    await refused(home, "belongs to another user", { CAVEMAN_RELEASE_BASE: base });
  });

  test("is a file", async () => {
    const home = newHome();
    writeFileSync(join(home, "bin"), "");
    await refused(home, "is not a folder", { CAVEMAN_RELEASE_BASE: base });
    const inFile = join(home, "bin", "deeper");
    await refused(inFile, "Set CAVEMAN_HOME", { CAVEMAN_RELEASE_BASE: base });
  });

  test.skipIf(!isRoot)("cannot be written to", async () => {
    const home = mkdtempSync(join(scratch, "foreign-"));
    for (const dir of [dirname(scratch), scratch, home, launcher, fileURLToPath(base)]) chmodSync(dir, 0o755);
    const env = { HOME: home, CAVEMAN_RELEASE_BASE: base };
    const done = await run(launcher, { env, uid: 65534 });
    expect([done.code, done.stdout]).toEqual([127, ""]);
    expect(done.stderr).toContain(
      "cannot be written to (EACCES). Set CAVEMAN_HOME to a folder of yours that can.",
    );
    expect(existsSync(join(home, ".caveman"))).toBe(false);
  });
});

test("a verified executable runs from a read-only cache", async () => {
  const home = await filled();
  const done = await run(launcher, {
    env: { CAVEMAN_HOME: home, ...preload, SABOTAGE: "fail:openSync:1:EROFS" },
  });
  expect(done).toMatchObject({ code: 0, stdout: "ran \n", stderr: "" });
});

describe("a disk", () => {
  test("that is really full ends the start, and leaves nothing", () => {
    const disk = mkdtempSync(join(scratch, "disk-"));
    const large = Buffer.concat([Buffer.from(SCRIPT), Buffer.alloc(256 << 10, "#")]);
    // The small disk is mounted where only this process and its children see it, so it cannot outlive them.
    const script = [
      'mount -t tmpfs -o size=64k,mode=700 none "$CAVEMAN_HOME" || exit 99',
      "code=0; node bin/caveman-mcp.mjs || code=$?",
      'ls -A "$CAVEMAN_HOME/bin" | grep -v "^checksums-"; exit $code',
    ].join("; ");
    const done = spawnSync("unshare", ["-m", "sh", "-c", script], {
      cwd: launcher,
      encoding: "utf8",
      env: {
        PATH: process.env.PATH ?? "",
        CAVEMAN_HOME: disk,
        CAVEMAN_RELEASE_BASE: `file://${folderOf(release({ executable: large }))}`,
      },
    });
    if (done.status === null || done.status === 1 || done.status === 99) {
      console.warn("skip: no small disk can be mounted here, a full disk is only pretended");
      return;
    }
    expect([done.status, done.stdout]).toEqual([127, ""]);
    expect(done.stderr).toContain("is full (ENOSPC)");
  });

  test.each([
    ["openSync", 3, "EROFS", "cannot be written to (EROFS)"],
    ["writeSync", 1, "ENOSPC", "is full (ENOSPC)"],
    ["writeSync", 3, "EDQUOT", "is full (EDQUOT)"],
    ["fsyncSync", 3, "ENOSPC", "is full (ENOSPC)"],
    ["fsyncSync", 3, "EIO", "unexpected failure: EIO"],
    ["renameSync", 3, "EPERM", "cannot be written to (EPERM)"],
  ])("where %s number %i fails with %s", async (name, nth, code, why) => {
    const home = newHome();
    await refused(home, why, {
      CAVEMAN_RELEASE_BASE: base,
      ...preload,
      SABOTAGE: `fail:${name}:${nth}:${code}`,
    });
    expect(leftIn(home)).toEqual([]);
  });
});

test("on Windows a file in use is tried again until it is free", async () => {
  const file = `caveman-mcp-${VERSION}-windows-x64.exe`;
  const files = release({ artifact: { target: "windows-x64", file, archive: `${file}.gz` } });
  files.set(`${file}.gz`, files.get(ARCHIVE) ?? Buffer.alloc(0));
  const asWindows =
    "data:text/javascript,for(const[k,value]of[['platform','win32'],['arch','x64']])Object.defineProperty(process,k,{value})";
  const env = {
    CAVEMAN_HOME: newHome(),
    CAVEMAN_RELEASE_BASE: `file://${folderOf(files)}`,
    NODE_OPTIONS: `${preload.NODE_OPTIONS} --import=${asWindows}`,
    SABOTAGE: "fail:renameSync:3:EBUSY",
  };
  expect(await run(launcher, { env })).toMatchObject({ code: 0, stdout: "ran \n" });
  expect(leftIn(env.CAVEMAN_HOME)).toEqual([`${file} 700`]);
});

describe("launchers that are killed", () => {
  const moments = ["openSync", "writeSync", "fsyncSync", "fchmodSync", "renameSync"].flatMap((name) =>
    [1, 2, 3].flatMap((nth) => [`kill-before:${name}:${nth}`, `kill-after:${name}:${nth}`]),
  );
  for (const moment of moments) {
    test(`at ${moment} leave nothing that is run later`, async () => {
      const home = newHome();
      const env = { CAVEMAN_HOME: home, CAVEMAN_RELEASE_BASE: base };
      const killed = await run(launcher, { env: { ...env, ...preload, SABOTAGE: moment } });
      expect([killed.signal, killed.stdout]).toEqual(["SIGKILL", ""]);
      const finished = moment === "kill-after:renameSync:3";
      expect(existsSync(cachedFile(home))).toBe(finished);
      const again = await run(launcher, { env });
      expect([again.code, again.stdout]).toEqual([0, "ran \n"]);
      expect(again.stderr === "").toBe(finished);
      expect(readFileSync(cachedFile(home), "utf8")).toBe(SCRIPT);
    });
  }

  test.each(["SIGKILL", "SIGTERM", "SIGINT"] as const)(
    "by %s while downloading leave no file",
    async (signal) => {
      const stalled = await startServer(
        serving(release(), {
          [ARCHIVE]: (socket) => {
            socket.write("HTTP/1.1 200 OK\r\n\r\n#");
          },
        }),
      );
      const home = newHome();
      const running = start(launcher, { env: { CAVEMAN_HOME: home, CAVEMAN_RELEASE_BASE: stalled.base } });
      await stalled.waitFor(ARCHIVE);
      running.child.kill(signal);
      expect(await running.done).toMatchObject({ signal, stdout: "" });
      expect(leftIn(home)).toEqual([]);
      await stalled.close();
    },
  );

  test("leave temporaries that are removed when they are a day old, and not before", async () => {
    const home = await filled();
    const dir = join(home, "bin");
    const yesterday = Date.now() / 1000 - 25 * 3600;
    for (const [name, time] of [
      [".fetch-old", yesterday],
      [".fetch-new", Date.now() / 1000],
      ["other-old", yesterday],
    ] as const) {
      writeFileSync(join(dir, name), "");
      utimesSync(join(dir, name), time, time);
    }
    rmSync(cachedFile(home));
    const again = await run(launcher, { env: { CAVEMAN_HOME: home, CAVEMAN_RELEASE_BASE: base } });
    expect(again.code).toBe(0);
    expect([".fetch-old", ".fetch-new", "other-old"].map((name) => existsSync(join(dir, name)))).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe.each([2, 8])("%i launchers at once", (count) => {
  test("end with one good file, and all of them start it", async () => {
    const slow = await startServer(
      serving(release(), {
        // All of them are downloading before any is served: the race is real.
        [ARCHIVE]: (socket) => {
          waiting.push(() => respond(socket, 200, release().get(ARCHIVE) ?? Buffer.alloc(0)));
          if (waiting.length === count) for (const serve of waiting) serve();
        },
      }),
    );
    const waiting: (() => void)[] = [];
    const home = newHome();
    const env = { CAVEMAN_HOME: home, CAVEMAN_RELEASE_BASE: slow.base };
    const all = await Promise.all(
      Array.from({ length: count }, (_, i) => run(launcher, { env, args: [`${i}`] })),
    );
    expect(all.map((done) => [done.code, done.stdout])).toEqual(all.map((_, i) => [0, `ran ${i}\n`]));
    expect(leftIn(home)).toEqual([`${FILE} 700`]);
    expect(lstatSync(cachedFile(home)).nlink).toBe(1);
    await slow.close();
  });
});
