/** The one suite that every store passes. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import type { RecoveryStore } from "../../../src/store/contract.ts";
import { handleOf } from "../../../src/store/handle.ts";
import { MemoryStore } from "../../../src/store/memory.ts";
import { openStore } from "../../../src/store/open-store.ts";
import { bytes, cleanUp, META, privateDirectory, recovered, stored } from "../helpers.ts";

afterEach(cleanUp);

interface Kind {
  readonly name: string;
  open(budget: number, warn: (line: string) => void): RecoveryStore;
}

const KINDS: readonly Kind[] = [
  { name: "memory", open: (budget, warn) => new MemoryStore(budget, warn) },
  {
    name: "sqlite",
    open: (budget, warn) =>
      openStore(
        { CAVEMAN_CCR_DB: join(privateDirectory(), "ccr.db"), CAVEMAN_CCR_MAX_BYTES: String(budget) },
        warn,
      ),
  },
];

for (const kind of KINDS) {
  describe(`store contract: ${kind.name}`, () => {
    let store: RecoveryStore;
    let warnings: string[];
    const open = (budget = 1_000_000): void => {
      store = kind.open(budget, (line) => warnings.push(line));
    };

    beforeEach(() => {
      warnings = [];
      open();
    });
    afterEach(() => store.close());

    test("what goes in comes back, byte for byte, whatever the bytes", () => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 5_000 }), (original) => {
          const handle = stored(store, original);
          expect(handle).toBe(handleOf(original));
          const got = store.get(handle);
          expect(got.kind).toBe("found");
          if (got.kind === "found") expect(Buffer.compare(got.bytes, original)).toBe(0);
        }),
        { numRuns: 60 },
      );
    });

    test("text of any kind comes back, NUL, BOM and astral characters included", () => {
      fc.assert(
        fc.property(fc.string({ unit: "binary", maxLength: 500 }), (text) => {
          expect(recovered(store, stored(store, bytes(`\ufeff\0${text}`)))).toBe(`\ufeff\0${text}`);
        }),
        { numRuns: 60 },
      );
    });

    test("the content type comes back with the bytes", () => {
      const handle = stored(store, bytes("a,b\n1,2\n"), { ...META, contentType: "tabular" });
      expect(store.get(handle)).toMatchObject({ kind: "found", contentType: "tabular" });
    });

    test("equal bytes have one handle and are stored once", () => {
      const first = stored(store, bytes("again and again"));
      expect(stored(store, bytes("again and again"))).toBe(first);
      expect(store.info()).toMatchObject({ rows: 1, bytes: 15 });
    });

    test("an original is a copy: neither side can change what is stored", () => {
      const mine = bytes("original");
      const handle = stored(store, mine);
      mine.fill(0);
      const first = store.get(handle);
      if (first.kind === "found") first.bytes.fill(1);
      expect(recovered(store, handle)).toBe("original");
    });

    test("only an exact handle finds anything", () => {
      const handle = stored(store, bytes("secret"));
      const near = [
        "",
        handle.slice(0, -1),
        `${handle}0`,
        handle.toUpperCase(),
        handle.replace("ccr_", "ccr_%"),
        `${handle.slice(0, -1)}_`,
        handle.replace("ccr_", "ccr_obj_"),
        "ccr_*",
        "' OR 1=1 --",
        `<<ccr:${handle}>>`,
      ];
      for (const text of near) expect(store.get(text)).toEqual({ kind: "unknown" });
    });

    test("the budget is exact: the last byte fits, one more does not", () => {
      store.close();
      open(10);
      stored(store, bytes("123456"));
      expect(store.put(bytes("12345"), META)).toEqual({ kind: "full" });
      stored(store, bytes("1234"));
      expect(store.info()).toMatchObject({ rows: 2, bytes: 10, budget: 10 });
      expect(store.put(bytes("x"), META)).toEqual({ kind: "full" });
    });

    test("a full store evicts nothing, keeps answering, and takes what it already has", () => {
      store.close();
      open(10);
      const old = stored(store, bytes("0123456789"));
      expect(store.put(bytes("new"), META)).toEqual({ kind: "full" });
      expect(store.info().health).toBe("full");
      expect(recovered(store, old)).toBe("0123456789");
      expect(store.info().health).toBe("full");
      expect(stored(store, bytes("0123456789"))).toBe(old);
    });

    test("the budget is one line on stderr per process", () => {
      store.close();
      open(10);
      for (const text of ["12345678", "9", "too much", "too much again", "x"]) store.put(bytes(text), META);
      expect(warnings).toHaveLength(1);
    });

    test("the bytes counted are the bytes stored, whatever was put in whatever order", () => {
      fc.assert(
        fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 30 }), (originals) => {
          store.close();
          open(300);
          const kept = new Map<string, number>();
          for (const original of originals) {
            const before = [...kept.values()].reduce((a, b) => a + b, 0);
            const put = store.put(original, META);
            const known = kept.has(handleOf(original));
            expect(put.kind).toBe(known || before + original.length <= 300 ? "stored" : "full");
            if (put.kind === "stored") kept.set(put.handle, original.length);
          }
          const sum = [...kept.values()].reduce((a, b) => a + b, 0);
          expect(store.info()).toMatchObject({ rows: kept.size, bytes: sum });
        }),
        { numRuns: 15 },
      );
    });

    test("a closed store answers, and says so", () => {
      const handle = stored(store, bytes("x"));
      store.close();
      expect(store.put(bytes("y"), META).kind).toBe("unavailable");
      expect(store.get(handle).kind).toBe("unavailable");
      expect(store.info().health).toBe("unavailable");
      store.close();
    });
  });
}
