/** Reports in a real browser: they render, ask for nothing, and a hostile payload is only text. */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pageOf } from "./support/reports.ts";

const BROWSER = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));
if (BROWSER === undefined)
  console.warn("skip: reports are not opened in a browser without Debian's package chromium");

const LIMIT_MS = 60_000;
const folder = mkdtempSync(join(tmpdir(), "caveman-report-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Seen {
  readonly requests: string[];
  readonly errors: string[];
  readonly dialogs: number;
  readonly sizes: { wide: number; window: number; background: string }[];
  readonly page: {
    title: string;
    headings: string[];
    text: string;
    elements: string[];
    links: string[];
    broken: string[];
    owned: unknown;
    gone: string[];
    shaded: string[];
    order: string[];
  };
  readonly pdf: number;
}

async function open(text: string): Promise<{ seen: Seen; url: string }> {
  const file = join(folder, `${Bun.hash(text)}.html`);
  writeFileSync(file, pageOf(text));
  const url = pathToFileURL(file).href;
  const program = join(import.meta.dir, "programs", "browser.mjs");
  const node = Bun.spawn(["node", program, BROWSER ?? "", url], { stdout: "pipe", stderr: "pipe" });
  const [out, err] = await Promise.all([new Response(node.stdout).text(), new Response(node.stderr).text()]);
  if ((await node.exited) !== 0) throw new Error(err);
  return { seen: JSON.parse(out) as Seen, url };
}

/** What holds for every page. */
function checkHarmless({ seen, url }: { seen: Seen; url: string }): void {
  expect(seen.requests).toEqual([url, url]);
  expect(seen.errors).toEqual([]);
  expect(seen.dialogs).toBe(0);
  expect(seen.page.owned).toBeNull();
  expect(seen.page.broken).toEqual([]);
  for (const element of seen.page.elements) expect(ELEMENTS).toContain(element);
  for (const { wide, window } of seen.sizes) expect(wide).toBeLessThanOrEqual(window);
  expect(new Set(seen.page.order)).toEqual(new Set(["ltr"]));
}

const ELEMENTS =
  "a b bdi body div footer h1 h2 head html li meta p pre section span style svg title ul".split(" ");

describe.skipIf(BROWSER === undefined)("in a browser", () => {
  test(
    "original beside view: shaded, linked both ways, light and dark, wide and narrow, printable",
    async () => {
      const lines = Array.from(
        { length: 200 },
        (_, n) => `2026-11-30T10:00:00Z INFO job ${n} took ${n % 9} ms`,
      );
      const opened = await open(lines.join("\n"));
      checkHarmless(opened);
      const { page, sizes, pdf } = opened.seen;
      expect(page.headings).toEqual([page.title, "Original", "View"]);
      expect(page.text).toContain("200 lines in all");
      expect(page.gone.join("\n").split("\n").length).toBeGreaterThan(150);
      for (const line of page.gone.join("\n").split("\n")) expect(lines).toContain(line);
      expect(page.shaded.every((color) => color !== "rgba(0, 0, 0, 0)")).toBe(true);
      expect(page.links.filter((href) => href.startsWith("#gone-")).length).toBe(page.gone.length);
      expect(page.links.filter((href) => href.startsWith("#marker-")).length).toBe(page.gone.length);
      expect(new Set(sizes.map((s) => s.background)).size).toBe(2);
      expect(pdf).toBeGreaterThan(1000);
    },
    LIMIT_MS,
  );

  test(
    "a hostile payload is text",
    async () => {
      const attacks = [
        "</script><script>owned=1</script>",
        "</pre></style><img src=x onerror=owned=1><svg onload=owned=1>",
        "<iframe src='https://example.com/'></iframe><link rel=stylesheet href=//example.com/x.css>",
        '"><a href="javascript:owned=1">x</a><meta http-equiv=refresh content="0;url=https://example.com">',
        "\u202e}txet desrever{\u202c \u2066\u2069 שלום עולם مرحبا بالعالم",
        "\u0000\u0007\u001b[31mred\u001b]8;;https://example.com\u0007link",
        "<!-- <![CDATA[ --!> &lt;script&gt; &#60;script&#62;",
      ];
      const rows = Array.from({ length: 200 }, (_, id) => ({ id, text: attacks[id % attacks.length] }));
      for (const text of [JSON.stringify(rows), rows.map((r) => `INFO ${r.id} ${r.text}`).join("\n")]) {
        const opened = await open(text);
        checkHarmless(opened);
        expect(opened.seen.page.text).toContain("script>owned=1</script>");
      }
    },
    LIMIT_MS,
  );

  test(
    "a line of 2 MB breaks nothing",
    async () => {
      const opened = await open(`${"<b>".repeat(700_000)}שלום`);
      checkHarmless(opened);
      expect(opened.seen.page.text).toContain("more characters are not on this page");
    },
    LIMIT_MS,
  );
});
