import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { html } from "../../../src/engine/compressors/html.ts";
import { createEngine } from "../../../src/engine/engine.ts";

const FIXTURES = join(import.meta.dir, "..", "..", "fixtures", "html");
const engine = createEngine({ countTokens: (t) => ({ tokens: Math.ceil(t.length / 4), estimated: false }) });
const view = (input: string): string => engine.compress(input, { type: "html" }).output;
const LONG = "This page has enough words of its own to be worth reading and is no application shell. ".repeat(
  3,
);
const page = (body: string): string =>
  `<!doctype html><html><head><title>T</title></head><body>${body}<p>${LONG}</p></body></html>`;

describe("html", () => {
  for (const name of readdirSync(FIXTURES).filter((n) => n.endsWith(".html"))) {
    test(`${name}: every word of the view is the page's, and it shrinks by half`, () => {
      const input = readFileSync(join(FIXTURES, name), "utf8");
      const output = view(input);
      expect(output.length).toBeLessThan(input.length / 2);
      const decoded = input
        .replace(/&quot;/g, '"')
        .replace(/&#x27;|&#39;/g, "'")
        .replace(/&lt;/g, "<")
        .replace(/&gt;/g, ">")
        .replace(/&#x3C;/gi, "<")
        .replace(/&amp;/g, "&");
      const words = new Set(decoded.replace(/<[^>]*>/g, " ").match(/[A-Za-z]{3,}/g));
      const attributes = new Set(decoded.match(/[A-Za-z]{3,}/g));
      const markers = /^… .* …$/gm;
      const foreign = (output.replace(markers, "").match(/[A-Za-z]{3,}/g) ?? []).filter(
        (w) => !words.has(w) && !attributes.has(w),
      );
      expect(foreign).toEqual([]);
    });
  }

  test("headings, lists, tables, links and listings are written as a reader knows them", () => {
    const output = view(
      page(
        '<h2>Title &amp; more</h2><ul><li>one<ul><li>inner</li></ul></li><li>two <a href="/x y">link</a></li></ul><ol start="3"><li>c</li></ol>' +
          "<table><tr><th>a</th><th>b</th></tr><tr><td>1|2</td><td><code>x</code></td></tr></table><pre><code>if (a &lt; b) {\n  c();\n}</code></pre>",
      ),
    );
    expect(output).toContain(
      "## Title & more\n\n- one\n  - inner\n- two [link](</x y>)\n\n3. c\n\n| a | b |\n| --- | --- |\n| 1\\|2 | `x` |\n\n```\nif (a < b) {\n  c();\n}\n```",
    );
  });

  test("what is dropped is counted by tag, with its links", () => {
    const output = view(
      page(
        "<nav><a href=/a>a</a><a href=/b>b</a></nav><script>x()</script><script>y()</script><h1>H</h1><p>text <a href='#top'>up</a></p>",
      ),
    );
    // html head title body nav a a script script h1 p a p
    expect(output).toContain(
      "… 13 elements in all, 5 elided (caveman): dropped: nav×1 script×2; sum links=3, hidden_links=3 …",
    );
    expect(output).not.toContain("x()");
  });

  test("a navigation by name goes only where it is mostly links", () => {
    const links = Array.from({ length: 6 }, (_, i) => `<a href=/p${i}>page ${i}</a> `).join("");
    expect(view(page(`<div class="sidebar">${links}</div>`))).not.toContain("page 3");
    expect(view(page(`<div class="sidebar"><p>${LONG}</p></div>`))).toContain("worth reading");
  });

  test("an application shell and a page of links pass through", () => {
    const shell =
      '<!doctype html><html><head><script src="/app.js"></script></head><body><div id="root"></div></body></html>';
    expect(view(shell)).toBe(shell);
    const farm = `<html><body>${Array.from({ length: 60 }, (_, i) => `<p><a href="/item/${i}">Item number ${i} of the list</a></p>`).join("")}</body></html>`;
    expect(view(farm)).toBe(farm);
  });

  test("nesting without end passes through", () => {
    const deep = `${"<div>".repeat(20_000)}x${"</div>".repeat(20_000)}`;
    expect(view(deep)).toBe(deep);
  });

  test("a view is left alone when it is compressed again", () => {
    for (const name of readdirSync(FIXTURES).filter((n) => n.endsWith(".html"))) {
      const once = view(readFileSync(join(FIXTURES, name), "utf8"));
      expect(engine.compress(once).output).toBe(once);
    }
  });

  test("property: any soup of tags gives a view without tags of its own and records that are slices in order", () => {
    const unit = fc.constantFrom(
      "<p>",
      "</p>",
      "<h2>",
      "</h2>",
      "<ul><li>",
      "</ul>",
      "<table><tr><td>",
      "</table>",
      "<pre>",
      "</pre>",
      "words of text ",
      "<!--",
      "-->",
      "<a href=x>",
      "</a>",
      "&amp;",
      "<script>",
      "</script>",
      '"',
      "<",
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 60 }), (parts) => {
        const input = `<html><body>${parts.join("")}</body></html>`;
        view(input);
        const records = html.cut(input, () => {})?.records ?? [];
        for (const [i, [from, to]] of records.entries()) {
          expect(from).toBeLessThan(to);
          if (i > 0) expect(records[i - 1]?.[1]).toBe(from);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("what a page says is not made up", () => {
  test("numbers of list items are the page's", () => {
    const output = view(page("<ol start=x><li>a<li value=7>b<li>c</ol><ol reversed><li>d<li>e</ol>"));
    expect(output).toContain("1. a\n7. b\n8. c\n");
    expect(output).toContain("- d\n- e\n");
  });

  test("a link within the page keeps its text; what leads past the navigation is counted", () => {
    const output = view(page('<a href="#top">Skip to content</a><p>See <a href="#s3">section 3</a>.</p>'));
    expect(output).toContain("See section 3.");
    expect(output).toContain("dropped: a×1; sum links=2, hidden_links=2");
  });

  test("every page ends with a marker, since attributes are never shown", () => {
    const t = engine.compress(page(`<p title="more to know">${LONG}</p>`), { type: "html" });
    expect(t.losslessToModel).toBe(false);
    expect(t.output).toMatch(/… \d+ elements in all, 0 elided \(caveman\) …\n$/);
  });

  test("a listing of very many lines is one block", () => {
    const output = view(page(`<pre>${"line of code\n".repeat(200_000)}</pre>`));
    expect(output.length).toBeGreaterThan(0);
    expect(output).not.toContain("<pre>");
  });
});

test("cells outside a table of values are not run together", () => {
  const output = view(
    page(
      "<th>Version</th><th>Changes</th><table><tr><td>left<ul><li>x</li></ul></td><td>right</td></tr></table>",
    ),
  );
  expect(output).toContain("Version\nChanges");
  expect(output).not.toContain("xright");
});

describe("nothing is run together, and nothing goes uncounted", () => {
  test.each([
    ["blocks in a link", "<a href=/x><div>2024</div><div>5 items</div></a>", "[2024 5 items](/x)"],
    ["an image in a link", "<a href=/x><img alt=Logo></a>", "[![Logo]](/x)"],
    ["lines in code", "<p><code>a<br>b</code></p>", "`a b`"],
    ["blocks in a heading", "<h2><div>One</div><div>Two</div></h2>", "## One Two\n"],
    ["blank lines in a listing", "<pre>a\n\n\n\nb</pre>", "```\na\n\n\n\nb\n```"],
    ["code in a line of a listing", "<pre>$ <code>run</code> it</pre>", "```\n$ run it\n```"],
    [
      "a listing behind an image without words",
      "<pre><code>a\n</code><img><code>b</code></pre>",
      "```\na\nb\n```",
    ],
    ["two listings in one", "<pre><code>a</code><code>b</code></pre>", "```\na\nb\n```"],
    ["carriage returns in a listing", "<pre>\r\na\r\nb&#13;c</pre>", "```\na\nb\nc\n```"],
    ["text between cells", "<table><tr>loose<td>a<td>b</table>", "loose"],
  ])("%s", (_, body, want) => {
    expect(view(page(body))).toContain(want);
  });

  test.each([
    ["a script in a link", "<a href=/x>go<script>x()</script></a>", "dropped: script×1"],
    ["an image without a text in a link", "<a href=/x>go<img></a>", "dropped: img×1"],
    [
      "a hidden row",
      "<table><tr><td>a<td>b<tr hidden><td>c<td>d</table>",
      "3 elided (caveman): dropped: tr×1",
    ],
    ["a hidden cell", "<table><tr><td>a<td>b<td hidden>c</table>", "1 elided (caveman): dropped: td×1"],
    ["a script between rows", "<table><tr><td>a<td>b<script></script></table>", "dropped: script×1"],
    ["a link in a listing", "<pre>see <a href=/x>there</a></pre>", "sum links=1, hidden_links=1"],
    ["a link in code", "<code>see <a href=/x>there</a></code>", "sum links=1, hidden_links=1"],
  ])("%s", (_, body, want) => {
    const output = view(page(body));
    expect(output).toContain(want);
    expect(output).not.toContain("x()");
  });

  test("an element that the page does not write is not counted", () => {
    // html head title body nav p p
    expect(view(page("<nav><p>a</nav></p>"))).toContain("… 7 elements in all, 2 elided");
    expect(view(page("<nav>a</p>b</br></nav>"))).toContain("… 6 elements in all, 1 elided");
  });

  test("a heading of nothing but its sign is none", () => {
    expect(view(page("<h2><a href=#a>#</a></h2><p>text")).split("\n")).not.toContain("##");
  });
});
