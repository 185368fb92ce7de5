/** What people do by hand: look, check, prune, forget. Freed bytes must be gone from every file that we keep. */
import { Database } from "bun:sqlite";
import { afterEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type Freed, forgetContaining, forgetHandle, pruneStore } from "../../src/store/maintenance/free.ts";
import type { NoStoreHere } from "../../src/store/maintenance/on-disk.ts";
import { reportStore } from "../../src/store/maintenance/report.ts";
import { savingsOf } from "../../src/store/maintenance/savings.ts";
import { verifyStore } from "../../src/store/maintenance/verify.ts";
import { writeRecovered } from "../../src/store/recovered.ts";
import { bytes, cleanUp, META, open, privateDirectory, recovered, stored } from "./helpers.ts";

afterEach(cleanUp);

const DAY_MS = 24 * 60 * 60 * 1000;
const NOON = Date.parse("2026-03-01T12:00:00Z");

function home(): { directory: string; env: Record<string, string> } {
  const directory = privateDirectory();
  return { directory, env: { CAVEMAN_HOME: directory } };
}

/** Every file below `directory` that holds `text`. */
function filesWith(directory: string, text: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
}

function freed(result: Freed | NoStoreHere): Freed {
  if (result.kind !== "freed") throw new Error(`nothing freed: ${JSON.stringify(result)}`);
  return result;
}

describe("forget", () => {
  test("by text: the bytes are gone from every file, in use or not, and the rest stays", () => {
    const { directory, env } = home();
    const { store } = open(env);
    const secret = "hunter2-needle";
    const kept = stored(store, bytes("nothing to see"));
    const gone: string[] = [];
    // Small rows share pages and are moved between them as others come, which leaves stale copies behind.
    for (let i = 0; i < 400; i++) {
      const text = `${i} `.repeat(20 + (i % 7) * 40);
      if (i % 5 === 0) gone.push(stored(store, bytes(`${text}${secret}${text}`)));
      else stored(store, bytes(text));
    }
    stored(store, bytes(`${"x".repeat(200_000)}${secret}${"y".repeat(200_000)}`));
    expect(filesWith(directory, secret)).not.toEqual([]);

    const result = freed(forgetContaining(env, bytes(secret)));
    expect(result).toMatchObject({ rows: 81, remains: null });
    expect(result.fileBytes).toBeGreaterThan(0);
    expect(filesWith(directory, secret)).toEqual([]);
    for (const handle of gone) expect(store.get(handle)).toEqual({ kind: "unknown" });
    expect(recovered(store, kept)).toBe("nothing to see");
    expect(store.info()).toMatchObject({ rows: 321 });
  });

  test("by handle: its copy under recovered/ goes too", () => {
    const { directory, env } = home();
    const { store } = open(env);
    const handle = stored(store, bytes("one original"));
    const other = stored(store, bytes("another original"));
    const recoveredTo = join(directory, "recovered");
    const copy = writeRecovered(recoveredTo, handle, bytes("one original"));
    const otherCopy = writeRecovered(recoveredTo, other, bytes("another original"));
    expect(freed(forgetHandle(env, handle))).toMatchObject({ rows: 1, bytes: 12, copies: 1, remains: null });
    expect(existsSync(copy.path)).toBe(false);
    expect(existsSync(otherCopy.path)).toBe(true);
    expect(filesWith(directory, "one original")).toEqual([]);
    expect(freed(forgetHandle(env, handle))).toMatchObject({ rows: 0, copies: 0 });
  });

  test("a copy that holds the text goes even if its row is gone already", () => {
    const { directory, env } = home();
    const { store } = open(env);
    const handle = stored(store, bytes("row"));
    const copy = writeRecovered(join(directory, "recovered"), handle, bytes("has the needle"));
    writeFileSync(join(directory, "recovered", "notes.txt"), "not ours, has the needle");
    expect(freed(forgetContaining(env, bytes("needle")))).toMatchObject({ rows: 0, copies: 1 });
    expect(existsSync(copy.path)).toBe(false);
    expect(existsSync(join(directory, "recovered", "notes.txt"))).toBe(true);
  });

  test("what was forgotten is freed in the budget, to the byte", () => {
    const { env } = home();
    const { store } = open({ ...env, CAVEMAN_CCR_MAX_BYTES: "20" });
    const handle = stored(store, bytes("0123456789"));
    stored(store, bytes("abcdefghij"));
    expect(store.put(bytes("x"), META)).toEqual({ kind: "full" });
    forgetHandle(env, handle);
    stored(store, bytes("ten bytes."));
    expect(store.put(bytes("x"), META)).toEqual({ kind: "full" });
    expect(store.info()).toMatchObject({ rows: 2, bytes: 20 });
  });

  test("an empty text would be in everything and is refused", () => {
    expect(() => forgetContaining(home().env, new Uint8Array())).toThrow(RangeError);
  });

  test("a forgotten original can be stored again", () => {
    const { env } = home();
    const { store } = open(env);
    const handle = stored(store, bytes("comes and goes"));
    forgetHandle(env, handle);
    expect(stored(store, bytes("comes and goes"))).toBe(handle);
    expect(recovered(store, handle)).toBe("comes and goes");
  });
});

describe("prune", () => {
  test("judges by when a handle was last shown, not by when it was made", () => {
    const { env } = home();
    let now = NOON - 100 * DAY_MS;
    const { store } = open(env, { now: () => now });
    const shownAgain = stored(store, bytes("shown again"));
    const old = stored(store, bytes("old"));
    now = NOON - 31 * DAY_MS;
    const justOld = stored(store, bytes("just old"));
    now = NOON - 29 * DAY_MS;
    stored(store, bytes("shown again"));
    expect(freed(pruneStore(env, 30 * DAY_MS, { now: () => NOON }))).toMatchObject({ rows: 2, bytes: 11 });
    expect(recovered(store, shownAgain)).toBe("shown again");
    for (const handle of [old, justOld]) expect(store.get(handle)).toEqual({ kind: "unknown" });
  });

  test("rows of other programs go by when they were made; a time that cannot be read keeps its row", () => {
    const { directory, env } = home();
    open(env).store.close();
    const db = new Database(join(directory, "ccr.db"));
    const insert = db.prepare("INSERT INTO recoveries VALUES (?, ?, 'text', 'text', 2, 1, ?, NULL)");
    insert.run("ccr_00000000000000000000000000000001", "2025-01-01T00:00:00.123456789Z", bytes("old"));
    insert.run("ccr_00000000000000000000000000000002", "2026-02-28T23:00:00Z", bytes("new"));
    insert.run("ccr_00000000000000000000000000000003", "yesterday", bytes("odd"));
    insert.finalize();
    db.close();
    expect(freed(pruneStore(env, 30 * DAY_MS, { now: () => NOON }))).toMatchObject({ rows: 1, bytes: 3 });
    expect(reportStore(env)).toMatchObject({ rows: 2 });
  });

  test("copies of that age go, younger ones stay", () => {
    const { directory, env } = home();
    const { store } = open(env);
    const [a, b] = [stored(store, bytes("a")), stored(store, bytes("b"))];
    const old = writeRecovered(join(directory, "recovered"), a, bytes("a"));
    const young = writeRecovered(join(directory, "recovered"), b, bytes("b"));
    const longAgo = new Date(Date.now() - 40 * DAY_MS);
    utimesSync(old.path, longAgo, longAgo);
    expect(freed(pruneStore(env, 30 * DAY_MS))).toMatchObject({ rows: 0, copies: 1 });
    expect([existsSync(old.path), existsSync(young.path)]).toEqual([false, true]);
  });
});

describe("looking", () => {
  test("info says what is there and leaves nothing behind", () => {
    const { directory, env } = home();
    const { store } = open(env);
    stored(store, bytes("0123456789"));
    store.close();
    const before = readdirSync(directory);
    expect(reportStore(env)).toMatchObject({
      kind: "report",
      path: join(directory, "ccr.db"),
      rows: 1,
      bytes: 10,
      scope: "user",
      typedObjects: 0,
      schemaVersion: 1,
      warnings: [],
    });
    expect(readdirSync(directory)).toEqual(before);
  });

  test("info sees what a running process has just stored", () => {
    const { env } = home();
    const { store } = open(env);
    stored(store, bytes("0123456789"));
    expect(reportStore(env)).toMatchObject({ rows: 1, bytes: 10 });
  });

  test("info warns from 80 % of the budget on, and about files that others can read", () => {
    const { directory, env } = home();
    const { store } = open({ ...env, CAVEMAN_CCR_MAX_BYTES: "10" });
    stored(store, bytes("01234567"));
    store.close();
    chmodSync(join(directory, "ccr.db"), 0o644);
    const report = reportStore({ ...env, CAVEMAN_CCR_MAX_BYTES: "10" });
    if (report.kind !== "report") throw new Error("no report");
    expect(report.warnings).toHaveLength(2);
    expect(lstatSync(join(directory, "ccr.db")).mode & 0o777).toBe(0o644);
  });

  test("where nothing was stored, nothing is made", () => {
    const { directory, env } = home();
    const path = join(directory, "ccr.db");
    for (const result of [reportStore(env), verifyStore(env), savingsOf(env), pruneStore(env, 1)]) {
      expect(result).toEqual({ kind: "absent", path });
    }
    expect(readdirSync(directory)).toEqual([]);
    expect(reportStore({ CAVEMAN_MCP_EPHEMERAL: "1" })).toEqual({ kind: "memory" });
    expect(reportStore({ CAVEMAN_CCR_DB: "relative.db" }).kind).toBe("unavailable");
  });

  test("verify hashes every original and names no handle", () => {
    const { directory, env } = home();
    const { store } = open(env);
    stored(store, bytes("good"));
    const bad = stored(store, bytes("bad"));
    store.close();
    const db = new Database(join(directory, "ccr.db"));
    db.run("UPDATE recoveries SET original = ? WHERE handle = ?", [bytes("bed"), bad]);
    db.close();
    const result = verifyStore(env);
    expect(result).toMatchObject({ kind: "verified", good: 1, bad: 1, structure: [], stopped: null });
    expect(JSON.stringify(result)).not.toContain("ccr_");
  });

  test("savings add up by day and type", () => {
    const { env } = home();
    let now = Date.parse("2026-03-01T23:59:59Z");
    const { store } = open(env, { now: () => now });
    stored(store, bytes("a"));
    stored(store, bytes("b"));
    stored(store, bytes("c"), { ...META, contentType: "log", tokensBefore: 7, tokensAfter: 3 });
    now += 2_000;
    stored(store, bytes("d"));
    expect(savingsOf(env)).toMatchObject({
      savings: [
        { day: "2026-03-01", contentType: "json", originals: 2, tokensBefore: 200, tokensAfter: 20 },
        { day: "2026-03-01", contentType: "log", originals: 1, tokensBefore: 7, tokensAfter: 3 },
        { day: "2026-03-02", contentType: "json", originals: 1, tokensBefore: 100, tokensAfter: 10 },
      ],
    });
  });
});
