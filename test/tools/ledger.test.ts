/** The anti-storm rules, and the promise above them: nothing is withheld that this process has not sent. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { DISTINCT_RETRIEVES, Ledger, RetrievedOriginals } from "../../src/tools/ledger.ts";

const H = "ccr_a";

function ask(ledger: Ledger, query: string, handle = H): string {
  const decision = ledger.decide(handle, query);
  decision.commit();
  return decision.kind;
}

describe("the same handle and query", () => {
  test("is served, then pointed to, then served again", () => {
    const ledger = new Ledger();
    expect([1, 2, 3, 4, 5].map(() => ask(ledger, "x"))).toEqual([
      "serve",
      "above",
      "serve",
      "above",
      "serve",
    ]);
  });

  test("is served again while nothing was committed: errors and cancelled answers do not count", () => {
    const ledger = new Ledger();
    expect(ledger.decide(H, "x").kind).toBe("serve");
    expect(ledger.decide(H, "x").kind).toBe("serve");
  });

  test("under another handle is another retrieve", () => {
    const ledger = new Ledger();
    ask(ledger, "x");
    expect(ask(ledger, "x", "ccr_b")).toBe("serve");
  });

  test("is recognised however long the query is", () => {
    const ledger = new Ledger();
    const long = "q".repeat(100_000);
    expect([ask(ledger, long), ask(ledger, long), ask(ledger, `${long}!`)]).toEqual([
      "serve",
      "above",
      "serve",
    ]);
  });
});

describe("after five different retrieves of a handle", () => {
  function stormed(): Ledger {
    const ledger = new Ledger();
    for (let i = 0; i < DISTINCT_RETRIEVES; i++) expect(ask(ledger, `q${i}`)).toBe("serve");
    return ledger;
  }

  test("the next one gets the whole original; then any query is a repeat", () => {
    const ledger = stormed();
    expect(ask(ledger, "one more")).toBe("whole");
    expect(ask(ledger, "another")).toBe("above");
    expect(ask(ledger, "q0")).toBe("whole");
    expect(ask(ledger, "")).toBe("above");
    expect(ask(ledger, "")).toBe("serve");
  });

  test("a repeat of one of the five still points to its answer", () => {
    expect(ask(stormed(), "q3")).toBe("above");
  });

  test("another handle is untouched", () => {
    expect(ask(stormed(), "q9", "ccr_b")).toBe("serve");
  });

  test("a request for everything is answered as asked, and counts as the whole original", () => {
    const ledger = stormed();
    expect(ask(ledger, "")).toBe("serve");
    expect(ask(ledger, "q9")).toBe("above");
  });

  test("an answer that never went out leaves the rule armed", () => {
    const ledger = stormed();
    expect(ledger.decide(H, "one more").kind).toBe("whole");
    expect(ledger.decide(H, "another").kind).toBe("whole");
  });
});

test("no sequence of retrieves, committed or not, withholds what was not sent", () => {
  const step = fc.record({
    handle: fc.constantFrom("ccr_a", "ccr_b"),
    query: fc.constantFrom("", "a", "b", "c", "d", "e", "f", "g"),
    delivered: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const ledger = new Ledger();
      const sent = new Set<string>();
      const whole = new Set<string>();
      for (const { handle, query, delivered } of steps) {
        const decision = ledger.decide(handle, query);
        if (decision.kind === "above") {
          expect(sent.has(`${handle} ${query}`) || whole.has(handle)).toBe(true);
        }
        if (!delivered) continue;
        decision.commit();
        if (decision.kind !== "above") sent.add(`${handle} ${query}`);
        if (decision.kind === "whole" || (decision.kind === "serve" && query === "")) whole.add(handle);
      }
    }),
  );
});

describe("RetrievedOriginals", () => {
  test("keeps the last 64", () => {
    const originals = new RetrievedOriginals();
    for (let i = 0; i < 65; i++) originals.add(`d${i}`);
    expect(originals.digests()).toHaveLength(64);
    expect(originals.digests()).not.toContain("d0");
    originals.add("d1");
    originals.add("d65");
    expect(originals.digests()).toContain("d1");
    expect(originals.digests()).not.toContain("d2");
  });
});
