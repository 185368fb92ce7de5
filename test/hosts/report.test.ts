/** What a report says of an original and its view, and that a page is nothing but text and the one style. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { align } from "../../src/cli/report/align.ts";
import { escapeHtml } from "../../src/cli/report/markup.ts";
import { PAGE_CHARS, SHOWN_CHARS } from "../../src/cli/report/original-html.ts";
import { originalText } from "../../src/cli/report/original-text.ts";
import { overviewPage } from "../../src/cli/report/overview-html.ts";
import { runLength } from "../../src/cli/report/parts.ts";
import { MADE_AT, originalOf, pageOf } from "./support/reports.ts";

const rows = (n: number) => Array.from({ length: n }, (_, id) => ({ id, name: `n${id % 5}`, state: "ok" }));
const nested = (n: number) => rows(n).map((row) => ({ ...row, deep: { tags: [row.name, "x"] } }));
const logLine = (n: number) =>
  `2026-11-30T10:00:${String(n % 60).padStart(2, "0")}Z INFO worker=${n % 7} done in ${n % 90} ms`;

const PAYLOADS: readonly [what: string, text: string][] = [
  ["JSON as TOON", JSON.stringify({ total: 300, data: rows(300) })],
  ["JSON as JSON", JSON.stringify({ data: nested(300) }, null, 2)],
  [
    "NDJSON",
    rows(300)
      .map((row) => JSON.stringify(row))
      .join("\n"),
  ],
  [
    "CSV",
    `id,name,state\n${rows(300)
      .map((r) => `${r.id},${r.name},${r.state}`)
      .join("\n")}\n`,
  ],
  ["log", Array.from({ length: 400 }, (_, n) => logLine(n)).join("\n")],
  ["log with CRLF", Array.from({ length: 400 }, (_, n) => logLine(n)).join("\r\n")],
];

describe("what was left out", () => {
  for (const [what, text] of PAYLOADS) {
    test(what, () => {
      const { recomputed: r } = originalOf(text);
      const parts = r.alignment;
      if (parts === null) throw new Error("no alignment");
      // Every character once, in order.
      expect(parts.map((p) => text.slice(p.start, p.end)).join("")).toBe(text);
      const gone = parts.filter((p) => !p.shown);
      expect(gone.length).toBeGreaterThan(0);
      for (const { marker, start, end } of gone) {
        const [from = 0, to = 0] = r.markers[marker ?? -1] ?? [];
        const run = runLength(r.view.slice(from, to)) ?? 0;
        const units = text.slice(start, end).match(/"id":|^\d+,|INFO/gm)?.length;
        expect(units).toBe(run);
      }
      // Each run marker stands for something.
      const runs = r.markers.filter(([from, to]) => (runLength(r.view.slice(from, to)) ?? 0) > 0);
      expect(new Set(gone.map((p) => p.marker)).size).toBe(runs.length);
    });
  }

  test("a view that does not add up is not explained", () => {
    const [, text] = PAYLOADS[1] ?? ["", ""];
    const { recomputed: r } = originalOf(text);
    expect(align(text, r.view.replace(/… (\d+) items elided/, "… 1 items elided"))).toBeNull();
    expect(align("a\nb\n", "b\na\n")).toBeNull();
    expect(align("… 5 lines elided (caveman) …\nb", "b")).toBeNull();
  });

  test("a text that is shown whole has nothing shaded", () => {
    expect(originalOf("just a sentence").recomputed.alignment).toEqual([
      { start: 0, end: 15, shown: true, marker: null },
    ]);
  });

  test("for a terminal: a minus before what was left out, controls made visible", () => {
    const text = Array.from({ length: 400 }, (_, n) => logLine(n)).join("\n");
    const printed = originalText(originalOf(text.replace("worker=1", "worker=\u202e")));
    expect(printed).toContain(`  ${logLine(0)}`);
    expect(printed).toMatch(/^- 2026/m);
    expect(printed).not.toContain("\u202e");
  });
});

describe("pages", () => {
  test("escape whatever a value holds", () => {
    expect(escapeHtml(`<a href="x">'&'\u202e\u0000\u2028\tb\n`)).toBe(
      "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;‹U+202E›‹U+0000›‹U+2028›\tb\n",
    );
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
        expect(escapeHtml(text)).not.toMatch(
          /[<>"']|&(?!(?:amp|lt|gt|quot|#39);)|[\u202a-\u202e\u2066-\u2069]/,
        );
      }),
    );
  });

  test("hold no script, no address, and only the style that the policy names", () => {
    const markup = pageOf(JSON.stringify({ data: nested(300) }));
    expect(markup).not.toMatch(/<script|<link|<img|<iframe|\son\w+=|\sstyle=|url\(|https?:/i);
    const style = /<style>([\s\S]*?)<\/style>/.exec(markup)?.[1] ?? "";
    const hash = new Bun.CryptoHasher("sha256").update(style).digest("base64");
    expect(markup).toContain(`style-src &#39;sha256-${hash}&#39;`);
    expect(markup).toContain("default-src &#39;none&#39;");
  });

  test("stay small whatever the original is, and say what is not there", () => {
    const line = "x".repeat(PAGE_CHARS);
    const markup = pageOf(line);
    expect(markup.length).toBeLessThan(2 * SHOWN_CHARS + 50_000);
    expect(markup).toContain(
      `${(PAGE_CHARS - SHOWN_CHARS).toLocaleString("en-US")} more characters are not on this page`,
    );
  });

  test("of an empty store and of hostile names", () => {
    const nothing = { originals: 0, tokensBefore: 0, tokensAfter: 0 };
    const name = '</td><script>alert(1)</script>"';
    const markup = overviewPage(
      {
        kind: "overview",
        path: `/home/${name}`,
        since: "2026-01-01",
        totals: { ...nothing, ratio: 0 },
        byType: [{ name, ...nothing }],
        byDay: [],
        largest: [
          { createdAt: name, contentType: name, compressor: name, tokensBefore: 0, tokensAfter: 0, bytes: 0 },
        ],
        bytes: 0,
        budget: 1,
      },
      MADE_AT,
    );
    expect(markup).not.toContain("<script");
    expect(markup).not.toContain("NaN");
  });
});
