/** Retrieval by query over a stand-in compressor that cuts text into lines: what comes back, and in which form. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Cut, Span } from "../../../src/engine/contract.ts";
import { NON_ADJACENT } from "../../../src/engine/markers.ts";
import { selectRecords } from "../../../src/engine/select/select.ts";

function lineSpans(text: string): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    if (line !== "") spans.push([at, at + line.length]);
    at += line.length + 1;
  }
  return spans;
}

type Cutter = (text: string) => Cut | null;

const LINES: Cutter = (text) => ({ header: null, records: lineSpans(text) });
const TABLE: Cutter = (text) => {
  const [header = null, ...records] = lineSpans(text);
  return { header, records };
};

const select = (text: string, query: string, cut: Cutter = LINES): string =>
  selectRecords(text, query, cut(text), () => {});

/** Filler that shares no word with any query here. */
const filler = (n: number): string[] =>
  Array.from({ length: n }, (_, i) => `heartbeat tick ${1000 + i} fine`);

describe("what is found", () => {
  test("the record with the id comes back alone, between separators", () => {
    const text = [...filler(50), "order ord-77 failed", ...filler(50)].join("\n");
    expect(select(text, "ord-77")).toBe(`${NON_ADJACENT}\norder ord-77 failed\n${NON_ADJACENT}`);
  });

  test("an id is a whole token: neither its prefix nor a longer id is it", () => {
    const text = [
      ...filler(60),
      "order ord-777",
      "order ord-77",
      "order x-ord-77",
      "order ord-77-b",
      "order aord-77",
    ].join("\n");
    expect(select(text, "ord-77")).toBe(`${NON_ADJACENT}\norder ord-77\n${NON_ADJACENT}`);
  });

  test("what is named ranks above what resembles, however well it does", () => {
    const noise = Array.from({ length: 400 }, (_, i) => `refund refund refund order charged ${i}`);
    const text = [
      ...noise,
      "ord-5 a long record with many other words in it and no match for the rest",
      ...noise,
    ].join("\n");
    const view = select(text, "refund order ord-5");
    expect(view).toContain("ord-5 a long record");
    expect(view.length).toBeLessThanOrEqual(text.length / 4);
  });

  test("words match across snake_case, camelCase and case", () => {
    const text = [...filler(80), "msg=connection_refused", "ConnectionRefused by peer"].join("\n");
    const view = select(text, "connection refused");
    expect(view).toContain("connection_refused");
    expect(view).toContain("ConnectionRefused");
    expect(view).not.toContain("heartbeat");
  });

  test("a phrase in quotes is exact", () => {
    const text = [...filler(80), "card was declined", "declined card", "card declined"].join("\n");
    expect(select(text, '"card declined"').split("\n")).toContain("card declined");
    expect(select(text, '"card declined"').split("\n")[1]).toBe("card declined");
  });

  test("an id with quotes or backslashes is found as JSON spells it", () => {
    const text = [...filler(80), JSON.stringify({ path: "C:\\tmp\\a1" })].join("\n");
    expect(select(text, "C:\\tmp\\a1")).toContain("C:\\\\tmp\\\\a1");
  });

  test("question words do not rank", () => {
    const text = [...filler(80), "the what of which", "payment declined"].join("\n");
    expect(select(text, "what is the payment which declined")).toBe(`${NON_ADJACENT}\npayment declined`);
  });
});

describe("the form", () => {
  test("neighbours stay together without a separator", () => {
    const text = [...filler(40), "alpha beta", "alpha gamma", ...filler(40)].join("\n");
    expect(select(text, "alpha")).toBe(`${NON_ADJACENT}\nalpha beta\nalpha gamma\n${NON_ADJACENT}`);
  });

  test("no separator where nothing was left out", () => {
    const text = ["alpha first", ...filler(40), "alpha last"].join("\n");
    expect(select(text, "alpha")).toBe(`alpha first\n${NON_ADJACENT}\nalpha last`);
  });

  test("the header stands before the records, once", () => {
    const text = ["id,name", ...filler(40), "7,alpha", ...filler(9), "8,alpha"].join("\n");
    expect(select(text, "alpha", TABLE)).toBe(`id,name\n${NON_ADJACENT}\n7,alpha\n${NON_ADJACENT}\n8,alpha`);
  });

  test("a heading stands before its records, once, and can be what the query names", () => {
    const text = ["# a.ts", ...filler(30), "# b.ts", "one alpha", ...filler(30), "two alpha"].join("\n");
    const spans = lineSpans(text);
    const isHeading = ([from]: Span): boolean => text[from] === "#";
    const records = spans.filter((s) => !isHeading(s));
    const headings = records.map((r) => spans.filter((s) => isHeading(s) && s[0] < r[0]).at(-1) ?? null);
    const files = (): Cut => ({ header: null, records, headings });
    expect(select(text, "alpha", files)).toBe(
      `${NON_ADJACENT}\n# b.ts\none alpha\n${NON_ADJACENT}\ntwo alpha`,
    );
    expect(select(text, "b.ts", files)).toContain("# b.ts\none alpha");
    expect(select(text, "b.ts", files)).not.toContain("# a.ts");
  });
});

describe("the whole original comes back", () => {
  const text = filler(30).join("\n");
  test("where nothing matches", () => expect(select(text, "zebra")).toBe(text));
  test("where it cannot be cut", () => expect(select(text, "heartbeat", () => null)).toBe(text));
  test("where nothing would be saved", () => expect(select("alpha", "alpha")).toBe("alpha"));
  test("where the query has no word", () => expect(select(text, " ?! ")).toBe(text));
});

describe("promises", () => {
  const word = fc.constantFrom("alpha", "beta", "gamma", "id-1", "id-12", "x_y", "日本", "…", ",", "");
  const document = fc
    .array(
      fc.array(word, { maxLength: 6 }).map((w) => w.join(" ")),
      { maxLength: 400 },
    )
    .map((l) => l.join("\n"));

  test("every line is a separator or a line of the original, in its order; a selection is a quarter or one record", () => {
    fc.assert(
      fc.property(document, fc.array(word, { minLength: 1, maxLength: 3 }), (text, query) => {
        const view = select(text, query.join(" "));
        if (view === text) return;
        expect(view.length).toBeLessThan(text.length);
        let at = 0;
        for (const slice of view.split(NON_ADJACENT).map((s) => s.replace(/^\n|\n$/g, ""))) {
          if (slice === "") continue;
          const found = text.indexOf(slice, at);
          expect(found).toBeGreaterThanOrEqual(0);
          at = found + slice.length;
        }
        expect(view.length).toBeLessThanOrEqual(Math.max(2048, text.length / 4));
        expect(view).not.toContain(`${NON_ADJACENT}\n${NON_ADJACENT}`);
      }),
      { numRuns: 200, seed: 11 },
    );
  });

  test("a record with the named id is always among the answers", () => {
    fc.assert(
      fc.property(document, fc.nat(400), (noise, where) => {
        const lines = noise.split("\n");
        lines.splice(Math.min(where, lines.length), 0, "needle-42 with some text");
        expect(select(lines.join("\n"), "needle-42")).toContain("needle-42 with some text");
      }),
      { numRuns: 200, seed: 12 },
    );
  });

  test("a checkpoint can end it", () => {
    expect(() =>
      selectRecords(filler(9000).join("\n"), "tick", LINES(filler(9000).join("\n")), () => {
        throw new Error("stop");
      }),
    ).toThrow("stop");
  });
});
